import {randomUUID} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {CreateSecretCommand, PutSecretValueCommand, SecretsManagerClient} from '@aws-sdk/client-secrets-manager';
import {LabelParameterVersionCommand, PutParameterCommand, SSMClient} from '@aws-sdk/client-ssm';
import {describe, expect, it, onTestFinished} from 'vitest';
import {awsProblem} from '../../src/adapters/aws/login/aws-problem.ts';
import type {AwsConfig} from '../../src/adapters/aws/secret-store/aws-service.ts';
import {awsStore} from '../../src/adapters/aws/secret-store/aws-store.ts';
import type {SecretStore} from '../../src/ports/secret-store.ts';
import {readSecret, textOf} from '../rig/read-secret.ts';
import {withService} from '../rig/s3.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {acquireService} from '../services/for-tests.ts';
import {mapStoreContract} from './map-store.ts';
import {secretStoreContract} from './secret-store.ts';

const KEYS = {AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'canary-key'};

async function moto() {
  const acquired = await acquireService('moto');
  if (acquired.kind === 'missing') throw new Error(acquired.reason);
  return acquired.service.endpoint;
}

const storeAt = (endpoint: string, config: Partial<AwsConfig> = {}): SecretStore =>
  awsStore(
    {kind: 'aws', service: 'secretsManager', region: 'us-east-1', ...config},
    {env: {...KEYS, AWS_ENDPOINT_URL: endpoint}},
  );

const client = (endpoint: string, region = 'us-east-1') => ({
  endpoint,
  region,
  credentials: {accessKeyId: 'AKIATEST', secretAccessKey: 'x'},
});

