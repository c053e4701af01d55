import {describe, expect, it} from 'vitest';
import {s3Backend} from '../../../../../src/adapters/aws/backend/s3-backend.ts';
import {GantryError} from '../../../../../src/core/failure/failure.ts';
import {failureText} from '../../../../../src/ui/failure-text.ts';
import {fakeS3} from '../../../../rig/fake-s3.ts';
import {backendOn} from '../../../../rig/fake-s3-backend.ts';
import type {S3Config} from '../../../../rig/s3.ts';

const CONFIG: S3Config = {kind: 's3', bucket: 'team-state', region: 'us-east-1', insecure: false};
type Environment = Readonly<Record<string, string>>;

describe('an endpoint', () => {
  it.each<{name: string; config: Partial<S3Config>; env?: Environment; says: string}>([
    {name: 'without TLS', config: {endpoint: 'http://s3.example'}, says: '--insecure'},
    {
      name: 'without TLS, of the environment',
      config: {},
      env: {AWS_ENDPOINT_URL: 'http://s3.example'},
      says: 'AWS_ENDPOINT_URL',
    },
    {name: 'that is no address', config: {endpoint: 's3.example:9000'}, says: 'https://'},
    {name: 'with credentials in it', config: {endpoint: 'https://me:hidden@s3.example'}, says: 'credentials'},
    {name: 'with a query', config: {endpoint: 'https://s3.example/?a=hidden'}, says: 'has a query or a fragment'},
    {name: 'whose authority is not there', config: {caFile: '/none/ca.pem'}, says: '/none/ca.pem'},
  ])('$name is refused before anything is sent', async ({config, env = {}, says}) => {
    const error: unknown = await s3Backend({...CONFIG, ...config}, {env}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GantryError);
    const {failure} = error as GantryError;
    expect(failure.code).toBe('input/usage');
    const {message, hint} = failureText(failure);
    expect(`${message} ${hint ?? ''}`).toContain(says);
    expect(`${message} ${hint ?? ''}`).not.toContain('hidden');
  });

  it.each<{name: string; config: Partial<S3Config>; env?: Environment; called: string}>([
    {name: 'Amazon', config: {}, called: 's3 (team-state in us-east-1)'},
    {
      name: 'Amazon, elsewhere',
      config: {region: 'eu-central-1', prefix: 'a/b'},
      called: 's3 (team-state/a/b in eu-central-1)',
    },
    {name: 'another', config: {endpoint: 'https://s3.example/'}, called: 's3 (team-state at https://s3.example)'},
    {
      name: 'that of the environment for S3',
      config: {},
      env: {AWS_ENDPOINT_URL: 'https://all.example', AWS_ENDPOINT_URL_S3: 'https://s3.example'},
      called: 's3 (team-state at https://s3.example)',
    },
    {
      name: 'one without TLS, permitted',
      config: {endpoint: 'http://s3.example', insecure: true},
      called: 's3 (team-state at http://s3.example)',
    },
  ])('an error names the endpoint: $name', async ({config, env = {}, called}) => {
    expect((await s3Backend({...CONFIG, ...config}, {env})).name).toBe(called);
  });
});

describe('the region', () => {
  const {region: _, ...without} = CONFIG;

  it('the region is that of AWS_REGION, then that of AWS_DEFAULT_REGION', async () => {
    const named = async (env: Environment) => (await s3Backend(without, {env})).name;
    expect(await named({AWS_REGION: 'eu-west-1', AWS_DEFAULT_REGION: 'eu-west-2'})).toContain('eu-west-1');
    expect(await named({AWS_DEFAULT_REGION: 'eu-west-2'})).toContain('eu-west-2');
  });

  it('the region of a server other than Amazon’s has a default', async () => {
    const fake = await fakeS3();
    const {region: _region, ...config} = {...CONFIG, endpoint: fake.endpoint, insecure: true};
    const env = {AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 's'};
    await (await s3Backend(config, {env})).list('');
    expect(fake.asked[0]?.headers['authorization']).toContain('/us-east-1/s3/');
  });
});

describe('a sent request', () => {
  it.each<{encryption: NonNullable<S3Config['encryption']>; headers: Readonly<Record<string, string | undefined>>}>([
    {encryption: {algorithm: 'AES256'}, headers: {algorithm: 'AES256'}},
    {encryption: {algorithm: 'aws:kms'}, headers: {algorithm: 'aws:kms'}},
    {encryption: {algorithm: 'aws:kms', keyId: 'key-1'}, headers: {algorithm: 'aws:kms', keyId: 'key-1'}},
  ])('each write requests $encryption', async ({encryption, headers}) => {
    const fake = await fakeS3();
    await (await backendOn(fake, {config: {encryption}})).put('a/b', new Uint8Array(1), undefined);
    const writes = fake.asked.filter(({method}) => method === 'PUT');
    expect(writes.length).toBeGreaterThan(1);
    for (const {headers: sent} of writes) {
      expect(sent['x-amz-server-side-encryption']).toBe(headers['algorithm']);
      expect(sent['x-amz-server-side-encryption-aws-kms-key-id']).toBe(headers['keyId']);
    }
  });

  it('the bucket is in the path if pathStyle is set, and by default at an own endpoint', async () => {
    const fake = await fakeS3();
    await (await backendOn(fake)).get('a/b');
    expect(fake.asked[0]).toMatchObject({key: 'a/b'});
  });
});
