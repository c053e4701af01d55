import {randomBytes} from 'node:crypto';
import {existsSync, readFileSync} from 'node:fs';
import {chmod, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {load} from 'js-yaml';
import {expect, it} from 'vitest';
import {userKubeconfig} from '../controlplane/for-tests.ts';
import type {Cluster} from '../rig/cluster.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {expectRefused} from './support/refusal.ts';

const configMap = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}, data: {a: '1'}};
const base64 = (text: string): string => Buffer.from(text).toString('base64');

type Tenant = {
  readonly namespace: string;
  readonly stack: Stack;
  /** What the tool that keeps the clusters writes into the Secret. */
  readonly rotate: (data: Readonly<Record<string, string>>) => Promise<unknown>;
  readonly secret: (more?: Readonly<Record<string, unknown>>, workspace?: object) => Promise<void>;
};

/** A workspace whose kubeconfig is kept in a management cluster, which here is the same one. */
async function tenant(cluster: Cluster): Promise<Tenant> {
  const namespace = cluster.freshNamespace();
  const stack = await makeStack({
    kubeconfigPath: cluster.kubeconfigPath,
    namespace,
    files: {'manifests/a.yaml': configMap},
  });
  await stack.write({'workspaces/management.yaml': {context: {kubeconfig_path: cluster.kubeconfigPath}}});
  await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
  const named = {name: 'prod-admin-kubeconfig', namespace, workspace: 'management'};
  return {
    namespace,
    stack,
    rotate: (data) =>
      cluster.applyAs('kamaji', {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: {name: named.name, namespace},
        data: Object.fromEntries(Object.entries(data).map(([key, text]) => [key, base64(text)])),
      }),
    secret: async (more = {}, workspace = {}) => {
      await stack.write({'workspaces/test.yaml': {context: {kubeconfig_secret: {...named, ...more}}, ...workspace}});
      await stack.allow();
    },
  };
}

/** The kubeconfig of a user who may do everything in this namespace, and nothing anywhere else. */
async function userOf(cluster: Cluster, namespace: string): Promise<string> {
  const user = `tenant-${randomBytes(4).toString('hex')}`;
  await cluster.create({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: {name: user, namespace},
    roleRef: {apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin'},
    subjects: [{apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user}],
  });
  return readFileSync(await userKubeconfig({kubeconfigPath: cluster.kubeconfigPath, user}), 'utf8');
}

/** The same, logging in by something else than a certificate. */
const withUser = (kubeconfig: string, user: object): string => {
  const config = load(kubeconfig) as {users: {name: string}[]};
  return JSON.stringify({...config, users: config.users.map(({name}) => ({name, user}))});
};

onCluster(
  'a kubeconfig in a Secret of a management cluster',
  (cluster) => {
    it('each run reads the kubeconfig again, and uses its new contents after a rotation', async () => {
      const {namespace, stack, rotate, secret} = await tenant(cluster);
      const good = await userOf(cluster, namespace);
      await rotate({'admin.conf': good, 'super-admin.conf': 'other'});
      await secret();
      await expectRefused(stack, ['preview'], {
        exit: 3,
        code: 'context/kubeconfig',
        says: [
          'context.kubeconfig_secret',
          'neither the key value nor value.yaml',
          'it has admin.conf, super-admin.conf',
        ],
      });
      await secret({key: 'admin.conf'});
      expect(await stack.gantry(['apply', '--yes'])).toMatchObject({code: 0});
      expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'a'})).toMatchObject({
        data: {a: '1'},
      });

      await rotate({'admin.conf': withUser(good, {token: 'withdrawn'})});
      await expectRefused(stack, ['preview'], {exit: 4, code: 'credential/refused', says: ['401']});
      await rotate({'admin.conf': await userOf(cluster, namespace)});
      expect(await stack.gantry(['preview'])).toMatchObject({code: 0});
    });

    it('a missing Secret, a missing namespace and a missing permission have different messages', async () => {
      const {namespace, stack, secret} = await tenant(cluster);
      await secret({name: 'gone'});
      await expectRefused(stack, ['preview'], {
        exit: 3,
        code: 'context/kubeconfig',
        says: [`Secret gone not found in the namespace ${namespace} of the cluster of the workspace "management"`],
      });
      await secret({namespace: 'no-such-namespace'});
      await expectRefused(stack, ['preview'], {
        exit: 3,
        code: 'context/kubeconfig',
        says: ['namespace no-such-namespace not found'],
      });
      const nobody = await userKubeconfig({kubeconfigPath: cluster.kubeconfigPath, user: 'nobody-of-the-clusters'});
      await stack.write({'workspaces/management.yaml': {context: {kubeconfig_path: nobody}}});
      await secret();
      await expectRefused(stack, ['preview'], {
        exit: 4,
        code: 'permission/denied',
        says: [
          'Secret',
          namespace,
          `the kubeconfig of the workspace "test" is in the Secret ${namespace}/prod-admin-kubeconfig`,
        ],
      });
    });

    it('no command runs a program of the fetched kubeconfig unless the workspace allows it', async () => {
      const {namespace, stack, rotate, secret} = await tenant(cluster);
      const good = await userOf(cluster, namespace);
      const [mark, login] = [join(stack.dir, 'mark'), join(stack.dir, 'login.sh')];
      const {users} = load(good) as {users: {user: Record<string, string>}[]};
      const {'client-certificate-data': cert = '', 'client-key-data': key = ''} = users[0]?.user ?? {};
      const text = (data: string): string => Buffer.from(data, 'base64').toString('utf8');
      const status = {clientCertificateData: text(cert), clientKeyData: text(key)};
      const answer = JSON.stringify({apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status});
      await writeFile(login, `#!/bin/sh\ntouch '${mark}'\ncat <<'END'\n${answer}\nEND\n`);
      await chmod(login, 0o700);
      const exec = {apiVersion: 'client.authentication.k8s.io/v1', command: login, interactiveMode: 'Never'};
      await rotate({value: withUser(good, {exec})});
      await secret();
      const COMMANDS = [
        ['preview'],
        ['apply', '--yes'],
        ['exec', '--', 'sh', '-c', 'cat "$KUBECONFIG"'],
        ['kubeconfig', '--print'],
      ];
      for (const args of COMMANDS) {
        const {code, stdout, stderr} = await stack.gantry(args);
        expect([args, code, stdout], stderr).toEqual([args, 5, '']);
        expect(stderr).toContain(`it would run the program ${login}`);
        expect(stderr).toContain(`trust: {programs: [${login}]}`);
        expect([args, existsSync(mark)]).toEqual([args, false]);
      }
      await secret({}, {trust: {programs: [login]}});
      expect(await stack.gantry(['preview'])).toMatchObject({code: 0});
      expect(existsSync(mark)).toBe(true);
    });
  },
  {needs: ['users']},
);