await withService('moto', 'AWS Secrets Manager and Parameter Store', () => {
  secretStoreContract(
    'aws (Secrets Manager, on moto)',
    async (secrets) => {
      const endpoint = await moto();
      const names = new Map(Object.keys(secrets).map((name) => [name, `${name}-${randomUUID()}`]));
      const manager = new SecretsManagerClient(client(endpoint));
      for (const [name, SecretString] of Object.entries(secrets))
        await manager.send(new CreateSecretCommand({Name: names.get(name) ?? name, SecretString}));
      return renamed(storeAt(endpoint), names);
    },
    {versions: true, empties: false},
  );

  mapStoreContract('aws (Secrets Manager, on moto)', async (secrets) => {
    const endpoint = await moto();
    const manager = new SecretsManagerClient(client(endpoint));
    for (const [Name, data] of Object.entries(secrets))
      await manager.send(new CreateSecretCommand({Name, SecretString: JSON.stringify(data)}));
    return storeAt(endpoint);
  });
  secretStoreContract(
    'aws (Parameter Store, on moto)',
    async (secrets) => {
      const endpoint = await moto();
      const names = new Map(Object.keys(secrets).map((name) => [name, `${name}-${randomUUID()}`]));
      const ssm = new SSMClient(client(endpoint));
      for (const [name, Value] of Object.entries(secrets))
        if (Value !== '') await ssm.send(new PutParameterCommand({Name: names.get(name), Value, Type: 'SecureString'}));
      return renamed(storeAt(endpoint, {service: 'parameterStore'}), names);
    },
    {versions: true, empties: false},
  );

  const names = (): string => `t${randomUUID()}`;

  it('a secret of AWS has stages, versions by id, and bytes', async () => {
    const endpoint = await moto();
    const manager = new SecretsManagerClient(client(endpoint));
    const Name = `prod/${names()}`;
    const first = await manager.send(
      new CreateSecretCommand({Name, SecretString: '{"password":"one","users":[{"n":"a"}]}'}),
    );
    await manager.send(new PutSecretValueCommand({SecretId: Name, SecretString: '{"password":"two"}'}));
    const store = storeAt(endpoint);
    expect(await textOf(store, `ref://${Name}/password`)).toBe('two');
    expect(await textOf(store, `ref://${Name}/password?version=AWSPREVIOUS`)).toBe('one');
    expect(await textOf(store, `ref://${Name}/password?version=uuid/${first.VersionId}`)).toBe('one');
    expect(await textOf(store, `ref://${Name}/users.0.n?version=AWSPREVIOUS`)).toBe('a');
    expect(await textOf(store, `ref://${Name}`)).toBe('{"password":"two"}');
    expect(await textOf(store, `ref://${first.ARN}/password`)).toBe('two');
    expect(await textOf(store, `ref://${Name}/password?version=NONE`)).toContain('or its version NONE does not exist');
    const bytes = names();
    await manager.send(new CreateSecretCommand({Name: bytes, SecretBinary: Buffer.from([0xff, 0x00])}));
    const answer = await readSecret(store, `ref://${bytes}`, {bytes: true});
    expect('value' in answer && answer.value.base64()).toBe('/wA=');
    expect(await textOf(store, `ref://${bytes}`)).toContain('not UTF-8 text');
  });

  it('a role of AWS that a token is let into may read', async () => {
    const endpoint = await moto();
    const Name = names();
    await new SecretsManagerClient(client(endpoint)).send(new CreateSecretCommand({Name, SecretString: 'x'}));
    const token = join(await scratchDirectory(), 'token');
    await writeFile(token, 'a.b.c');
    const env = {
      AWS_ENDPOINT_URL: endpoint,
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/ci',
      AWS_WEB_IDENTITY_TOKEN_FILE: token,
    };
    const store = (file: string) =>
      awsStore({kind: 'aws', service: 'secretsManager'}, {env: {...env, AWS_WEB_IDENTITY_TOKEN_FILE: file}});
    expect(await textOf(store(token), `ref://${Name}`)).toBe('x');
    expect(await textOf(store('/no/token'), `ref://${Name}`)).toContain('the token file /no/token');
  });

  it('a parameter has a path, versions and labels, and is decrypted', async () => {
    const endpoint = await moto();
    const ssm = new SSMClient(client(endpoint));
    const place = names();
    const put = (Value: string) =>
      ssm.send(new PutParameterCommand({Name: `/${place}/db/password`, Value, Type: 'SecureString', Overwrite: true}));
    await put('one');
    await put('{"a":{"b":"two"}}');
    await ssm.send(
      new LabelParameterVersionCommand({Name: `/${place}/db/password`, ParameterVersion: 1, Labels: ['old']}),
    );
    await ssm.send(new PutParameterCommand({Name: place, Value: 'flat', Type: 'String'}));
    const store = storeAt(endpoint, {service: 'parameterStore'});
    expect(await textOf(store, `ref://${place}/db/password`)).toBe('{"a":{"b":"two"}}');
    expect(await textOf(store, `ref://${place}/db/password/a.b`)).toBe('two');
    expect(await textOf(store, `ref://${place}/db/password?version=1`)).toBe('one');
    expect(await textOf(store, `ref://${place}/db/password?version=old`)).toBe('one');
    expect(await textOf(store, `ref://${place}`)).toBe('flat');
    expect(await textOf(store, `ref://${place}/db/password?version=9`)).toMatch(/version 9 of/);
    expect(await textOf(store, `ref://${place}/db/user`)).toContain(`${place}/db/user does not exist in AWS`);
  });
});

/** Asks for another name, and is told of the one that was asked for. */
const renamed = (store: SecretStore, names: ReadonlyMap<string, string>): SecretStore => ({
  ...store,
  fetch: async ({name: [first = '', ...deeper], ...secret}) => {
    const actual = names.get(first) ?? `${first}-${randomUUID()}`;
    const reading = await store.fetch({...secret, name: [actual, ...deeper]});
    return 'because' in reading ? {...reading, because: reading.because.replaceAll(actual, first)} : reading;
  },
});

type Reply = {readonly status: number; readonly type: string; readonly message?: string};

