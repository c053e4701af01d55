import {assert, boolean, constant, constantFrom, property, record, string} from 'fast-check';
import {describe, expect, it} from 'vitest';
import {parseBackendUrl} from '../../../../src/config/backend/parse-backend-url.ts';
import {showBackend} from '../../../../src/config/backend/show-backend.ts';
import {holdsLogin, withoutCredentials} from '../../../../src/config/backend/without-credentials.ts';
import type {DeclaredBackend} from '../../../../src/registry/backends.ts';

const GOOD: readonly (readonly [string, DeclaredBackend])[] = [
  ['local', {kind: 'local'}],
  ['local:~/state', {kind: 'local', path: '~/state'}],
  ['s3://team-state', {kind: 's3', bucket: 'team-state'}],
  ['s3://team-state/gantry/prod', {kind: 's3', bucket: 'team-state', prefix: 'gantry/prod'}],
  [
    's3://b.c/p?region=eu-west-1&endpoint=https://minio.example:9000&pathStyle=true&profile=ci&caFile=ca.pem&sse=AES256',
    {
      kind: 's3',
      bucket: 'b.c',
      prefix: 'p',
      region: 'eu-west-1',
      endpoint: 'https://minio.example:9000',
      pathStyle: true,
      profile: 'ci',
      caFile: 'ca.pem',
      encryption: {algorithm: 'AES256'},
    },
  ],
  [
    's3://bucket?sse=aws:kms&kmsKeyId=alias/state',
    {kind: 's3', bucket: 'bucket', encryption: {algorithm: 'aws:kms', keyId: 'alias/state'}},
  ],
  ['gs://team_state/gantry/prod', {kind: 'gcs', bucket: 'team_state', prefix: 'gantry/prod'}],
  [
    'gs://team-state?endpoint=https://gs.example:9000&caFile=ca.pem',
    {kind: 'gcs', bucket: 'team-state', endpoint: 'https://gs.example:9000', caFile: 'ca.pem'},
  ],
  ['azblob://team-state/gantry/prod', {kind: 'azure', container: 'team-state', prefix: 'gantry/prod'}],
  [
    'azblob://state?storage_account=team&endpoint=https://team.blob.core.chinacloudapi.cn',
    {
      kind: 'azure',
      container: 'state',
      storageAccount: 'team',
      endpoint: 'https://team.blob.core.chinacloudapi.cn',
    },
  ],
  ['kubernetes://gantry', {kind: 'kubernetes', namespace: 'gantry'}],
  ['kubernetes://gantry?workspace=management', {kind: 'kubernetes', namespace: 'gantry', workspace: 'management'}],
];

const BAD: readonly (readonly [string, RegExp])[] = [
  ['s4://bucket', /not one of local/],
  ['local:', /followed by a directory/],
  ['s3://', /not a valid bucket name/],
  ['s3://Bucket_1', /not a valid bucket name/],
  ['s3://key:secret@bucket', /^it contains credentials/],
  ['s3://key:sec/ret@bucket', /^it contains credentials/],
  ['s3://bucket?endpoint=https://key:secret@minio.example', /^it contains credentials/],
  ['s3://bucket?regoin=x', /unknown option `regoin`/],
  ['s3://bucket?region=', /`region` is empty/],
  ['s3://bucket?pathStyle=yes', /true or false/],
  ['s3://bucket?sse=rot13', /AES256 or aws:kms/],
  ['s3://bucket?sse=AES256&kmsKeyId=x', /requires `sse=aws:kms`/],
  ['gs://Team', /not a valid bucket name/],
  ['gs://team?region=x', /unknown option `region`; known: endpoint, caFile/],
  ['azblob://Team', /not a valid container name/],
  ['azblob://a--b', /not a valid container name/],
  ['azblob://team?storageAccount=x', /unknown option `storageAccount`; known: storage_account, endpoint, caFile/],
  ['kubernetes://', /not a valid namespace/],
  ['kubernetes://Team', /not a valid namespace/],
  ['kubernetes://a/b', /nothing may follow the namespace/],
];

describe('a backend in one line', () => {
  it.each(GOOD)('%s', (text, declared) => {
    expect(parseBackendUrl(text)).toEqual(declared);
    expect(showBackend(declared)).toBe(text);
  });

  it.each(BAD)('%s is refused', (text, problem) => {
    expect(parseBackendUrl(text)).toEqual({problem: expect.stringMatching(problem)});
  });

  it.each([
    ['s3://key:secret@bucket/prefix', 's3://***@bucket/prefix'],
    ['s3://key:sec/r@et@bucket', 's3://***@bucket'],
    ['s4://key:secret@bucket', 's4://***@bucket'],
    ['s3://bucket?secretAccessKey=secret&region=x', 's3://bucket?secretAccessKey=***&region=x'],
    ['s3://bucket?endpoint=https://key:secret@minio', 's3://bucket?endpoint=https://***@minio'],
    ['s3://bucket?regoin=secret', 's3://bucket?regoin=***'],
    ['s3://bucket/prefix?region=eu', 's3://bucket/prefix?region=eu'],
  ])('%s is quoted as %s', (text, quoted) => expect(withoutCredentials(text)).toBe(quoted));

  it('a backend in one line reads back what it shows, whatever the values hold', () => {
    const text = string({minLength: 1});
    const declared = record(
      {
        kind: constant('s3' as const),
        bucket: constant('bucket'),
        prefix: constantFrom('a', 'a/b'),
        region: text,
        endpoint: text.filter((one) => !holdsLogin(one)),
        profile: text,
        caFile: text,
        pathStyle: boolean(),
      },
      {requiredKeys: ['kind', 'bucket']},
    );
    assert(
      property(declared, (one) => {
        expect(parseBackendUrl(showBackend(one))).toEqual(one);
      }),
    );
  });
});
