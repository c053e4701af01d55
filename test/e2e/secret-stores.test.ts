import {copyFile, mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {connect} from '../../src/adapters/kubernetes/kubeconfig/connect.ts';
import {openSecretObjects} from '../../src/adapters/kubernetes/runtime/secrets/open-secret-objects.ts';
import {kubernetesStore} from '../../src/adapters/kubernetes/secret-store/kubernetes-store.ts';
import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import type {JsonObject} from '../../src/core/json.ts';
import type {SecretStore} from '../../src/ports/secret-store.ts';
import {mapStoreContract} from '../contract/map-store.ts';
import {plainCanary} from '../rig/canaries.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import {expectNoLeak, runAll} from '../rig/leak-check.ts';
import {deployment, namespaceObject} from '../rig/objects.ts';
import {clusterHas, onCluster} from '../rig/on-cluster.ts';
import {readSecret, textOf} from '../rig/read-secret.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {userOf} from '../rig/user.ts';

const GOLDEN = join(import.meta.dirname, '..', 'golden', 'sops');
const KEYSTORE = Buffer.from(Array.from({length: 256}, (_, i) => i)).toString('base64');

const base64 = (text: string): string => Buffer.from(text).toString('base64');

function storeOf(namespace: string, kubeconfigPath: string): SecretStore {
  const from = {kind: 'files', paths: [kubeconfigPath], skipped: []} as const;
  const kubeconfig = {workspace: 'management', field: 'test', from} as const;
  return kubernetesStore({kind: 'kubernetes', namespace, kubeconfig}, async () =>
    openSecretObjects(await connect(kubeconfig, {env: process.env}), namespace, {
      clock: systemClock,
      onEvent: () => undefined,
      signal: new AbortController().signal,
    }),
  );
}

onCluster('several secret stores', (cluster) => {
  const secretIn = async (namespace: string, name: string, data: JsonObject): Promise<void> => {
    await cluster.create({apiVersion: 'v1', kind: 'Secret', metadata: {name, namespace}, data});
  };

  async function scene(
    objects: readonly JsonObject[],
    more: JsonObject = {},
  ): Promise<{stack: Stack; namespace: string}> {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const stack = await makeStack({
      namespace,
      files: {
        'stack.yaml': {
          name: 'shop',
          workspace: 'test',
          namespace,
          sources: [{manifests: 'manifests/*', references: true}],
        },
        'manifests/all.yaml': {apiVersion: 'v1', kind: 'List', items: objects},
        'workspaces/test.yaml': {
          name: 'test',
          context: {kubeconfig_path: cluster.kubeconfigPath},
          secretStore: {provider: {sops: {path: '../secrets', keyFile: '../secrets/alice.txt'}}},
          secretStores: {
            dotenv: {provider: {file: {path: '../secrets/.env'}}},
            cluster: {provider: {kubernetes: {namespace}}},
          },
          ...more,
        },
      },
    });
    await mkdir(join(stack.dir, 'secrets'));
    for (const name of ['app.json', 'keystore.jks', 'alice.txt'])
      await copyFile(join(GOLDEN, name), join(stack.dir, 'secrets', name));
    await stack.allow();
    return {stack, namespace};
  }

  it('several stores provide the values of one Secret as exact bytes, and a rotation of one is reported and never shown', async () => {
    const secrets = {cluster: plainCanary('cluster'), before: plainCanary('before'), after: plainCanary('after')};
    const data = {
      token: 'ref://app/b.token',
      keystore: 'ref://keystore.jks',
      password: 'ref://dotenv@PASSWORD',
      url: 'pg://app:${ref://cluster@db/password}@db',
    };
    const {stack, namespace} = await scene([{apiVersion: 'v1', kind: 'Secret', metadata: {name: 'keys'}, data}]);
    const rotate = (value: string): Promise<void> =>
      writeFile(join(stack.dir, 'secrets', '.env'), `export PASSWORD="${value}"\n`);
    await secretIn(namespace, 'db', {password: base64(secrets.cluster)});
    await rotate(secrets.before);
    await applied(stack);
    const made = {
      token: base64('t-1'),
      keystore: KEYSTORE,
      password: base64(secrets.before),
      url: base64(`pg://app:${secrets.cluster}@db`),
    };
    expect(await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'keys'})).toMatchObject({data: made});
    expect(await pendingChanges(stack)).toEqual([]);
    await rotate(secrets.after);
    expect(await pendingChanges(stack)).toMatchObject([
      {action: 'update', fields: [{path: 'data.password', sensitive: true, cause: 'secret'}]},
    ]);
    await expectNoLeak(stack, await runAll(stack, [['preview', '--detail'], ['drift'], ['apply', '--yes']]), secrets);
  });

  it('several stores report all errors at once: bytes outside of data, and missing secrets', async () => {
    const {stack, namespace} = await scene([
      {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'a'}, data: {key: 'x${ref://keystore.jks}'}},
      {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'b'}, stringData: {key: 'ref://keystore.jks'}},
      deployment('web', {env: [{name: 'K', value: 'ref://keystore.jks'}]}),
      {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'c'}, data: {key: 'ref://cluster@none/password'}},
      {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'd'}, data: {key: 'ref://clustr@db/password'}},
    ]);
    const {document, code} = await stack.json<{error: {diagnostics: {message: string; hint?: string}[]}}>(['preview']);
    expect(code).toBe(3);
    const said = document.error.diagnostics.map(({message, hint}) => `${message} ${hint ?? ''}`);
    expect(said.filter((text) => text.includes('is not UTF-8 text'))).toHaveLength(3);
    expect(said).toContainEqual(expect.stringContaining(`Secret none in the namespace ${namespace} not found`));
    expect(said).toContainEqual(expect.stringContaining('Did you mean `cluster`?'));
  });

  it('a secret store of a cluster lists the keys for a wrong key', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    await secretIn(namespace, 'db', {'tls.key': base64('key'), config: base64('{"a":{"b":"x"}}'), jks: KEYSTORE});
    await secretIn(namespace, 'one', {value: base64('only')});
    const own = storeOf(namespace, cluster.kubeconfigPath);
    expect(await textOf(own, 'ref://db/tls.key')).toBe('key');
    expect(await textOf(own, 'ref://db/config.a.b')).toBe('x');
    expect(await textOf(own, 'ref://one')).toBe('only');
    expect(await readSecret(own, 'ref://db/none')).toMatchObject({
      because: expect.stringContaining('it has no key none'),
      hint: 'Use one of: config, jks, tls.key',
    });
    expect(await textOf(own, 'ref://none/key')).toContain(`Secret none in the namespace ${namespace} not found`);
    expect(await textOf(own, 'ref://db/config?version=1')).toContain('have no versions');
  });

  it.skipIf(!clusterHas('users'))('a secret store of a cluster names a missing permission', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    await secretIn(namespace, 'db', {'tls.key': base64('key')});
    const kubeconfig = await userOf(cluster, namespace, [{apiGroups: [''], resources: ['configmaps'], verbs: ['get']}]);
    expect(await textOf(storeOf(namespace, kubeconfig), 'ref://db/tls.key')).toMatch(
      /denies the permission to get secrets in the namespace .*: secrets "db" is forbidden/,
    );
  });

  let shared: Promise<string> | undefined;
  mapStoreContract('kubernetes', async (secrets) => {
    const namespace = await (shared ??= made(cluster.freshNamespace()));
    for (const [name, data] of Object.entries(secrets)) {
      const encoded = Object.entries(data).map(([key, text]) => [key, base64(text)] as const);
      await secretIn(namespace, name, Object.fromEntries(encoded));
    }
    return storeOf(namespace, cluster.kubeconfigPath);
  });

  async function made(namespace: string): Promise<string> {
    await cluster.create(namespaceObject(namespace));
    return namespace;
  }
});
