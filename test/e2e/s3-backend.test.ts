import {GetObjectCommand, ListObjectsV2Command} from '@aws-sdk/client-s3';
import {expect, it} from 'vitest';
import {everythingWritten, leaks, withUnpacked} from '../rig/canaries.ts';
import {minioSession, type Session} from '../rig/minio-session.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {repository} from '../rig/repository.ts';
import {environmentOf, openS3TestBackend, type S3TestBucket, withService} from '../rig/s3.ts';
import {makeStack, type Ran, type Stack} from '../rig/stack.ts';
import type {ServiceName} from '../services/services.ts';

type Listed = {readonly releases: readonly {readonly revision: number; readonly phase: string}[]};

/** What a reader of the guide would set, with other credentials than the administrator's. */
const runnerOf = (place: S3TestBucket, keys?: Session): Readonly<Record<string, string>> => ({
  GANTRY_BACKEND: `s3://${place.config.bucket}/team`,
  ...environmentOf(place),
  ...(keys === undefined
    ? {}
    : {
        AWS_ACCESS_KEY_ID: keys.accessKeyId,
        AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
        AWS_SESSION_TOKEN: keys.sessionToken,
      }),
});

async function keysIn({client, config}: S3TestBucket): Promise<readonly string[]> {
  const {Contents = []} = await client.send(new ListObjectsV2Command({Bucket: config.bucket}));
  return Contents.flatMap(({Key}) => Key ?? []);
}

async function textsIn(place: S3TestBucket): Promise<readonly string[]> {
  const {client, config} = place;
  const read = async (Key: string): Promise<string> => {
    const {Body} = await client.send(new GetObjectCommand({Bucket: config.bucket, Key}));
    return withUnpacked((await Body?.transformToString()) ?? '');
  };
  return Promise.all((await keysIn(place)).map(read));
}

/** What docs/guides/backends.md says that Gantry needs. */
const allOf = (bucket: string) => [
  {actions: ['s3:ListBucket'], resources: [`arn:aws:s3:::${bucket}`]},
  {actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], resources: [`arn:aws:s3:::${bucket}/team/*`]},
];
const readingOf = (bucket: string) => [
  {actions: ['s3:ListBucket'], resources: [`arn:aws:s3:::${bucket}`]},
  {actions: ['s3:GetObject'], resources: [`arn:aws:s3:::${bucket}/team/*`]},
];

for (const service of ['minio', 'minio-plain'] satisfies ServiceName[]) {
  await withService(service, 'releases in a bucket', () => {
    onCluster('two runners with empty homes and a bucket of S3', (cluster) => {
      const flags = service === 'minio' ? [] : ['--insecure'];

      it('two runners work on one stack in S3, and no credential is printed or stored', async () => {
        const place = await openS3TestBackend({service});
        const keys = service === 'minio' ? await minioSession(place.service, allOf(place.config.bucket)) : undefined;
        const env = runnerOf(place, keys);
        const [first, second] = await runners(cluster.kubeconfigPath, cluster.freshNamespace());
        const applied = await first.gantry(['apply', '--yes', ...flags], {env});
        expect(applied.code, applied.stderr).toBe(0);
        const listed = await second.json<Listed>(['release', 'list', ...flags], {env});
        expect(listed.document.releases).toMatchObject([{revision: 1, phase: 'succeeded'}]);
        await second.write(manifests(configMap('settings', {a: '2'})));
        const again = await second.gantry(['apply', '--yes', '-v', ...flags], {env});
        expect(again.code, again.stderr).toBe(0);
        const left = await first.gantry(['preview', '-v', ...flags], {env});
        expect(left.stdout).toContain('settings');
        const destroyed = await first.gantry(['destroy', '--yes', ...flags], {env});
        expect(destroyed.code, destroyed.stderr).toBe(0);

        const stored = await keysIn(place);
        expect(stored.every((key) => key.startsWith('team/'))).toBe(true);
        expect(stored.some((key) => key.includes('.gantry-proof'))).toBe(false);
        const runs = [applied, listed, again, left, destroyed];
        await expectNoLeak(keys ?? place.service, {place, stacks: [first, second], runs});
      });
    });
  });
}

await withService('minio', 'releases in a bucket', () => {
  onCluster('limited access to a bucket', (cluster) => {
    it('a user who may not write to S3 can preview, and an apply ends with 4 and names the permission', async () => {
      const place = await openS3TestBackend({service: 'minio'});
      const keys = await minioSession(place.service, readingOf(place.config.bucket));
      const [namespace] = [cluster.freshNamespace()];
      const [first, reader] = await runners(cluster.kubeconfigPath, namespace);
      expect((await first.gantry(['apply', '--yes'], {env: runnerOf(place)})).code).toBe(0);
      const before = await keysIn(place);
      const env = runnerOf(place, keys);
      await reader.write(manifests(configMap('settings', {a: '2'})));
      const preview = await reader.gantry(['preview'], {env});
      expect(preview.code, preview.stderr).toBe(0);
      expect(preview.stdout).toContain('settings');
      const refused = await reader.gantry(['apply', '--yes'], {env});
      expect(refused.code, refused.stderr).toBe(4);
      expect(refused.stderr).toMatch(/denied s3:PutObject on \S+\/team\/locks\//);
      expect(await keysIn(place)).toEqual(before);
      expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'})).toMatchObject({
        data: {a: '1'},
      });
      await expectNoLeak(keys, {place, stacks: [reader], runs: [preview, refused]});
    });

    it('without TLS nothing is sent unless --insecure permits it: exit 3', async () => {
      const place = await openS3TestBackend({service: 'minio-plain'});
      const [stack] = await runners(cluster.kubeconfigPath, cluster.freshNamespace());
      const ran = await stack.gantry(['apply', '--yes'], {env: runnerOf(place)});
      expect(ran.code).toBe(3);
      expect(ran.stderr).toContain('--insecure');
      expect(await keysIn(place)).toEqual([]);
    });

    it('an untrusted certificate of S3 is refused, with a hint', async () => {
      const place = await openS3TestBackend({service: 'minio'});
      const {AWS_CA_BUNDLE: _, ...env} = runnerOf(place);
      const [stack] = await runners(cluster.kubeconfigPath, cluster.freshNamespace());
      const ran = await stack.gantry(['preview'], {env});
      expect(ran.code).toBe(3);
      expect(ran.stderr).toContain('caFile');
    });
  });
});

/** One stack as two people have it checked out, each with a home of their own. */
async function runners(kubeconfigPath: string, namespace: string): Promise<readonly [Stack, Stack]> {
  const make = () =>
    makeStack({
      kubeconfigPath,
      namespace,
      name: 'shop',
      files: {...manifests(configMap('settings', {a: '1'})), ...repository('shop')},
    });
  return [await make(), await make()];
}

async function expectNoLeak(
  keys: {readonly secretAccessKey: string; readonly sessionToken?: string},
  {place, stacks, runs}: {place: S3TestBucket; stacks: readonly Stack[]; runs: readonly Ran[]},
): Promise<void> {
  const {secretAccessKey, sessionToken} = keys;
  const secrets = {secretAccessKey, ...(sessionToken === undefined ? {} : {sessionToken})};
  const written = await Promise.all(stacks.map(({home}) => everythingWritten(home)));
  const texts = [
    ...runs.flatMap(({stdout, stderr}) => [stdout, stderr]),
    ...written.flatMap((files) => [...files.values()]),
    ...(await textsIn(place)),
  ];
  for (const text of texts) expect(leaks(text, secrets)).toEqual([]);
}
