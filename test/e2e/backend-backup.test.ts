import {readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {canary, everythingWritten, leaks, plainCanary} from '../rig/canaries.ts';
import type {Cluster} from '../rig/cluster.ts';
import {configMap, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {environmentOf, openS3TestBackend} from '../rig/s3.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {makeStack} from '../rig/stack.ts';
import {acquireService} from '../services/for-tests.ts';

type Listed = {readonly releases: readonly {readonly revision: number; readonly phase: string}[]};
type Refused = {readonly error: {readonly code: string; readonly message: string; readonly hint?: string}};
type Backed = {readonly sha256: string; readonly plaintext: readonly string[]};
type Place = {
  readonly backend: JsonObject;
  readonly env: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
};
type Open = (cluster: Cluster, skip: (why: string) => never) => Promise<Place>;

const IN_DIRECTORY: Open = async () => ({backend: {local: {path: 'state'}}, env: {}});

const IN_CLUSTER: Open = async (cluster) => {
  const namespace = cluster.freshNamespace('state');
  await cluster.create(namespaceObject(namespace));
  return {backend: {kubernetes: {namespace, workspace: 'test'}}, env: {}};
};

const IN_BUCKET: Open = async (_, skip) => {
  const acquired = await acquireService('moto');
  if (acquired.kind === 'missing') skip(acquired.reason);
  const bucket = await openS3TestBackend({service: 'moto'});
  return {backend: {s3: {bucket: bucket.config.bucket}}, env: environmentOf(bucket), flags: ['--insecure']};
};

const secret = (password: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 'web'},
  stringData: {password},
});

