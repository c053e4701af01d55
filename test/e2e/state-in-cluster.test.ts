import {randomBytes} from 'node:crypto';
import {existsSync} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {PART_TYPE} from '../../src/adapters/kubernetes/backend/parts.ts';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import type {Cluster} from '../rig/cluster.ts';
import {configMap, manifests, namespaceObject} from '../rig/objects.ts';
import {clusterHas, onCluster} from '../rig/on-cluster.ts';
import {startGantry} from '../rig/program.ts';
import {makeStack} from '../rig/stack.ts';
import {userOf} from '../rig/user.ts';

const EVERYTHING = {apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list', 'create', 'update', 'delete']};
const LOOKING = {apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list']};
const CONFIG_MAPS = {
  apiGroups: [''],
  resources: ['configmaps'],
  verbs: ['get', 'list', 'watch', 'create', 'patch', 'delete'],
};

type ErrorDocument = {readonly error: {readonly code: string; readonly message: string; readonly hint?: string}};

onCluster('state in Secrets of the cluster', (cluster) => {
  /** A stack whose state lies beside its objects: the harder case, because its own apply looks at that namespace. */
  async function stackInCluster(objects: readonly JsonObject[], kubeconfigPath = cluster.kubeconfigPath) {
    const namespace = cluster.freshNamespace('state');
    await cluster.create(namespaceObject(namespace));
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(...objects)});
    return {namespace, stack, env: {GANTRY_BACKEND: `kubernetes://${namespace}`}};
  }

  it('apply, preview, list, unlock and destroy work from any machine, and leave nothing on it', async () => {
    const {namespace, stack, env} = await stackInCluster([configMap('settings', {a: '1'})]);
    const ran = await stack.gantry(['apply', '--yes'], {env});
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(existsSync(join(stack.home, '.gantry', 'releases'))).toBe(false);

    // A runner that has nothing but the files.
    const elsewhere = {...env, GANTRY_HOME: join(stack.home, 'another')};
    const {document} = await stack.json<Plan>(['preview'], {env: elsewhere});
    expect(document.summary).toMatchObject({create: 0, update: 0, delete: 0, unchanged: 1});
    const list = await stack.gantry(['release', 'list'], {env: elsewhere});
    expect(list, list.stderr).toMatchObject({code: 0});
    expect(list.stdout).toContain('succeeded');
    expect(await stack.gantry(['release', 'unlock'], {env: elsewhere})).toMatchObject({code: 0});

    const secrets = await stored(cluster, namespace);
    expect(secrets.map(({type}) => type)).toEqual(secrets.map(() => 'gantry.dev/backend-value'));
    const marked = secrets.filter(({metadata}) => JSON.stringify(metadata).includes('gantry.dev/lineage'));
    expect(marked).toEqual([]);

    const gone = await stack.gantry(['destroy', '--yes'], {env: elsewhere});
    expect(gone, gone.stderr).toMatchObject({code: 0});
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'})).toBeUndefined();
    expect((await stored(cluster, namespace)).length).toBeGreaterThanOrEqual(secrets.length);
  });

  it('a program ends when its work is done, although its connection is kept open', async () => {
    const {stack, env} = await stackInCluster([configMap('settings', {a: '1'})]);
    const {ended} = startGantry(stack, ['apply', '--yes'], env);
    const ran = await ended;
    expect(ran, ran.stderr).toMatchObject({code: 0});
  });

  it('a release larger than a Secret is stored in parts, and read on another machine', async () => {
    // Random, so that no compression makes it small.
    const large = Array.from({length: 12}, (_, i) =>
      configMap(`large-${i}`, {a: randomBytes(100_000).toString('base64')}),
    );
    const {namespace, stack, env} = await stackInCluster(large);
    const ran = await stack.gantry(['apply', '--yes'], {env});
    expect(ran, ran.stderr).toMatchObject({code: 0});
    const parts = (await stored(cluster, namespace)).filter(({type}) => type === PART_TYPE);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.every(({immutable}) => immutable === true)).toBe(true);
    const {document} = await stack.json<Plan>(['preview'], {env: {...env, GANTRY_HOME: join(stack.home, 'another')}});
    expect(document.summary).toMatchObject({unchanged: 12, update: 0});
  });

  it('import cluster leaves out the Secrets of the backend', async () => {
    const {namespace, stack, env} = await stackInCluster([configMap('settings', {a: '1'})]);
    await stack.gantry(['apply', '--yes'], {env});
    const theirs = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'theirs', namespace}, data: {a: 'YQ=='}};
    await cluster.create(theirs);
    const args = ['import', 'cluster', '-n', namespace, '--secrets', 'plain', '--out', 'imported'];
    const ran = await stack.gantry(args, {env});
    expect(ran, ran.stderr).toMatchObject({code: 0});
    const written = await readdir(join(stack.dir, 'imported'), {recursive: true});
    expect(written.filter((file) => /secret/i.test(file))).toEqual([expect.stringContaining('theirs')]);
  });

  it('a missing namespace of the backend is reported with the command that creates it, before anything else', async () => {
    const {stack} = await stackInCluster([configMap('settings', {a: '1'})]);
    const namespace = cluster.freshNamespace('missing');
    for (const command of [['preview'], ['apply', '--yes']]) {
      const env = {GANTRY_BACKEND: `kubernetes://${namespace}`};
      const {code, document} = await stack.json<ErrorDocument>(command, {env});
      expect(code).toBe(3);
      expect(document.error.message).toContain(namespace);
      expect(JSON.stringify(document)).toContain(`kubectl create namespace ${namespace}`);
    }
  });

  it('a stack cannot delete the namespace of its own state, whatever is permitted, and nothing else is deleted', async () => {
    const namespace = cluster.freshNamespace('state');
    const within = configMap('settings', {a: '1'}, {namespace});
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      files: manifests(namespaceObject(namespace), within),
    });
    // It made the namespace while its releases were elsewhere.
    const made = await stack.gantry(['apply', '--yes']);
    expect(made, made.stderr).toMatchObject({code: 0});
    const [here, there] = ['local', `kubernetes://${namespace}`];
    const moved = await stack.gantry(['backend', 'migrate', here, there, '-w', 'test', '--yes']);
    expect(moved, moved.stderr).toMatchObject({code: 0});
    const env = {GANTRY_BACKEND: there};

    const destroy = ['destroy', '--allow-delete', 'all'];
    const typed = await stack.gantry(destroy, {env, typed: 'shop\n'});
    expect(typed, typed.stderr).toMatchObject({code: 5});
    const refused = await stack.gantry([...destroy, '--yes'], {env});
    expect(refused, refused.stderr).toMatchObject({code: 5});
    expect(refused.stderr).toContain('the releases of this stack are stored in it, and would be deleted with it');
    expect(refused.stderr).toContain('gantry backend migrate');
    // Nor by files that have it no more.
    await stack.write(manifests(namespaceObject(cluster.freshNamespace())));
    expect(await stack.gantry(['apply', '--yes', '--allow-delete', 'all'], {env})).toMatchObject({code: 5});
    const list = await stack.json<{releases: readonly unknown[]}>(['release', 'list'], {env});
    expect(list.document.releases).toHaveLength(1);
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'})).toBeDefined();

    // The way out that the refusal names.
    await stack.write(manifests(namespaceObject(namespace), within));
    const back = await stack.gantry(['backend', 'migrate', there, here, '-w', 'test', '--yes'], {env});
    expect(back, back.stderr).toMatchObject({code: 0});
    const gone = await stack.gantry([...destroy, '--yes']);
    expect(gone, gone.stderr).toMatchObject({code: 0});
  });

  it.skipIf(!clusterHas('users'))(
    'a credential of the backend needs the five verbs on secrets, and no more',
    async () => {
      const {namespace, stack, env} = await stackInCluster([configMap('settings', {a: '1'})]);
      await stack.write({
        'workspaces/test.yaml': {
          context: {kubeconfig_path: await userOf(cluster, namespace, [EVERYTHING, CONFIG_MAPS])},
        },
      });
      const ran = await stack.gantry(['apply', '--yes'], {env});
      expect(ran, ran.stderr).toMatchObject({code: 0});
    },
  );

  it.skipIf(!clusterHas('users'))(
    'a read-only credential can preview, and an apply names the missing permission and its namespace',
    async () => {
      const {namespace, stack, env} = await stackInCluster([configMap('settings', {a: '1'})]);
      const only = async (rule: JsonObject) =>
        stack.write({
          'workspaces/test.yaml': {context: {kubeconfig_path: await userOf(cluster, namespace, [rule, CONFIG_MAPS])}},
        });
      await only(LOOKING);
      const preview = await stack.json<Plan>(['preview'], {env});
      expect(preview, preview.stderr).toMatchObject({code: 0, document: {summary: {create: 1}}});
      const apply = await stack.json<ErrorDocument>(['apply', '--yes'], {env});
      expect(apply).toMatchObject({code: 4, document: {error: {code: 'permission/denied'}}});
      expect(apply.document.error.message).toContain(`create secrets in the namespace ${namespace}`);
      expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'})).toBeUndefined();
      await only({apiGroups: [''], resources: ['secrets'], verbs: ['list']});
      const blind = await stack.json<ErrorDocument>(['preview'], {env});
      expect(blind).toMatchObject({code: 4, document: {error: {code: 'permission/denied'}}});
      expect(blind.document.error.message).toContain(`get secrets in the namespace ${namespace}`);
    },
  );
});

async function stored({client}: Cluster, namespace: string): Promise<readonly JsonObject[]> {
  const resource = {apiVersion: 'v1', kind: 'Secret', resource: 'secrets', namespaced: true, verbs: []};
  const reply = await client.list({resource, namespace});
  if (!reply.ok) throw new Error(reply.refusal.message);
  return reply.items.filter(({type}) => String(type).startsWith('gantry.dev/'));
}
