import {describe, expect, it} from 'vitest';
import {credentialFailure, writtenCredentials} from '../../../../../src/adapters/aws/backend/credentials.ts';
import type {S3Config} from '../../../../../src/adapters/aws/backend/s3-config.ts';
import {Secret} from '../../../../../src/core/secret/secret.ts';
import {failureText} from '../../../../../src/ui/failure-text.ts';
import {fakeS3} from '../../../../rig/fake-s3.ts';
import {backendOn} from '../../../../rig/fake-s3-backend.ts';

const CONFIG: S3Config = {kind: 's3', bucket: 'team-state', insecure: false};
const KEYS = {AWS_ACCESS_KEY_ID: 'AKIAENV', AWS_SECRET_ACCESS_KEY: 'env-secret'};
const WRITTEN = {accessKeyId: new Secret('AKIAWRITTEN'), secretAccessKey: new Secret('written-secret')};

describe('credentials', () => {
  it.each<{name: string; config?: Partial<S3Config>; env: Readonly<Record<string, string>>; used: string | undefined}>([
    {
      name: 'that are written count most',
      config: {credentials: WRITTEN},
      env: {...KEYS, AWS_PROFILE: 'p'},
      used: 'AKIAWRITTEN',
    },
    {name: 'of the environment are taken', env: KEYS, used: 'AKIAENV'},
    {
      name: 'of the environment yield to a profile, as everywhere with the SDK',
      env: {...KEYS, AWS_PROFILE: 'p'},
      used: undefined,
    },
    {
      name: 'of the environment yield to the profile of the backend',
      config: {profile: 'p'},
      env: KEYS,
      used: undefined,
    },
    {name: 'of which one half is missing are none', env: {AWS_ACCESS_KEY_ID: 'AKIAENV'}, used: undefined},
    {name: 'that are empty are none', env: {AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: ''}, used: undefined},
  ])('$name', ({config = {}, env, used}) => {
    expect(writtenCredentials({...CONFIG, ...config}, env)?.accessKeyId).toBe(used);
  });

  it('credentials with a session token are sent with it', async () => {
    const fake = await fakeS3();
    const credentials = {...WRITTEN, sessionToken: new Secret('the-token')};
    await (await backendOn(fake, {config: {credentials}})).get('a/b');
    expect(fake.asked[0]?.headers).toMatchObject({
      'x-amz-security-token': 'the-token',
      authorization: expect.stringContaining('Credential=AKIAWRITTEN/'),
    });
  });
});

describe('missing credentials', () => {
  const none = Object.assign(new Error('Could not load credentials from any providers'), {
    name: 'CredentialsProviderError',
  });
  const said = (error: Error, env: Readonly<Record<string, string>>): string => {
    const {failure} = credentialFailure(error, {backend: 's3 (team-state)', config: CONFIG, env});
    const {message, hint} = failureText(failure);
    return `${failure.code} ${message} ${hint ?? ''}`;
  };

  it('the error names all searched sources', () => {
    const text = said(none, {});
    for (const source of [
      'AWS_ACCESS_KEY_ID',
      'the profile default',
      '~/.aws/credentials',
      'AWS_WEB_IDENTITY_TOKEN_FILE',
      'metadata of the machine',
    ])
      expect(text).toContain(source);
    expect(text).toMatch(/^backend\/credential /);
  });

  it.each([
    {env: {AWS_ACCESS_KEY_ID: 'AKIA'}, says: 'only AWS_ACCESS_KEY_ID is set'},
    {
      env: {AWS_PROFILE: 'prod', AWS_CONFIG_FILE: '/etc/aws'},
      says: 'the profile prod in ~/.aws/credentials and /etc/aws',
    },
    {env: {AWS_EC2_METADATA_DISABLED: 'true'}, says: 'disabled by AWS_EC2_METADATA_DISABLED'},
    {env: {AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://169.254.170.2/x'}, says: 'the credentials of the container'},
  ])('the error with $env says: $says', ({env, says}) => {
    expect(said(none, env)).toContain(says);
  });

  it('the error contains the text of a source without secrets', () => {
    const refused = Object.assign(new Error('No OpenIDConnect provider for canary-token found'), {
      name: 'InvalidIdentityToken',
    });
    const text = said(refused, {AWS_SESSION_TOKEN: 'canary-token'});
    expect(text).toContain('InvalidIdentityToken');
    expect(text).not.toContain('canary-token');
  });
});
