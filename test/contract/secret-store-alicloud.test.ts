import {describe, expect, it} from 'vitest';
import {alicloudStore} from '../../src/adapters/alicloud/secret-store/alicloud-store.ts';
import {faultOf, type SecretFault} from '../../src/core/secret/secret-fault.ts';
import type {NoSecret, SecretReading, SecretStore} from '../../src/ports/secret-store.ts';
import {leaks, plainCanary} from '../rig/canaries.ts';
import {type AlicloudDouble, type AlicloudVersion, alicloudDouble, bodyOf, problem} from '../rig/doubles/alicloud.ts';
import {page} from '../rig/doubles/http-double.ts';
import {readSecret, textOf} from '../rig/read-secret.ts';
import {secretStoreContract} from './secret-store.ts';

const ID = 'LTAI-test';
const KEY = plainCanary('key');
const STS = plainCanary('sts');
const VALUE = plainCanary('value');
const KEYS = {accessKeyId: ID, accessKeySecret: KEY};
const ENV = {ALICLOUD_ACCESS_KEY: ID, ALICLOUD_SECRET_KEY: KEY};

const open = (
  double: AlicloudDouble,
  env: Readonly<Record<string, string>> = ENV,
  deps: {readonly timeoutMs?: number} = {},
): SecretStore => alicloudStore({kind: 'alicloud', region: 'cn-hangzhou', endpoint: double.url}, {env, ...deps});

async function keeping(secrets: Readonly<Record<string, readonly AlicloudVersion[]>>): Promise<AlicloudDouble> {
  const double = await alicloudDouble(KEYS);
  for (const [name, versions] of Object.entries(secrets)) double.secrets.set(name, versions);
  return double;
}

const fetchOf = (store: SecretStore, name: string): Promise<SecretReading> => store.fetch({name: name.split('/')});

secretStoreContract(
  'alicloud (a double)',
  async (secrets) =>
    open(await keeping(Object.fromEntries(Object.entries(secrets).map(([name, data]) => [name, [{id: '1', data}]])))),
  {versions: true},
);

describe('KMS of Alibaba Cloud (a double)', () => {
  it('a request to KMS has the form of its documentation, and a signature', async () => {
    const double = await keeping({'team/db': [{id: '1', data: 'x'}]});
    expect(await fetchOf(open(double), 'team/db')).toHaveProperty('value');
    const [asked] = double.asked;
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({SecretName: 'team/db'});
    expect(asked?.headers).toMatchObject({'x-acs-action': 'GetSecretValue', 'x-acs-version': '2016-01-20'});
    expect(leaks(JSON.stringify(double.asked), {KEY})).toEqual([]);
  });

  it('the double of KMS responds with the fields of the documentation', () => {
    expect(bodyOf('secret001', {id: 'v1', data: 'testdata1'}, ['ACSCurrent'])).toEqual({
      SecretName: 'secret001',
      SecretType: 'Generic',
      SecretData: 'testdata1',
      SecretDataType: 'text',
      VersionId: 'v1',
      VersionStages: {VersionStage: ['ACSCurrent']},
      CreateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+Z$/),
      RequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      AutomaticRotation: 'Disabled',
    });
    expect(problem(404, 'Forbidden.ResourceNotFound').body).toEqual({
      Code: 'Forbidden.ResourceNotFound',
      Message: expect.any(String),
      RequestId: expect.any(String),
      HostId: expect.any(String),
      Recommend: expect.any(String),
    });
  });

  it.each([
    {title: 'the current one', query: '', want: 'third'},
    {title: 'an id', query: '?version=v1', want: 'first'},
    {title: 'an id that looks like a stage', query: '?version=id/ACS', want: 'second'},
    {title: 'a stage', query: '?version=ACSPrevious', want: 'second'},
    {title: 'a stage of one’s own', query: '?version=stage/blue', want: 'first'},
  ])('the requested version of a secret is returned: $title', async ({query, want}) => {
    const versions = [
      {id: 'v1', data: 'first', stages: ['blue']},
      {id: 'ACS', data: 'second'},
      {id: 'v3', data: 'third'},
    ];
    expect(await textOf(open(await keeping({db: versions})), `ref://db${query}`)).toBe(want);
  });

  it('a response with another version than the requested one is refused', async () => {
    const versions = [
      {id: 'v1', data: VALUE, managed: true},
      {id: 'v2', data: VALUE, managed: true},
    ] as const;
    const store = open(await keeping({rds: versions}));
    const answer = await readSecret(store, 'ref://rds?version=v1');
    expect(answer).toMatchObject({
      because: expect.stringContaining('KMS returned another version of the secret rds than v1'),
    });
    expect(leaks(JSON.stringify(answer), {VALUE})).toEqual([]);
    expect(await textOf(store, 'ref://rds?version=ACSPrevious')).toBe(VALUE);
  });

  it('a binary secret is returned to callers that accept bytes', async () => {
    const data = Buffer.from([0xff, 0x00, 0xfe]).toString('base64');
    const store = open(await keeping({keystore: [{id: '1', data, type: 'binary'}]}));
    const reading = await readSecret(store, 'ref://keystore', {bytes: true});
    expect('value' in reading && reading.value.base64()).toBe(data);
    expect(await textOf(store, 'ref://keystore')).toContain('is not UTF-8 text');
  });

  it('a secret is found by a name with slashes, and by the ARN of another account', async () => {
    const arn = 'acs:kms:cn-hangzhou:188:secret/db';
    const store = open(await keeping({[arn]: [{id: '1', data: 'x'}], 'a/b/c': [{id: '1', data: '{"d":"y"}'}]}));
    expect(await textOf(store, `ref://${arn}`)).toBe('x');
    expect(await textOf(store, 'ref://a/b/c/d')).toBe('y');
    expect(await textOf(store, 'ref://a/b/c')).toBe('{"d":"y"}');
  });
});

