import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import {deployment, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

const autoscaler: JsonObject = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: {name: 'web'},
  spec: {
    scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'},
    minReplicas: 1,
    maxReplicas: 5,
    metrics: [{type: 'Resource', resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: 80}}}],
  },
};

onCluster('a workload that somebody scales', (cluster) => {
  const {kubeconfigPath} = cluster;

  async function scaled(scaler: 'none' | 'in the stack' | 'in the cluster', manager: string, replicas: number) {
    const namespace = cluster.freshNamespace();
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    const files = [deployment('web', {replicas: 1}), ...(scaler === 'in the stack' ? [autoscaler] : [])];
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(...files)});
    await applied(stack, ['--no-wait']);
    if (scaler === 'in the cluster') await cluster.create({...autoscaler, metadata: {name: 'web', namespace}});
    await cluster.patchAs(manager, web, {spec: {replicas}}, 'scale');
    return {stack, web};
  }

  it.each([2, 0])(
    'replicas that kubectl scaled to %i are drift and corrected, if no autoscaler exists',
    async (replicas) => {
      const {stack, web} = await scaled('none', 'kubectl', replicas);
      expect(await stack.gantry(['drift', '--exit-code'])).toMatchObject({
        code: 2,
        stdout: expect.stringMatching(/replicas: . → 1.*drift/),
      });
      const preview = await pendingChanges(stack);
      expect(preview).toMatchObject([
        {action: 'update', fields: [{path: 'spec.replicas', before: replicas, after: 1, cause: 'drift'}]},
      ]);
      expect(preview[0]).not.toHaveProperty('blocked');
      await applied(stack, ['--no-wait']);
      expect(await cluster.get(web)).toMatchObject({spec: {replicas: 1}});
      expect(await pendingChanges(stack)).toEqual([]);
      expect(await stack.gantry(['drift', '--exit-code'])).toMatchObject({code: 0});
    },
  );

  it.each([
    {scaler: 'in the stack', manager: 'kubectl', replicas: 3},
    {scaler: 'in the cluster', manager: 'kubectl', replicas: 3},
    {scaler: 'in the cluster', manager: 'kubectl', replicas: 0},
    {scaler: 'none', manager: 'our-scaler', replicas: 3},
  ] as const)(
    'a workload keeps its replicas: $manager to $replicas, an autoscaler $scaler',
    async ({scaler, manager, replicas}) => {
      const {stack, web} = await scaled(scaler, manager, replicas);
      expect(await stack.gantry(['drift', '--exit-code'])).toMatchObject({code: 0});
      const preview = (await pendingChanges(stack)).filter(({id}) => id.includes(':Deployment:'));
      const left = {path: 'spec.replicas', before: replicas, after: 1, cause: 'conflict', yielded: true};
      expect(preview).toMatchObject([{action: 'unchanged', fields: [left]}]);
      await applied(stack, ['--no-wait', '--image', 'nginx=nginx:1.28']);
      expect(await cluster.get(web)).toMatchObject({
        spec: {replicas, template: {spec: {containers: [{image: 'nginx:1.28'}]}}},
      });
    },
  );

  it('a workload has the replicas of its file again, in the apply that deletes its autoscaler', async () => {
    const namespace = cluster.freshNamespace();
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(deployment('web', {replicas: 2}))});
    await applied(stack, ['--no-wait']);
    await stack.write(manifests(deployment('web'), autoscaler));
    await applied(stack, ['--no-wait']);
    expect(await cluster.get(web)).toMatchObject({spec: {replicas: 1}});
    await stack.write(manifests(deployment('web', {replicas: 2})));
    await applied(stack, ['--no-wait']);
    expect(await cluster.get(web)).toMatchObject({spec: {replicas: 2}});
    expect(await pendingChanges(stack)).toEqual([]);
  });
});
