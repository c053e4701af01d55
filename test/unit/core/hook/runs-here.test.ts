import {describe, expect, it} from 'vitest';
import {type RunInCluster, runsHere} from '../../../../src/core/hook/runs-here.ts';
import type {ClusterIdentity} from '../../../../src/core/workspace/cluster-identity.ts';

const known: ClusterIdentity = {server: 'https://a', identity: 'u1', method: 'kube-system-uid', version: 'v1.34.4'};
const team: ClusterIdentity = {...known, identity: 'n1', method: 'namespace-uid', namespace: 'team'};
const runIn = (cluster: ClusterIdentity): RunInCluster => ({cluster, hooks: [], state: []});
const pinned = (...identities: readonly ClusterIdentity[]) => ({identities});

describe('the runs that count for hooks', () => {
  it.each([
    {name: 'a run in the pinned cluster', cluster: known, pin: pinned(known), counts: true},
    {name: 'a run at another address', cluster: {...known, server: 'https://b'}, pin: pinned(known), counts: true},
    {name: 'a run in another cluster', cluster: {...known, identity: 'u2'}, pin: pinned(known), counts: false},
    {
      name: 'a run in another cluster at the same address',
      cluster: {...team, identity: 'n2'},
      pin: pinned(known, team),
      counts: false,
    },
    {name: 'a run whose cluster was identified in another way', cluster: team, pin: pinned(known), counts: true},
    {
      name: 'a run identified by another namespace',
      cluster: {...team, identity: 'n2', namespace: 'other'},
      pin: pinned(team),
      counts: true,
    },
    {name: 'a run before a cluster is pinned', cluster: known, pin: undefined, counts: true},
  ])('$name counts for hooks: $counts', ({cluster, pin, counts}) => {
    const run = runIn(cluster);
    expect(runsHere({last: run, interrupted: [run]}, pin)).toEqual(
      counts ? {last: run, interrupted: [run]} : {last: undefined, interrupted: []},
    );
  });

  it('each run counts for itself: a run that did not end follows the last release of another cluster', () => {
    const [before, now] = [runIn({...known, identity: 'u2'}), runIn(known)];
    expect(runsHere({last: before, interrupted: [before, now]}, pinned(known))).toEqual({
      last: undefined,
      interrupted: [now],
    });
  });
});
