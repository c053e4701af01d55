import {expect, it} from 'vitest';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

const database = (size: string, policy?: string) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: {name: 'db'},
  spec: {
    serviceName: 'db',
    replicas: 2,
    selector: {matchLabels: {app: 'db'}},
    ...(policy === undefined ? {} : {persistentVolumeClaimRetentionPolicy: {whenDeleted: policy}}),
    template: {
      metadata: {labels: {app: 'db'}},
      spec: {
        terminationGracePeriodSeconds: 0,
        containers: [{name: 'db', image: 'registry.example/db:1', volumeMounts: [{name: 'data', mountPath: '/data'}]}],
      },
    },
    volumeClaimTemplates: [
      {
        metadata: {name: 'data'},
        spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: size}}},
      },
    ],
  },
});

onCluster('the PersistentVolumeClaims of a StatefulSet', (cluster) => {
  async function world(policy?: string) {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace,
      files: {'manifests/db.yaml': database('1Gi', policy)},
    });
    expect(await stack.gantry(['apply', '--yes', '--no-wait'])).toMatchObject({code: 0});
    const claim = (name: string) => cluster.get({apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name});
    await expect.poll(() => claim('data-db-0'), {timeout: 20_000}).toBeDefined();
    return {stack, namespace, claim};
  }

  it('destroy names the PVCs of a StatefulSet, and keeps them', async () => {
    const {stack, namespace, claim} = await world();
    for (const args of [
      ['destroy', '--dry-run'],
      ['destroy', '--yes'],
    ]) {
      const ran = await stack.gantry(args);
      expect(ran, ran.stderr).toMatchObject({code: 0});
      expect(ran.stdout + ran.stderr).toMatch(new RegExp(`PersistentVolumeClaims? data-db-0.* in ${namespace} stays?`));
    }
    expect(await claim('data-db-0')).toBeDefined();
  });

  it('the plan names PVCs whose templates request more, because they keep their size', async () => {
    const {stack} = await world();
    await stack.write({'manifests/db.yaml': database('2Gi')});
    const ran = await stack.gantry(['preview']);
    expect(ran.stdout + ran.stderr).toMatch(/data-db-0.* as before: volumeClaimTemplates apply to new ones only/);
  });

  it('the plan does not name PVCs that the StatefulSet deletes', async () => {
    const {stack} = await world('Delete');
    const ran = await stack.gantry(['destroy', '--dry-run']);
    expect(ran.stdout + ran.stderr).not.toContain('data-db-0');
  });
});
