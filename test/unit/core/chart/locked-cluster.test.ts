import {expect, it} from 'vitest';
import {clusterDifferences} from '../../../../src/core/chart/locked-cluster.ts';

const LOCKED = {version: 'v1.34.4', apis: ['apps/v1', 'apps/v1/Deployment', 'v1', 'v1/Pod']};

it.each([
  {name: 'equal clusters have no differences', live: LOCKED, want: []},
  {name: 'another patch version is no difference', live: {...LOCKED, version: 'v1.34.9-eks-1'}, want: []},
  {
    name: 'another minor version is one',
    live: {...LOCKED, version: 'v1.33.4'},
    want: ['the cluster has the version v1.33.4 and not v1.34.4'],
  },
  {
    name: 'a missing group version is named without its kinds',
    live: {...LOCKED, apis: ['v1', 'v1/Pod']},
    want: ['the cluster does not serve apps/v1'],
  },
  {
    name: 'many APIs are counted',
    live: {...LOCKED, apis: [...LOCKED.apis, ...['a', 'b', 'c', 'd', 'e'].map((kind) => `v1/${kind}`)]},
    want: ['the cluster also serves v1/a, v1/b, v1/c and 2 others'],
  },
])('$name', ({live, want}) => {
  expect(clusterDifferences(LOCKED, live)).toEqual(want);
});
