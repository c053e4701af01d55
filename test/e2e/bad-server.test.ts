import {createServer} from 'node:http';
import {expect, inject, it} from 'vitest';
import {createAuthority} from '../controlplane/certificate.ts';
import {expiredKubeconfig, userKubeconfig} from '../controlplane/for-tests.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {unusedPort, withCluster, withUser} from './support/kubeconfigs.ts';
import {expectNothingRecorded, expectRefused} from './support/refusal.ts';

const configMap = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}};
const given = inject('cluster');
const signsUsers = given.kind === 'up' && given.signsUsers;

onCluster('an unusable API server', (cluster) => {
  /** A stack that reaches its server by this kubeconfig. */
  const stackBy = (kubeconfig: string, namespace = cluster.freshNamespace()): Promise<Stack> =>
    makeStack({
      namespace,
      files: {
        'manifests/a.yaml': configMap,
        'workspaces/test.yaml': {context: {kubeconfig_path: 'own.kubeconfig'}},
        'workspaces/own.kubeconfig': kubeconfig,
      },
    });

  const runs = [['preview'], ['apply', '--yes'], ['destroy', '--yes'], ['workspace', 'trust']];

  it('a server that refuses connections is unreachable (1), which is reported within a few seconds', async () => {
    const server = `https://127.0.0.1:${await unusedPort()}`;
    const stack = await stackBy(withCluster(cluster.kubeconfigPath, {server}));
    for (const args of runs) {
      const begin = performance.now();
      await expectRefused(stack, args, {exit: 1, code: 'cluster/unreachable', says: [server]});
      expect(performance.now() - begin).toBeLessThan(10_000);
    }
    await expectNothingRecorded(stack);
  });

  it('a server whose name does not resolve is unreachable (1)', async () => {
    const stack = await stackBy(
      withCluster(cluster.kubeconfigPath, {server: 'https://gantry-no-such-host.invalid:6443'}),
    );
    await expectRefused(stack, ['preview'], {
      exit: 1,
      code: 'cluster/unreachable',
      says: ['gantry-no-such-host.invalid'],
    });
  });

  it('a server with a certificate of another authority is not trusted (4)', async () => {
    const other = Buffer.from(createAuthority().cert).toString('base64');
    const stack = await stackBy(withCluster(cluster.kubeconfigPath, {'certificate-authority-data': other}));
    for (const args of runs)
      await expectRefused(stack, args, {exit: 4, code: 'cluster/tls', says: ['https://127.0.0.1', 'certificate']});
    await expectNothingRecorded(stack);
  });

  it('a server that answers in plain HTTP is unreachable by TLS (1)', async () => {
    const server = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const {port} = server.address() as {port: number};
    try {
      const stack = await stackBy(withCluster(cluster.kubeconfigPath, {server: `https://127.0.0.1:${port}`}));
      await expectRefused(stack, ['preview'], {
        exit: 1,
        code: 'cluster/unreachable',
        says: [`127.0.0.1:${port}`, 'does not speak TLS'],
      });
    } finally {
      server.close();
    }
  });

  it('a server that rejects the token is reported (4), and the token is not shown', async () => {
    const token = 'a-token-that-nobody-ever-gave';
    const stack = await stackBy(withUser(cluster.kubeconfigPath, {token}));
    for (const args of runs) {
      const {human, machine} = await expectRefused(stack, args, {exit: 4, code: 'credential/refused', says: ['401']});
      expect(JSON.stringify([human, machine])).not.toContain(token);
    }
    await expectNothingRecorded(stack);
  });

  it.skipIf(!signsUsers)('an expired client certificate is reported with its date (4)', async () => {
    const path = await expiredKubeconfig({kubeconfigPath: cluster.kubeconfigPath, user: 'late'});
    const stack = await makeStack({kubeconfigPath: path, namespace: 'late', files: {'manifests/a.yaml': configMap}});
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    for (const args of runs)
      await expectRefused(stack, args, {exit: 4, code: 'credential/expired', says: ['client certificate', yesterday]});
    await expectNothingRecorded(stack);
  });

  it.skipIf(!signsUsers)(
    'a server that grants no permission is reported by name (4), and nothing is written',
    async () => {
      const namespace = cluster.freshNamespace();
      await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
      const path = await userKubeconfig({kubeconfigPath: cluster.kubeconfigPath, user: 'nobody-at-all'});
      const stack = await makeStack({kubeconfigPath: path, namespace, files: {'manifests/a.yaml': configMap}});
      await expectRefused(stack, ['apply', '--yes'], {
        exit: 4,
        code: 'permission/denied',
        says: ['nobody-at-all', 'configmaps'],
      });
      await expectNothingRecorded(stack);
      expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'a'})).toBeUndefined();
    },
  );
});
