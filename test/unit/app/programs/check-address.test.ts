import {expect, it} from 'vitest';
import {checkAddress} from '../../../../src/app/programs/check-address.ts';
import {pinCluster} from '../../../../src/app/workspace/pin.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {failureOf, rig} from '../workspace/rig.ts';

const PINNED = {server: 'https://prod:6443', identity: 'a', method: 'kube-system-uid', version: 'v1'} as const;
const kubeconfig = {workspace: 'prod', field: 'test', from: {kind: 'in-cluster'}} as const;
const chosen = {name: 'prod', place: 'backend', file: 'workspaces/prod.yaml'} as never;

async function pinned(identity?: typeof PINNED & {readonly server: string; readonly identity: string}) {
  const made = await rig(identity === undefined ? {} : {identity});
  await pinCluster({chosen, found: PINNED, backend: made.backend, clock: made.deps.clock});
  return made;
}

it('a kubeconfig that leads where the cluster was seen is used without a word to the cluster', async () => {
  const {deps, connected} = await pinned();
  expect(await checkAddress({chosen, kubeconfig}, 'https://PROD:6443/', deps)).toEqual({is: 'bound'});
  expect(connected).toEqual([]);
});

it('a workspace that never reached a cluster is said to be unbound, and nothing is asked yet', async () => {
  const {deps, connected} = await rig();
  expect(await checkAddress({chosen, kubeconfig}, 'https://anywhere', deps)).toMatchObject({is: 'unbound'});
  expect(connected).toEqual([]);
});

it('at another address it is asked who it is: another cluster is refused, one that has moved is not', async () => {
  const other = await pinned({...PINNED, server: 'https://new', identity: 'b' as 'a'} as never);
  expect(await failureOf(checkAddress({chosen, kubeconfig}, 'https://new', other.deps))).toMatchObject({
    code: 'cluster/other',
  });
  const moved = await pinned({...PINNED, server: 'https://new'} as never);
  await checkAddress({chosen, kubeconfig}, 'https://new', moved.deps);
  expect(moved.connected).toHaveLength(1);
});

it('a backend that does not answer is told of, and keeps nobody from the cluster', async () => {
  const {deps, backend} = await rig();
  const events: unknown[] = [];
  const get = () => Promise.reject(new GantryError({code: 'backend/io', detail: 'down'}));
  const without = {
    ...deps,
    backend: async () => ({...backend, get}),
    onEvent: (event: unknown) => void events.push(event),
  };
  expect(await checkAddress({chosen, kubeconfig}, 'https://prod', without)).toEqual({is: 'unchecked'});
  expect(events).toMatchObject([{diagnostic: {code: 'cluster/unchecked', severity: 'warning'}}]);
});
