import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {load} from 'js-yaml';
import {expect, it} from 'vitest';
import {userKubeconfig} from '../controlplane/for-tests.ts';
import {applied} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {configMap, deployment, manifests, namespaceObject, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack} from '../rig/stack.ts';
import {userOf} from '../rig/user.ts';

type Denied = {
  readonly error: {
    readonly code: string;
    readonly denials: readonly {
      readonly verb: string;
      readonly resource: string;
      readonly namespace?: string;
      readonly names?: readonly string[];
      readonly ids: readonly string[];
    }[];
  };
};

const CORE = (resources: readonly string[], verbs: readonly string[], more: object = {}) => ({
  apiGroups: ['', 'apps'],
  resources: [...resources],
  verbs: [...verbs],
  ...more,
});
const READ = ['get', 'list', 'watch'];

onCluster(
  'the permission checks before the first write',
  (cluster) => {
    const {kubeconfigPath} = cluster;

    it('patch without create is reported for every kind at once, with the missing rule', async () => {
      const namespace = await ownNamespace(cluster);
      const user = await userOf(cluster, namespace, [
        CORE(['configmaps', 'services', 'deployments'], [...READ, 'patch', 'delete']),
      ]);
      const files = manifests(configMap('a', {a: '1'}), configMap('b', {a: '1'}), service('web'), deployment('web'));
      const stack = await makeStack({kubeconfigPath: user, namespace, files});
      const refused = await stack.gantry(['apply', '--yes']);
      expect(refused.code).toBe(4);
      expect(refused.stderr).toMatch(/error: User "user-[0-9a-f]+" cannot create resource "services"/);
      expect(refused.stderr).toContain(
        `cannot create resource "configmaps" in API group "" in the namespace "${namespace}"`,
      );
      expect(refused.stderr).toContain(`missing in a Role of namespace ${namespace}:`);
      expect(refused.stderr).toContain('- {apiGroups: [""], resources: [configmaps, services], verbs: [create]}');
      expect(refused.stderr).toContain('- {apiGroups: [apps], resources: [deployments], verbs: [create]}');
      expect(refused.stderr).not.toContain('patch');
      expect(await nothingIn(cluster, namespace)).toBe(true);
      expect((await stack.json<{releases: unknown[]}>(['release', 'list'])).document.releases).toEqual([]);
    });

    it('an apply that also deletes is refused as a whole without the permission to delete', async () => {
      const namespace = await ownNamespace(cluster);
      const stack = await makeStack({
        kubeconfigPath,
        namespace,
        files: manifests(configMap('stays', {a: '1'}), configMap('goes', {a: '1'}), service('web')),
      });
      await applied(stack);
      const user = await userOf(cluster, namespace, [
        CORE(['configmaps', 'services'], [...READ, 'patch', 'create']),
        CORE(['services'], ['delete']),
      ]);
      await stack.write({
        'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: user}},
        ...manifests(configMap('stays', {a: '2'})),
      });
      const {code, document} = await stack.json<Denied>(['apply', '--yes']);
      expect(code).toBe(4);
      expect(document.error).toMatchObject({
        code: 'permission/denied',
        denials: [{verb: 'delete', resource: 'configmaps', namespace, ids: [`v1:ConfigMap:${namespace}:goes`]}],
      });
      expect(await dataOf(cluster, namespace, 'stays')).toEqual({a: '1'});
      expect(await dataOf(cluster, namespace, 'goes')).toEqual({a: '1'});
    });

    it('a destroy is refused before it asks, and a permission for some names is enough for those', async () => {
      const namespace = await ownNamespace(cluster);
      const stack = await makeStack({
        kubeconfigPath,
        namespace,
        files: manifests(configMap('a', {a: '1'}), configMap('b', {a: '1'})),
      });
      await applied(stack);
      const user = await userOf(cluster, namespace, [
        CORE(['configmaps'], READ),
        CORE(['configmaps'], ['delete'], {resourceNames: ['a']}),
      ]);
      await stack.write({'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: user}}});
      const {code, document} = await stack.json<Denied>(['destroy', '--yes']);
      expect(code).toBe(4);
      expect(document.error.denials).toEqual([
        expect.objectContaining({verb: 'delete', names: ['b'], ids: [`v1:ConfigMap:${namespace}:b`]}),
      ]);
      expect(await dataOf(cluster, namespace, 'a')).toEqual({a: '1'});
    });

    it('a namespace without permissions is named, and nothing is written to the other one', async () => {
      const [own, other] = [await ownNamespace(cluster), await ownNamespace(cluster)];
      const user = await userOf(cluster, own, [CORE(['configmaps'], ['*'])]);
      const files = manifests(configMap('a', {a: '1'}, {namespace: own}), configMap('b', {a: '1'}, {namespace: other}));
      const stack = await makeStack({kubeconfigPath: user, files});
      const refused = await stack.json<Denied>(['apply', '--yes']);
      expect(refused.code).toBe(4);
      expect(new Set(refused.document.error.denials.map(({namespace}) => namespace))).toEqual(new Set([other]));
      expect(await nothingIn(cluster, own)).toBe(true);
    });

    it('objects in a namespace of the same plan are checked, too, if no dry run is possible', async () => {
      const [home, fresh] = [await ownNamespace(cluster), cluster.freshNamespace()];
      const user = await clusterUser(cluster, [
        {apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list', 'watch', 'create', 'patch']},
        {apiGroups: [''], resources: ['configmaps'], verbs: READ},
      ]);
      const stack = await makeStack({
        kubeconfigPath: user,
        files: manifests(namespaceObject(fresh), configMap('a', {a: '1'}, {namespace: fresh})),
      });
      const refused = await stack.json<Denied>(['apply', '--yes']);
      expect(refused.code, refused.stderr).toBe(4);
      expect(refused.document.error.denials.map(({verb, resource}) => `${verb} ${resource}`).toSorted()).toEqual([
        'create configmaps',
        'patch configmaps',
      ]);
      expect(await cluster.get({apiVersion: 'v1', kind: 'Namespace', name: fresh})).toBeUndefined();
      expect(home).not.toBe(fresh);
    });

    it('a read-only user gets all missing permissions at once, also from a strict preview', async () => {
      const namespace = await ownNamespace(cluster);
      const user = await userOf(cluster, namespace, [CORE(['configmaps', 'deployments'], READ)]);
      const files = manifests(configMap('a', {a: '1'}), deployment('web'));
      const stack = await makeStack({kubeconfigPath: user, namespace, files});
      const rights = ['create configmaps', 'create deployments', 'patch configmaps', 'patch deployments'];
      for (const args of [
        ['apply', '--yes'],
        ['preview', '--strict'],
      ]) {
        const {code, document} = await stack.json<Denied>(args);
        expect(code).toBe(4);
        expect(document.error.denials.map(({verb, resource}) => `${verb} ${resource}`).toSorted()).toEqual(rights);
      }
      expect((await stack.gantry(['preview'])).code).toBe(0);
    });

    it('a run continues on a server that forbids permission checks, and the writes report refusals', async () => {
      const namespace = await ownNamespace(cluster);
      const stack = await makeStack({
        kubeconfigPath: await anonymous(cluster, namespace),
        namespace,
        files: manifests(configMap('a', {a: '1'}), configMap('b', {a: '1'})),
      });
      await applied(stack);
      const destroyed = await stack.gantry(['destroy', '--yes']);
      expect(destroyed.code).not.toBe(0);
      expect(destroyed.stdout + destroyed.stderr).toMatch(/system:anonymous\S* cannot delete resource/);
    });

    it('a permission that the plan grants to its own user is waited for, and any other missing one refuses the plan', async () => {
      const namespace = await ownNamespace(cluster);
      const role = `granted-${namespace}`;
      const api = 'rbac.authorization.k8s.io';
      cluster.deleteAtEnd({apiVersion: `${api}/v1`, kind: 'ClusterRole', name: role});
      await cluster.create({
        apiVersion: `${api}/v1`,
        kind: 'ClusterRole',
        metadata: {name: role},
        rules: [CORE(['configmaps'], ['create', 'patch', 'delete'])],
      });
      const user = await userOf(cluster, namespace, [
        CORE(['configmaps', 'services'], READ),
        {apiGroups: [api], resources: ['rolebindings'], verbs: [...READ, 'create', 'patch']},
        {apiGroups: [api], resources: ['clusterroles'], verbs: ['bind'], resourceNames: [role]},
      ]);
      const binding = (name: string) => ({
        apiVersion: `${api}/v1`,
        kind: 'RoleBinding',
        metadata: {name: 'mine'},
        roleRef: {apiGroup: api, kind: 'ClusterRole', name: role},
        subjects: [{apiGroup: api, kind: 'User', name}],
      });
      const {user: me = ''} = await whoIs(user);
      const files = (name: string) => manifests(configMap('a', {a: '1'}), configMap('b', {a: '1'}), binding(name));
      const stack = await makeStack({kubeconfigPath: user, namespace, files: files('somebody-else')});
      expect((await stack.gantry(['apply', '--yes'])).code).toBe(4);
      expect(await nothingIn(cluster, namespace)).toBe(true);

      await stack.write(files(me));
      const ran = await stack.gantry(['apply', '--yes']);
      expect(ran, ran.stderr).toMatchObject({code: 0});
      expect(ran.stderr).toMatch(
        /note: you have no permission to create configmaps in namespace \S+ yet: \S+:mine of this plan/,
      );
      expect(ran.stderr.match(/^Stack /gm), 'the plan is shown once').toHaveLength(1);
      expect(await dataOf(cluster, namespace, 'b')).toEqual({a: '1'});
    });

    it('a user who may neither get nor watch a kind is warned that Gantry cannot check when it is ready', async () => {
      const namespace = await ownNamespace(cluster);
      const user = await userOf(cluster, namespace, [CORE(['deployments'], ['create', 'patch'])]);
      const stack = await makeStack({kubeconfigPath: user, namespace, files: manifests(deployment('web'))});
      const ran = await stack.gantry(['apply', '--yes', '--timeout', '1s']);
      expect(ran.stderr).toMatch(/warning: you have no permission to get or watch deployments\.apps in namespace/);
      expect(ran.code).not.toBe(4);
    });
  },
  {needs: ['users']},
);

/** The name that a kubeconfig of `userOf` stands for. */
async function whoIs(kubeconfigPath: string): Promise<{readonly user?: string}> {
  const {
    contexts: [first],
  } = load(await readFile(kubeconfigPath, 'utf8')) as {contexts: {context: {user: string}}[]};
  return first?.context ?? {};
}

async function ownNamespace(cluster: Cluster): Promise<string> {
  const name = cluster.freshNamespace();
  await cluster.create(namespaceObject(name));
  return name;
}

async function nothingIn(cluster: Cluster, namespace: string): Promise<boolean> {
  const found = await Promise.all(
    ['a', 'b'].map((name) => cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name})),
  );
  return found.every((one) => one === undefined);
}

const dataOf = async (cluster: Cluster, namespace: string, name: string) =>
  (await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name}))?.['data'];

