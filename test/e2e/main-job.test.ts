import {expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {sampleApplication} from '../rig/sample-application.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('the main job', (cluster) => {
  it('an application of ten objects is previewed, applied until ready, unchanged, changed, and destroyed', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace, files: sampleApplication()});

    const first = await stack.json<Plan>(['preview']);
    expect(first.document.summary).toMatchObject({create: 11, update: 0, delete: 0, blocked: 0});
    expect((await stack.gantry(['preview', '--exit-code'])).code).toBe(2);

    expect(await stack.gantry(['apply', '--yes'])).toMatchObject({code: 0});
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    expect(await cluster.get(web)).toMatchObject({status: {readyReplicas: 2}});

    const second = await stack.json<Plan>(['preview', '--exit-code']);
    expect(second.code).toBe(0);
    expect(second.document.summary).toMatchObject({unchanged: 10, create: 0, update: 0});
    const again = await stack.gantry(['apply', '--yes']);
    expect(again.code).toBe(0);
    expect(again.stdout).toContain('Nothing to do');
    expect((await stack.json<{releases: unknown[]}>(['release', 'list'])).document.releases).toHaveLength(1);

    await stack.write(sampleApplication({replicas: 3}));
    const third = await stack.json<Plan>(['preview']);
    expect(third.document.changes.filter(({action}) => action !== 'unchanged')).toMatchObject([
      {
        id: `apps/v1:Deployment:${namespace}:web`,
        type: 'Kubernetes',
        action: 'update',
        verified: true,
        effects: ['scaled'],
        fields: [
          {
            path: 'spec.replicas',
            before: 2,
            after: 3,
            cause: 'spec',
            at: {file: expect.stringMatching(/manifests\/shop\.yaml$/), line: 39, column: 17},
          },
        ],
      },
    ]);
    expect((await stack.gantry(['apply', '--yes'])).code).toBe(0);

    expect((await stack.gantry(['destroy', '--yes'])).code).toBe(0);
    expect(await cluster.get(web)).toBeUndefined();
    expect(await cluster.get({apiVersion: 'v1', kind: 'Namespace', name: namespace})).toBeDefined();
  });
});
