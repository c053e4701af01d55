import {expect, it} from 'vitest';
import {ask, startChild} from '../rig/child.ts';
import {configMap, deployment, manifests, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {IN_FULL, repetitions} from '../rig/repetitions.ts';
import type {Soaked} from '../rig/soak-process.ts';
import {makeStack} from '../rig/stack.ts';

const ROUNDS = repetitions({usual: 40, full: 400});
/** The rounds that fill caches, which are not compared. */
const WARM = 15;
/** The engine's own records of code take one or two kilobytes a round; one connection that is not let go takes a hundred. */
const LEAK_BYTES = 8_000;

onCluster('a process that applies and destroys repeatedly', (cluster) => {
  it('a process has no more sockets, timers, listeners and memory after many rounds than after the first', async () => {
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace: cluster.freshNamespace('soak'),
      files: manifests(
        deployment('web', {replicas: 0}),
        service('web'),
        ...[1, 2, 3].map((i) => configMap(`settings-${i}`, {a: '1'})),
      ),
    });
    const args = [stack.dir, stack.home, String(ROUNDS)];
    const child = await startChild('soak-process.ts', args, ['--expose-gc']);
    const {rounds, warnings} = await ask<Soaked>(child, {});
    const slope = slopeOf(rounds.slice(WARM).map(({heap}) => heap));
    if (IN_FULL) process.stdout.write(`${ROUNDS} rounds: ${Math.round(slope)} bytes of heap a round\n`);
    expect(rounds).toHaveLength(ROUNDS);
    expect(warnings).toEqual([]);
    expect(new Set(rounds.map(({listeners}) => listeners))).toEqual(new Set([0]));
    const [first] = rounds;
    expect(rounds.filter(({resources}) => resources.length > (first?.resources.length ?? 0))).toEqual([]);
    expect(first?.resources.filter((name) => /TCP|TLS|HTTP/.test(name))).toEqual([]);
    expect(slope).toBeLessThan(LEAK_BYTES);
  }, 600_000);
});

/** Of the line that lies nearest to all values: how much each is above the one before it. */
function slopeOf(values: readonly number[]): number {
  const mean = (of: readonly number[]): number => of.reduce((sum, value) => sum + value, 0) / of.length;
  const places = values.map((_, i) => i);
  const [x, y] = [mean(places), mean(values)];
  const above = mean(places.map((i) => (i - x) * ((values[i] ?? 0) - y)));
  return above / mean(places.map((i) => (i - x) ** 2));
}