/** A kubeconfig of a new user with these rights in the whole cluster. */
async function clusterUser(cluster: Cluster, rules: readonly object[]): Promise<string> {
  const user = `user-${cluster.freshNamespace()}`;
  const group = 'rbac.authorization.k8s.io';
  const metadata = {name: user};
  for (const kind of ['ClusterRoleBinding', 'ClusterRole'])
    cluster.deleteAtEnd({apiVersion: `${group}/v1`, kind, name: user});
  await cluster.create({
    apiVersion: `${group}/v1`,
    kind: 'ClusterRole',
    metadata,
    rules: rules.map((rule) => ({...rule})),
  });
  await cluster.create({
    apiVersion: `${group}/v1`,
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: {apiGroup: group, kind: 'ClusterRole', name: user},
    subjects: [{apiGroup: group, kind: 'User', name: user}],
  });
  return userKubeconfig({kubeconfigPath: cluster.kubeconfigPath, user});
}

/** A kubeconfig without a user: nobody may ask for the rights of nobody, unlike those of every user with a name. */
async function anonymous(cluster: Cluster, namespace: string): Promise<string> {
  const api = 'rbac.authorization.k8s.io';
  const name = `anonymous-${namespace}`;
  const subjects = [{apiGroup: api, kind: 'User', name: 'system:anonymous'}];
  const bound = (kind: string, roleRef: string) => ({
    roleRef: {apiGroup: api, kind: roleRef, name: roleRef === 'Role' ? name : 'system:discovery'},
    subjects,
    apiVersion: `${api}/v1`,
    kind,
  });
  cluster.deleteAtEnd({apiVersion: `${api}/v1`, kind: 'ClusterRoleBinding', name});
  await cluster.create({...bound('ClusterRoleBinding', 'ClusterRole'), metadata: {name}});
  const rules = [{apiGroups: [''], resources: ['configmaps'], verbs: [...READ, 'create', 'patch']}];
  await cluster.create({apiVersion: `${api}/v1`, kind: 'Role', metadata: {name, namespace}, rules});
  await cluster.create({...bound('RoleBinding', 'Role'), metadata: {name, namespace}});
  const kubeconfig = load(await readFile(cluster.kubeconfigPath, 'utf8')) as {users: {user: object}[]};
  const file = join(await scratchDirectory(), 'anonymous.json');
  await writeFile(file, JSON.stringify({...kubeconfig, users: kubeconfig.users.map((one) => ({...one, user: {}}))}));
  return file;
}