describe('the credentials for Alibaba Cloud (a double)', () => {
  it.each([
    {title: 'the variables of Terraform', env: ENV},
    {
      title: 'the variables of Alibaba Cloud',
      env: {ALIBABA_CLOUD_ACCESS_KEY_ID: ID, ALIBABA_CLOUD_ACCESS_KEY_SECRET: KEY},
    },
    {
      title: 'the variables of Terraform before those of Alibaba Cloud',
      env: {...ENV, ALIBABA_CLOUD_ACCESS_KEY_ID: 'other', ALIBABA_CLOUD_ACCESS_KEY_SECRET: 'other'},
    },
  ])('the keys are read from $title', async ({env}) =>
    expect(await textOf(open(await keeping({db: [{id: '1', data: 'x'}]}), env), 'ref://db')).toBe('x'),
  );

  it('an STS token is sent with its keys', async () => {
    const double = await alicloudDouble({...KEYS, securityToken: STS});
    double.secrets.set('db', [{id: '1', data: 'x'}]);
    expect(await textOf(open(double, {...ENV, ALICLOUD_SECURITY_TOKEN: STS}), 'ref://db')).toBe('x');
    const answer = await readSecret(open(double, {...ENV, ALICLOUD_SECURITY_TOKEN: 'old'}), 'ref://db');
    expect(answer).toMatchObject({
      because: expect.stringContaining('rejects the credentials (InvalidSecurityToken'),
    });
  });

  it.each([
    {title: 'no keys', env: {}, says: 'ALICLOUD_ACCESS_KEY and ALICLOUD_SECRET_KEY are not set'},
    {title: 'an ID without its key', env: {ALICLOUD_ACCESS_KEY: ID}, says: 'ALICLOUD_SECRET_KEY is not set'},
    {title: 'an unknown ID', env: {...ENV, ALICLOUD_ACCESS_KEY: 'other'}, says: '(InvalidAccessKeyId.NotFound)'},
    {title: 'the key of another ID', env: {...ENV, ALICLOUD_SECRET_KEY: VALUE}, says: '(SignatureDoesNotMatch)'},
  ])('an environment with $title has no access', async ({env, says}) => {
    const answer = await readSecret(open(await keeping({db: [{id: '1', data: 'x'}]}), env), 'ref://db');
    expect(answer).toMatchObject({because: expect.stringContaining(says), fault: 'denied'});
    expect(leaks(JSON.stringify(answer), {KEY, VALUE})).toEqual([]);
  });
});

describe('problems with KMS (a double)', () => {
  /** The expected faults. Without an entry, a transient problem is `unreachable`, and any other has no fault. */
  const faults: Readonly<Record<string, SecretFault>> = {
    'a missing permission': 'denied',
    'a page of a proxy': 'unreachable',
    'a page of a gateway': 'unreachable',
  };
  it.each([
    {
      name: 'a missing secret',
      answer: problem(404, 'Forbidden.ResourceNotFound'),
      says: 'the secret db does not exist',
      again: false,
    },
    {name: 'a missing permission', answer: problem(403, 'Forbidden.NoPermission'), says: 'is denied', again: false},
    {name: 'a disabled key', answer: problem(409, 'Rejected.Disabled'), says: 'Rejected.Disabled', again: false},
    {name: 'throttling', answer: problem(429, 'Rejected.Throttling'), says: 'too many requests', again: true},
    {name: 'an internal error', answer: problem(500, 'InternalFailure'), says: 'an internal problem', again: true},
    {name: 'an unknown internal error', answer: problem(503, 'Other'), says: 'an internal problem (Other', again: true},
    {
      name: 'another error code',
      answer: problem(400, 'InvalidParameter'),
      says: '(InvalidParameter, HTTP 400)',
      again: false,
    },
    {name: 'a page of a proxy', answer: page(VALUE), says: 'is not from KMS', again: false},
    {name: 'a page of a gateway', answer: {status: 502, body: VALUE}, says: 'is not from KMS', again: true},
    {
      name: 'an answer without a value',
      answer: {status: 200, body: {RequestId: VALUE}},
      says: 'returned no value',
      again: false,
    },
    {name: 'a cut connection', answer: 'cut', says: 'there is no response from 127.0.0.1', again: true},
    {name: 'a silent server', answer: 'silent', says: 'there is no response from 127.0.0.1', again: true},
  ] as const)('$name is reported without the words of KMS', async ({name, answer, says, again}) => {
    const double = await keeping({db: [{id: '1', data: 'x'}]});
    double.interfere = () => answer;
    const reading = await fetchOf(open(double, ENV, answer === 'silent' ? {timeoutMs: 200} : {}), 'db');
    expect(reading).toMatchObject({because: expect.stringContaining(says)});
    expect(faultOf(reading as NoSecret)).toBe(faults[name] ?? (again ? 'unreachable' : undefined));
    expect((reading as NoSecret).transient ?? false).toBe(again);
    expect(JSON.stringify(reading)).not.toContain('canary');
  });

  it('a server with an untrusted certificate is named', async () => {
    const double = await keeping({});
    const {port} = new URL(double.url);
    const store = alicloudStore({kind: 'alicloud', region: 'r', endpoint: `https://127.0.0.1:${port}`}, {env: ENV});
    expect(await fetchOf(store, 'db')).toMatchObject({because: expect.stringContaining(`127.0.0.1:${port}`)});
  });
});
