import {expect, it, vi} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {userKubeconfig} from '../controlplane/for-tests.ts';
import type {Cluster} from '../rig/cluster.ts';
import {configMap, manifests, namespaceObject} from '../rig/objects.ts';
import {clusterHas, onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

type Checked = {
  readonly workspaces: readonly {
    readonly outcome: string;
    readonly access?: Readonly<
      Record<'backend' | 'cluster', {readonly role: string; readonly missing: readonly JsonObject[]}>
    >;
    readonly checks: readonly {readonly kind: string; readonly name?: string; readonly outcome: string}[];
  }[];
};
type Granted = {readonly grants: {readonly manifests: readonly JsonObject[]}};
type Refused = {readonly error: {readonly code: string; readonly message: string}};

onCluster('who may read and edit a workspace', (cluster) => {
  /** A stack whose releases are in Secrets, and what an administrator has applied. */
  async function managedStack() {
    const [namespace, state] = [cluster.freshNamespace(), cluster.freshNamespace('state')];
    for (const one of [namespace, state]) await cluster.create(namespaceObject(one));
    const backend = {kubernetes: {namespace: state, workspace: 'test'}};
    const {kubeconfigPath} = cluster;
    const files = {...manifests(configMap('settings', {a: '1'})), 'project.yaml': {name: 'shop', backend}};
    const stack = await makeStack({kubeconfigPath, namespace, files});
    const made = await stack.gantry(['apply', '--yes']);
    expect(made, made.stderr).toMatchObject({code: 0});
    return {stack, namespace, state};
  }

  const check = async (stack: Stack, ...more: readonly string[]) => {
    const ran = await stack.json<Checked>(['workspace', 'check', '--access', ...more]);
    const [workspace] = ran.document.workspaces;
    return {...ran, access: workspace?.access, rows: workspace?.checks.filter(({kind}) => kind === 'access')};
  };

  it('an administrator of the cluster is administrator in the cluster and in the backend', async () => {
    const {stack} = await managedStack();
    const ran = await check(stack, '--role', 'administrator');
    expect(ran, ran.stderr).toMatchObject({
      code: 0,
      access: {backend: {role: 'administrator', missing: []}, cluster: {role: 'administrator', missing: []}},
      rows: [
        {name: 'cluster', outcome: 'passed'},
        {name: 'backend', outcome: 'passed'},
      ],
    });
    const {stdout} = await stack.gantry(['workspace', 'check', '--access']);
    expect(stdout).toContain('administrator in the backend, administrator in the cluster');
  });

  it.skipIf(!clusterHas('users'))(
    'users with the printed manifests do what their role may, and are refused the rest',
    async () => {
      const {stack, namespace, state} = await managedStack();
      const as = async (user: string): Promise<void> =>
        stack.write({
          'workspaces/test.yaml': {
            name: 'test',
            context: {kubeconfig_path: await userKubeconfig({kubeconfigPath: cluster.kubeconfigPath, user})},
          },
        });
      const users = {reader: `reader-${namespace}`, deployer: `deployer-${namespace}`, nobody: `nobody-${namespace}`};
      const verbs = {reader: 'list', deployer: 'delete'};
      for (const role of ['reader', 'deployer'] as const)
        for (const flags of [[], ['--cluster']]) {
          const args = ['workspace', 'access', role, '--to', `user:${users[role]}`, ...flags];
          const {code, document, stderr} = await stack.json<Granted>(args);
          expect(code, stderr).toBe(0);
          for (const manifest of document.grants.manifests) await cluster.create(manifest);
          await granted(cluster, users[role], document.grants.manifests, verbs[role]);
        }
      const id = `v1:ConfigMap:${namespace}:settings`;

      await as(users.reader);
      for (const args of [['release', 'list'], ['release', 'show'], ['release', 'log'], ['drift'], ['why', id]]) {
        const ran = await stack.gantry(args);
        expect(ran, `${args.join(' ')}: ${ran.stderr}`).toMatchObject({code: 0});
      }
      await stack.write(manifests(configMap('settings', {a: '2'})));
      const preview = await stack.json<Plan>(['preview']);
      expect(preview, preview.stderr).toMatchObject({code: 0, document: {summary: {update: 1}}});
      const refused = await stack.json<Refused>(['apply', '--yes']);
      expect(refused).toMatchObject({code: 4, document: {error: {code: 'permission/denied'}}});
      expect(await live(cluster, namespace)).toBe('1');
      expect(await check(stack)).toMatchObject({
        code: 0,
        access: {backend: {role: 'reader'}, cluster: {role: 'reader'}},
      });
      const wanted = await check(stack, '--role', 'deployer');
      expect(wanted).toMatchObject({
        code: 4,
        rows: [
          {name: 'cluster', outcome: 'failed', error: {code: 'permission/denied'}},
          {name: 'backend', outcome: 'failed', error: {code: 'permission/denied'}},
        ],
      });
      const shown = await stack.gantry(['workspace', 'check', '--access']);
      expect(shown.stdout).toContain('reader in the backend, reader in the cluster');
      expect(shown.stdout).toContain('The role deployer lacks in the backend:');
      expect(shown.stdout).toContain('{apiGroups: [""], resources: [secrets], verbs: [create, delete, update]}');
      expect(shown.stdout).toContain(
        '{apiGroups: [""], resources: [configmaps], verbs: [create, delete, patch, watch]}',
      );

      await as(users.deployer);
      const applied = await stack.gantry(['apply', '--yes']);
      expect(applied, applied.stderr).toMatchObject({code: 0});
      expect(await live(cluster, namespace)).toBe('2');
      const all = await check(stack, '--role', 'deployer');
      expect(all, all.stderr).toMatchObject({code: 0, access: {cluster: {role: 'administrator'}}});
      const back = await stack.gantry(['release', 'rollback', '--to', '1', '--yes']);
      expect(back, back.stderr).toMatchObject({code: 0});
      // A deployer of this workspace may not read anything elsewhere.
      const elsewhere = await stack.gantry(['can-i', 'list', 'secrets', '-n', 'kube-system']);
      expect(elsewhere.code).toBe(1);
      const gone = await stack.gantry(['destroy', '--yes']);
      expect(gone, gone.stderr).toMatchObject({code: 0});

      await as(users.nobody);
      for (const args of [['workspace', 'check', '--access'], ['preview']]) {
        const blind = await stack.json<Refused>(args);
        expect(blind).toMatchObject({code: 4, document: {error: {code: 'permission/denied'}}});
        expect(blind.document.error.message).toContain(`secrets in the namespace ${state}`);
      }
    },
  );
});

async function live(cluster: Cluster, namespace: string): Promise<unknown> {
  const found = await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'});
  return (found?.['data'] as JsonObject | undefined)?.['a'];
}

/** Waits until the server goes by the new roles. */
async function granted(cluster: Cluster, user: string, all: readonly JsonObject[], verb: string): Promise<void> {
  for (const {kind, metadata, rules} of all) {
    if (kind !== 'Role') continue;
    const [{resources: [resource] = []} = {}] = rules as readonly {readonly resources?: readonly string[]}[];
    const {namespace} = metadata as {readonly namespace: string};
    const spec = {user, resourceAttributes: {namespace, group: '', verb, resource: resource ?? ''}};
    await vi.waitFor(
      async () => {
        const reply = await cluster.client.send({
          method: 'POST',
          path: '/apis/authorization.k8s.io/v1/subjectaccessreviews',
          body: {apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec},
        });
        const {status} = (reply.ok ? reply.body : {}) as {readonly status?: {readonly allowed?: boolean}};
        if (status?.allowed !== true) throw new Error(`${user} may not yet ${verb} ${resource}`);
      },
      {timeout: 30_000},
    );
  }
}