/** Refuses every request as AWS would; answers how often it was asked, and the last authorization. */
async function refusing(replies: readonly Reply[]) {
  const asked: {authorization: string; body: string}[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push({
        authorization: request.headers.authorization ?? '',
        body: Buffer.concat(chunks).toString('utf8'),
      });
      const {
        status,
        type,
        message = '',
      } = replies[Math.min(asked.length, replies.length) - 1] ?? {status: 500, type: ''};
      response.writeHead(status, {'content-type': 'application/x-amz-json-1.1', 'x-amzn-errortype': type});
      response.end(type === '' ? message : JSON.stringify({__type: type, message, Message: message}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return {asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`};
}

const USER = 'User: arn:aws:iam::123456789012:user/ci is not authorized to perform: secretsmanager:GetSecretValue';
const FOUND = {status: 200, type: '', message: '{"SecretString":"{\\"p\\":\\"x\\"}"}'} as const;

describe('a refusal of AWS (a double)', () => {
  it.each([
    {
      type: 'AccessDeniedException',
      status: 400,
      message: USER,
      says: 'permission to read db in AWS is denied (as arn:aws:iam::123456789012:user/ci)',
      fault: 'denied',
      times: 2,
    },
    {
      type: 'AccessDeniedException',
      status: 400,
      message: 'Access to KMS is not allowed',
      fault: 'denied',
      says: 'cannot be decrypted',
      times: 1,
    },
    {type: 'DecryptionFailure', status: 400, message: '', says: 'cannot be decrypted', times: 1, fault: 'denied'},
    {type: 'ExpiredTokenException', status: 400, message: '', says: 'have expired', times: 1, fault: 'denied'},
    {
      type: 'UnrecognizedClientException',
      status: 400,
      message: 'The security token',
      says: 'does not recognize the credentials',
      fault: 'denied',
      times: 1,
    },
    {
      type: 'InvalidRequestException',
      status: 400,
      message: 'marked for deletion',
      says: 'marked for deletion',
      times: 1,
    },
    {
      type: 'ThrottlingException',
      status: 400,
      message: 'Rate exceeded',
      says: 'too many requests (ThrottlingException) (asked 3 times)',
      fault: 'unreachable',
      times: 3,
    },
    {type: 'InternalServiceError', status: 500, message: '', says: '(asked 3 times)', times: 3, fault: 'unreachable'},
    {type: 'SomethingNew', status: 400, message: 'canary', says: 'AWS refuses to return db (SomethingNew)', times: 1},
  ])('a refusal of AWS gets its own message: $type $message', async ({says, times, fault, ...reply}) => {
    const {url, asked} = await refusing([reply]);
    const answer = await readSecret(storeAt(url), 'ref://db/password');
    if ('value' in answer) throw new Error('it was given');
    expect(answer.because).toContain(says);
    expect(answer.fault).toBe(fault);
    expect(JSON.stringify(answer)).not.toContain('canary');
    expect(asked).toHaveLength(times);
  });

  it('a throttled request to AWS is repeated', async () => {
    const {url, asked} = await refusing([{status: 400, type: 'ThrottlingException'}, FOUND]);
    expect(await textOf(storeAt(url), 'ref://db/p')).toBe('x');
    expect(asked).toHaveLength(2);
  });

  it('an unknown host, as after a misspelt region, is named', () => {
    const host = 'secretsmanager.eu-wst-1.amazonaws.com';
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), {code: 'ENOTFOUND', hostname: host});
    const asked = {name: 'db', action: 'secretsmanager:GetSecretValue', env: {}};
    expect(awsProblem(error, asked)).toEqual({
      because: `no AWS server was found at ${host} (ENOTFOUND)`,
      hint: 'Check the spelling of `region` and `endpoint`.',
      fault: 'unreachable',
    });
  });

  it('an unreachable server is reported after three attempts', async () => {
    const answer = await textOf(storeAt('http://127.0.0.1:1'), 'ref://db/p');
    expect(answer).toMatch(/was not reached at 127\.0\.0\.1:1, or did not respond \(ECONNREFUSED\) \(asked 3 times\)/);
  });
});

describe('the credentials for AWS (a double)', () => {
  it('the credentials are read from the given environment, and not from that of the process', async () => {
    const {url, asked} = await refusing([FOUND]);
    const env = {
      AWS_ENDPOINT_URL: url,
      AWS_REGION: 'eu-west-3',
      AWS_ACCESS_KEY_ID: 'AKIAOTHER',
      AWS_SECRET_ACCESS_KEY: 'k',
    };
    expect(await textOf(awsStore({kind: 'aws', service: 'secretsManager'}, {env}), 'ref://db/p')).toBe('x');
    expect(asked[0]?.authorization).toContain('Credential=AKIAOTHER/');
    expect(asked[0]?.authorization).toContain('/eu-west-3/secretsmanager/');
  });

  it('missing credentials are reported', async () => {
    const {url} = await refusing([FOUND]);
    const env = {AWS_ENDPOINT_URL: url, AWS_PROFILE: 'no-such-profile-anywhere'};
    const answer = await textOf(awsStore({kind: 'aws', service: 'secretsManager'}, {env}), 'ref://db/p');
    expect(answer).toContain('no AWS credentials were found: the profile no-such-profile-anywhere returned none');
  });
});