onCluster('gantry backend backup and restore', (cluster) => {
  it.for([
    {name: 'a directory to Secrets of a namespace', from: IN_DIRECTORY, to: IN_CLUSTER},
    {name: 'Secrets of a namespace to a directory', from: IN_CLUSTER, to: IN_DIRECTORY},
    {name: 'Secrets of a namespace to a bucket', from: IN_CLUSTER, to: IN_BUCKET},
  ])(
    'a backup moves a sealed backend from $name, and a rollback there restores a secret',
    async ({from, to}, {skip}) => {
      const [source, target] = [await from(cluster, skip), await to(cluster, skip)];
      const anna = await ageIdentity();
      const namespace = cluster.freshNamespace();
      const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace});
      const use = ({backend}: Place) =>
        stack.write({
          'project.yaml': {name: 'shop', backend: {...backend, encryption: {age: {recipients: [anna.recipient]}}}},
        });
      const env = {...source.env, ...target.env, GANTRY_AGE_KEY: anna.key};
      const [first, second] = [canary('first'), plainCanary('second')];
      await use(source);
      for (const value of [first, second]) {
        await stack.write({'manifests/secret.yaml': secret(value)});
        const ran = await stack.gantry(['apply', '--yes'], {env});
        expect(ran, ran.stderr).toMatchObject({code: 0});
      }
      const file = join(stack.dir, 'state.gantry-backup');
      // A job that makes backups needs no key.
      const {GANTRY_AGE_KEY: _, ...withoutKey} = env;
      const keyless = await stack.json<Backed>(['backend', 'backup', file], {env: withoutKey});
      expect(keyless, keyless.stderr).toMatchObject({code: 0, document: {isVerified: false, plaintext: []}});
      const made = await stack.json<Backed>(['backend', 'backup', file], {env});
      expect(made, made.stderr).toMatchObject({code: 0, document: {isVerified: true, histories: 1, plaintext: []}});
      expect((await stat(file)).mode & 0o777).toBe(0o600);

      await use(target);
      const flags = target.flags ?? [];
      const restored = await stack.json(['backend', 'restore', file, '--yes', ...flags], {env});
      expect(restored, restored.stderr).toMatchObject({code: 0, document: {kind: 'restored', deleted: 0}});
      expect(await stack.gantry(['backend', 'verify', '--strict', ...flags], {env})).toMatchObject({code: 0});
      const back = await stack.gantry(['release', 'rollback', '--to', '1', '--yes', ...flags], {env});
      expect(back, back.stderr).toMatchObject({code: 0});
      const live = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'web'});
      const {password} = live?.['data'] as {readonly password: string};
      expect(Buffer.from(password, 'base64').toString()).toBe(first);

      const secrets = {first, second, anna: anna.key};
      const printed = [keyless, made, restored, back].map(({stdout, stderr}) => stdout + stderr).join('\n');
      expect(leaks(printed, secrets)).toEqual([]);
      const lines = (await readFile(file, 'utf8')).trim().split('\n');
      for (const line of lines) {
        const {key, value = ''} = JSON.parse(line) as {readonly key?: string; readonly value?: string};
        expect(leaks(Buffer.from(value, 'base64').toString(), secrets), key).toEqual([]);
      }
      for (const place of [join(stack.dir, 'state'), join(stack.home, '.gantry')])
        for (const [name, text] of await everythingWritten(place).catch(() => new Map<string, string>()))
          expect(leaks(text, secrets), name).toEqual([]);
    },
  );

  it.for([
    {name: 'a directory', open: IN_DIRECTORY},
    {name: 'Secrets of a namespace', open: IN_CLUSTER},
  ])(
    'an older state that was restored in $name is accepted, and a rebuild finds what was created later',
    async ({open}, {skip}) => {
      const {backend, env} = await open(cluster, skip);
      const namespace = cluster.freshNamespace();
      const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace});
      await stack.write({'project.yaml': {name: 'shop', backend}});
      const apply = async (name: string, value: string) => {
        await stack.write({[`manifests/${name}.yaml`]: configMap(name, {a: value})});
        const ran = await stack.gantry(['apply', '--yes'], {env});
        expect(ran, ran.stderr).toMatchObject({code: 0});
      };
      const revisions = async () =>
        (await stack.json<Listed>(['release', 'list'], {env})).document.releases.map(({revision}) => revision);
      await apply('settings', '1');
      const file = join(stack.dir, 'state.gantry-backup');
      const refused = await stack.json<Refused>(['backend', 'backup', file], {env});
      expect(refused).toMatchObject({code: 3, document: {error: {code: 'input/usage'}}});
      expect(refused.document.error.message).toContain('keys/hmac');
      await expect(stat(file)).rejects.toThrow('ENOENT');
      const made = await stack.json<Backed>(['backend', 'backup', file, '--allow-plaintext'], {env});
      expect(made).toMatchObject({code: 0, document: {plaintext: ['keys/hmac']}});
      await apply('settings', '2');
      await apply('later', '1');
      expect(await revisions()).toEqual([3, 2, 1]);

      const occupied = await stack.json<Refused>(['backend', 'restore', file, '--yes'], {env});
      expect(occupied).toMatchObject({code: 5, document: {error: {code: 'backend/occupied'}}});
      expect(occupied.document.error.hint).toContain('--replace');
      const restored = await stack.json(['backend', 'restore', file, '--replace', '--yes'], {env});
      expect(restored, restored.stderr).toMatchObject({code: 0, document: {kind: 'restored', lost: []}});
      expect(await revisions()).toEqual([1]);

      // This machine has seen revision 3. The next run says what it cannot know, and a rebuild finds it in the cluster.
      const preview = await stack.gantry(['preview'], {env});
      expect(preview, preview.stderr).toMatchObject({code: 0});
      expect(preview.stdout + preview.stderr).toContain('restored from a backup');
      const rebuilt = await stack.gantry(['release', 'rebuild', '--force', '--yes'], {env});
      expect(rebuilt, rebuilt.stderr).toMatchObject({code: 0});
      expect(await revisions()).toEqual([2, 1]);
      const quiet = await stack.gantry(['preview'], {env});
      expect(quiet.stdout + quiet.stderr).not.toContain('restored from a backup');
      await stack.remove('manifests/later.yaml');
      await apply('settings', '3');
      expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'later'})).toBeUndefined();
      const destroyed = await stack.gantry(['destroy', '--yes'], {env});
      expect(destroyed, destroyed.stderr).toMatchObject({code: 0});
      expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'})).toBeUndefined();
    },
  );
});
