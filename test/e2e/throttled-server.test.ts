import {Readable} from 'node:stream';
import {expect, it} from 'vitest';
import type {Transport} from '../../src/adapters/kubernetes/runtime/client/connection/transport.ts';
import type {WireAnswer} from '../../src/adapters/kubernetes/runtime/client/connection/wire.ts';
import {applyRelease} from '../../src/app/plan/apply-release.ts';
import type {Clock} from '../../src/ports/clock.ts';
import {destroyed, pendingChanges} from '../rig/changes.ts';
import {applyOf, depsOf} from '../rig/deps.ts';
import {fastClock} from '../rig/fast-clock.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

const tooMany = (headers: Record<string, string>): WireAnswer => ({
  status: 429,
  headers,
  warnings: [],
  body: Readable.from([Buffer.from('{"kind":"Status","code":429,"reason":"TooManyRequests","message":"slow down"}')]),
});

/** Lets only `perSecond` requests through in each second, and answers the others with 429. */
function throttled(perSecond: number, clock: Clock, headers: Record<string, string>) {
  const count = {passed: 0, refused: 0};
  let [second, left] = [0, perSecond];
  const transport = (real: Transport): Transport => ({
    ...real,
    send: async (request, credential) => {
      const now = Math.floor(clock.monotonic() / 1000);
      if (now !== second) [second, left] = [now, perSecond];
      if (left-- > 0) {
        count.passed++;
        return real.send(request, credential);
      }
      count.refused++;
      return tooMany(headers);
    },
  });
  return {transport, count};
}

onCluster('a server that throttles', (cluster) => {
  const {kubeconfigPath} = cluster;

  it.each([
    {name: 'without Retry-After', headers: {}},
    {name: 'with Retry-After', headers: {'retry-after': '1'}},
  ])('a server that takes 20 requests a second, and answers the others $name, is not overrun', async ({headers}) => {
    const clock = fastClock(20);
    const {transport, count} = throttled(20, clock, headers);
    const objects = Array.from({length: 200}, (_, i) => configMap(`c-${i}`, {a: '1'}));
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files: manifests(...objects)});
    const ran = await applyRelease(applyOf(stack), depsOf(stack, {transport, clock}));
    expect(ran).toMatchObject({kind: 'applied', phase: 'succeeded'});
    // Without a pace five times as many requests are refused as pass.
    expect(count.refused).toBeLessThan(count.passed / 2);
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
  });
});
