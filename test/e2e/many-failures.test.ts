import {expect, it} from 'vitest';
import type {Failure} from '../../src/core/failure/failure.ts';
import {deployment, failing, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

type Ended = {readonly outcome: string; readonly failure?: Failure};
type Answer = {readonly steps?: readonly Ended[]; readonly objects?: readonly Ended[]};

const MANY = 23;

onCluster('a run with more than 20 failures', (cluster) => {
  const {kubeconfigPath} = cluster;
  const web = (i: number) => deployment(`w${i}`, {replicas: 1, annotations: failing('never-ready')});
  const files = manifests(...Array.from({length: MANY}, (_, i) => web(i)));

  const detailsOf = ({steps = [], objects = []}: Answer): readonly string[] =>
    [...steps, ...objects].flatMap(({failure}) =>
      failure !== undefined && 'detail' in failure ? [failure.detail] : [],
    );

  it.each([
    {command: 'an apply', args: ['apply', '--yes'], times: 1},
    {command: 'each wait anew', args: ['wait'], times: 2},
  ])('the cluster is asked for the cause of the first 20 failures: $command', async ({args, times}) => {
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files});
    if (args[0] === 'wait') await stack.gantry(['apply', '--yes', '--no-wait']);
    for (let i = 0; i < times; i++) {
      const {document, code} = await stack.json<Answer>([...args, '--timeout', '1s']);
      const details = detailsOf(document);
      expect([code, details.length], JSON.stringify(details)).toEqual([6, MANY]);
      expect(details.filter((detail) => detail.includes('cause not read'))).toHaveLength(MANY - 20);
    }
  });
});
