import {expect, it} from 'vitest';
import {ask, startChild} from '../rig/child.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {IN_FULL, repetitions} from '../rig/repetitions.ts';
import {makeStack} from '../rig/stack.ts';
import type {WatchSoaked} from '../rig/watch-soak-process.ts';

const ROUNDS = repetitions({usual: 60, full: 2000});
/** The rounds that fill caches, which are not compared. */
const WARM = 20;
/** A kept connection or client takes tens of kilobytes a round. */
const LEAK_BYTES = 8000;

onCluster('a watch for many rounds', (cluster) => {
  it('a watch has no more memory and listeners after many rounds than after the first ones', async () => {
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace: cluster.freshNamespace('watch'),
      files: manifests(...[1, 2, 3].map((i) => configMap(`settings-${i}`, {a: '1'}))),
    });
    expect((await stack.gantry(['apply', '--yes'])).code).toBe(0);
    const child = await startChild('watch-soak-process.ts', [stack.dir, stack.home, String(ROUNDS)], ['--expose-gc']);
    const {code, heap, listeners, warnings} = await ask<WatchSoaked>(child, {});
    expect([code, heap.length, warnings]).toEqual([0, ROUNDS, []]);
    const later = heap.slice(WARM);
    const half = Math.floor(later.length / 2);
    const growth = (mean(later.slice(half)) - mean(later.slice(0, half))) / half;
    if (IN_FULL) process.stdout.write(`${ROUNDS} rounds: ${Math.round(growth)} bytes of heap a round\n`);
    expect(growth).toBeLessThan(LEAK_BYTES);
    expect(new Set(listeners.slice(1)).size).toBe(1);
  }, 600_000);
});

const mean = (of: readonly number[]): number => of.reduce((sum, value) => sum + value, 0) / of.length;
