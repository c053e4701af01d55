import {GetObjectCommand, PutObjectCommand} from '@aws-sdk/client-s3';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {applied} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {configMap, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {environmentOf, openS3TestBackend} from '../rig/s3.ts';
import {makeStack} from '../rig/stack.ts';
import {acquireService} from '../services/for-tests.ts';
import {expectRefused} from './support/refusal.ts';

type Skip = (reason: string) => never;

/** A backend that people share, and who damages what is in it. */
type Place = {
  readonly env: Readonly<Record<string, string>>;
  readonly damage: (key: string, how: (whole: Buffer) => Buffer) => Promise<void>;
};
type Open = (cluster: Cluster, skip: Skip) => Promise<Place>;

/** An administrator edits the very Secret, as kubectl would. */
const SECRETS: Open = async (cluster) => {
  const namespace = cluster.freshNamespace('state');
  await cluster.create(namespaceObject(namespace));
  return {
    env: {GANTRY_BACKEND: `kubernetes://${namespace}`},
    damage: async (key, how) => {
      const resource = {apiVersion: 'v1', kind: 'Secret', resource: 'secrets', namespaced: true, verbs: []};
      const reply = await cluster.client.list({resource, namespace});
      if (!reply.ok) throw new Error(reply.refusal.message);
      const found = reply.items.find(({metadata}) => annotationsOf(metadata)['gantry.dev/backend-key'] === key);
      const {name = ''} = (found?.['metadata'] ?? {}) as {name?: string};
      const {value = ''} = (found?.['data'] ?? {}) as {value?: string};
      expect(value, key).not.toBe('');
      const data = {value: how(Buffer.from(value, 'base64')).toString('base64')};
      await cluster.patchAs('kubectl-edit', {apiVersion: 'v1', kind: 'Secret', namespace, name}, {data});
    },
  };
};

const annotationsOf = (metadata: unknown): Readonly<Record<string, string>> =>
  ((metadata as JsonObject | undefined)?.['annotations'] ?? {}) as Record<string, string>;

const BUCKET: Open = async (_, skip) => {
  const acquired = await acquireService('minio');
  if (acquired.kind === 'missing') skip(acquired.reason);
  const place = await openS3TestBackend({service: 'minio'});
  const {client, config} = place;
  return {
    env: {GANTRY_BACKEND: `s3://${config.bucket}/team`, ...environmentOf(place)},
    damage: async (key, how) => {
      const where = {Bucket: config.bucket, Key: `team/${key}`};
      const {Body} = await client.send(new GetObjectCommand(where));
      const whole = Buffer.from((await Body?.transformToByteArray()) ?? []);
      await client.send(new PutObjectCommand({...where, Body: how(whole)}));
    },
  };
};

/** The commands that a text offers, as a person would copy them. */
const offered = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/"gantry ([^"]+)"/g)].map(([, command = '']) => command.split(' '));

onCluster('damaged documents in a shared backend', (cluster) => {
  const half = (whole: Buffer): Buffer => whole.subarray(0, whole.length / 2);
  const flipped = (whole: Buffer): Buffer => {
    const bytes = Buffer.from(whole);
    bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1;
    return bytes;
  };

  it.for(
    [
      {name: 'Secrets', open: SECRETS},
      {name: 'a bucket', open: BUCKET},
    ].flatMap((place) => [
      {...place, what: 'the current release, cut', key: 'releases/L/2-2.json', how: half, goesBack: true},
      {...place, what: 'the current release, a bit flipped', key: 'releases/L/2-2.json', how: flipped, goesBack: true},
      {...place, what: 'the head, cut', key: 'releases/L/head.json', how: half, goesBack: false},
      {...place, what: 'the index, cut', key: 'index/N/N/test.json', how: half, goesBack: false},
      // In a bucket that is how a deletion begins: nothing is there.
      ...(place.open === SECRETS
        ? [{...place, what: 'the index, empty', key: 'index/N/N/test.json', how: () => Buffer.of(), goesBack: false}]
        : []),
    ]),
  )(
    'a damaged document in $name ($what) is named, and the commands of the hints fix it',
    async ({open, key, how, goesBack}, {skip}) => {
      const {env, damage} = await open(cluster, skip);
      const namespace = cluster.freshNamespace();
      const files = {'manifests/a.yaml': configMap('a', {a: '1'})};
      const {kubeconfigPath} = cluster;
      const plain = await makeStack({kubeconfigPath, namespace, name: namespace, files});
      const stack: typeof plain = {
        ...plain,
        gantry: (args, options) => plain.gantry(args, {...options, env: {...env, ...options?.env}}),
        json: (args, options) => plain.json(args, {...options, env: {...env, ...options?.env}}),
      };
      await applied(stack);
      await stack.write({'manifests/a.yaml': configMap('a', {a: '2'})});
      await applied(stack);
      const {document} = await stack.json<{lineage: string}>(['release', 'show']);
      const real = key.replace('L', document.lineage).replaceAll('N', namespace);
      await damage(real, how);

      for (const args of [['preview'], ['apply', '--yes'], ['destroy', '--yes']])
        await expectRefused(stack, args, {exit: 1, code: 'release/damaged', says: [real, 'gantry release rebuild']});
      const told = await stack.gantry(['preview']);
      const commands = offered(told.stderr);
      expect(commands.map((words) => words.join(' '))).toEqual([
        'release rebuild',
        ...(goesBack ? ['release rollback --to 1'] : []),
      ]);
      for (const words of commands) {
        const ran = await stack.gantry([...words, '--yes']);
        expect(ran, ran.stderr).toMatchObject({code: 0});
      }
      const live = await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'a'});
      expect(live).toMatchObject({data: {a: goesBack ? '1' : '2'}});
      // The next runs need no other word.
      await applied(stack);
      expect(await stack.gantry(['preview', '--exit-code'])).toMatchObject({code: 0});
    },
  );
});
