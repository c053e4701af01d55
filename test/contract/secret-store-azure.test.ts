import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {azureStore} from '../../src/adapters/azure/secret-store/azure-store.ts';
import {faultOf, type SecretFault} from '../../src/core/secret/secret-fault.ts';
import {type HttpsAnswer, type HttpsRequest, httpsRequest} from '../../src/lib/https-request.ts';
import type {NoSecret, SecretReading, SecretStore} from '../../src/ports/secret-store.ts';
import {leaks, plainCanary} from '../rig/canaries.ts';
import {type AzureDouble, type AzureVersion, azureDouble, problem} from '../rig/doubles/azure.ts';
import {httpDouble, page} from '../rig/doubles/http-double.ts';
import {readSecret, textOf} from '../rig/read-secret.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {secretStoreContract} from './secret-store.ts';

const VALUE = plainCanary('value');

type Env = Readonly<Record<string, string>>;

const clientOf = ({login, url}: AzureDouble): Env => ({
  ARM_CLIENT_ID: login.clientId,
  ARM_CLIENT_SECRET: login.clientSecret,
  ARM_TENANT_ID: login.tenant,
  AZURE_AUTHORITY_HOST: url,
});

function open(double: AzureDouble, env: Env = clientOf(double), limits: Partial<HttpsRequest> = {}): SecretStore {
  const http: typeof httpsRequest = (request) => httpsRequest({...request, ca: double.ca, ...limits});
  return azureStore({kind: 'azure', vaultUrl: double.url}, {env, http});
}

async function keeping(secrets: Readonly<Record<string, readonly AzureVersion[]>>): Promise<AzureDouble> {
  const double = await azureDouble();
  for (const [name, versions] of Object.entries(secrets)) double.secrets.set(name, versions);
  return double;
}

const json = (body: unknown): HttpsAnswer => ({
  status: 200,
  headers: {'content-type': 'application/json'},
  body: Buffer.from(JSON.stringify(body)),
});

const fetchOf = (store: SecretStore, ...name: readonly string[]): Promise<SecretReading> => store.fetch({name});

secretStoreContract(
  'azure (a double)',
  async (secrets) =>
    open(await keeping(Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, [{id: '1', value}]])))),
  {versions: true},
);

describe('Azure Key Vault (a double)', () => {
  it('requests to a Key Vault have the form of its documentation, and share one login', async () => {
    const double = await keeping({db: [{id: 'a1', value: 'x'}], other: [{id: 'b1', value: 'y'}]});
    const store = open(double);
    expect(await Promise.all([textOf(store, 'ref://db'), textOf(store, 'ref://other?version=b1')])).toEqual(['x', 'y']);
    const asked = double.asked.filter(({path}) => path.startsWith('/secrets/'));
    expect(asked.map(({path}) => path).toSorted()).toEqual(['/secrets/db', '/secrets/other/b1']);
    expect(asked[0]?.query.get('api-version')).toBe('7.4');
    expect(double.asked.filter(({path}) => path.endsWith('/token'))).toHaveLength(1);
  });

  it('the double of a Key Vault responds with the fields of the documentation', async () => {
    const double = await keeping({db: [{id: 'a1', value: 'x', contentType: 'text/plain'}]});
    double.keys.set('sign', {kty: 'RSA', n: 'AQAB', e: 'AQAB', key_ops: ['verify']});
    const get = async (path: string): Promise<unknown> => {
      const url = `${double.url}/${path}?api-version=7.4`;
      const headers = {authorization: 'Bearer canary-token-1'};
      const {body} = await httpsRequest({url, headers, ca: double.ca, timeoutMs: 10_000, maxBytes: 10_000});
      return JSON.parse(body.toString('utf8'));
    };
    const attributes = {enabled: true, created: expect.any(Number), updated: expect.any(Number)};
    expect(await get('secrets/db')).toMatchObject({
      value: 'x',
      contentType: 'text/plain',
      id: `${double.url}/secrets/db/a1`,
      attributes,
    });
    const key = {kid: `${double.url}/keys/sign/1`, kty: 'RSA', key_ops: ['verify'], n: 'AQAB', e: 'AQAB'};
    expect(await get('keys/sign')).toMatchObject({key, attributes});
    expect(await get('secrets/none')).toEqual({error: {code: 'SecretNotFound', message: expect.any(String)}});
  });

  it('a token that expires soon is replaced by another login', async () => {
    const double = await keeping({db: [{id: 'a1', value: 'x'}]});
    double.lifetime = 30;
    const store = open(double);
    expect([await textOf(store, 'ref://db'), await textOf(store, 'ref://db')]).toEqual(['x', 'x']);
    expect(double.asked.filter(({path}) => path.endsWith('/token'))).toHaveLength(2);
  });

  it.each([
    {title: 'the newest version', uri: 'ref://db', want: 'second'},
    {title: 'the version that was asked for', uri: 'ref://db?version=a1', want: 'first'},
    {title: 'a certificate in PEM as text', uri: 'ref://cert/pem', want: '-----BEGIN'},
    {title: 'a public key as JWK', uri: 'ref://key/sign/kty', want: 'RSA'},
    {title: 'a property of a secret called cert', uri: 'ref://cert/user', want: 'me'},
  ])('a Key Vault returns $title', async ({uri, want}) => {
    const double = await keeping({
      db: [
        {id: 'a1', value: 'first'},
        {id: 'a2', value: 'second'},
      ],
      pem: [{id: '1', value: '-----BEGIN', contentType: 'application/x-pem-file'}],
      cert: [{id: '1', value: '{"user":"me"}'}],
    });
    double.keys.set('sign', {kty: 'RSA', n: 'AQAB', e: 'AQAB', key_ops: ['verify']});
    expect(await textOf(open(double), uri)).toBe(want);
  });

  it('a Key Vault returns a certificate in PKCS #12 as bytes', async () => {
    const value = Buffer.from([0x30, 0x82, 0xff]).toString('base64');
    const store = open(await keeping({web: [{id: '1', value, contentType: 'application/x-pkcs12'}]}));
    const reading = await readSecret(store, 'ref://cert/web', {bytes: true});
    expect('value' in reading && reading.value.base64()).toBe(value);
    expect(await textOf(store, 'ref://cert/web')).toContain('is not UTF-8 text');
  });

  it.each([
    {title: 'a disabled version', uri: 'ref://db?version=a1', says: 'version a1 of the secret db is disabled'},
    {title: 'an invalid version', uri: 'ref://db?version=a.1', says: 'a.1 is not a valid version in a Key Vault'},
    {title: 'a missing certificate', uri: 'ref://cert/none', says: 'the certificate none does not exist'},
    {title: 'an invalid name', uri: 'ref://a_b', says: 'a_b is not a valid name in a Key Vault'},
  ])('$title is reported', async ({uri, says}) =>
    expect(await textOf(open(await keeping({db: [{id: 'a1', value: VALUE, enabled: false}]})), uri)).toContain(says),
  );
});

describe('the credentials for Azure (a double)', () => {
  it('the login uses the variables of the Azure SDKs, too', async () => {
    const double = await keeping({db: [{id: '1', value: 'x'}]});
    const {login, url} = double;
    const env = {
      AZURE_CLIENT_ID: login.clientId,
      AZURE_CLIENT_SECRET: login.clientSecret,
      AZURE_TENANT_ID: login.tenant,
      AZURE_AUTHORITY_HOST: url,
    };
    expect(await textOf(open(double, env), 'ref://db')).toBe('x');
  });

  it.each([
    {title: 'the token of a pipeline', env: (_file: string) => ({ARM_OIDC_TOKEN: VALUE})},
    {title: 'a token in a file', env: (file: string) => ({AZURE_FEDERATED_TOKEN_FILE: file})},
  ])('the login uses $title', async ({env}) => {
    const double = await keeping({db: [{id: '1', value: 'x'}]});
    const file = join(await scratchDirectory(), 'token');
    await writeFile(file, VALUE);
    const {login, url} = double;
    const usual = {ARM_CLIENT_ID: login.clientId, ARM_TENANT_ID: login.tenant, AZURE_AUTHORITY_HOST: url};
    const reading = await fetchOf(open(double, {...usual, ...env(file)}), 'db');
    const sent = double.asked.find(({path}) => path.endsWith('/token'));
    expect(new URLSearchParams(sent?.body).get('client_assertion')).toBe(VALUE);
    // The double knows a client secret alone.
    expect(reading).toMatchObject({because: 'Azure refuses the login of the client deploy (AADSTS7000215)'});
    expect(leaks(JSON.stringify(reading), {VALUE})).toEqual([]);
  });

  it('a GitHub job logs in with the token that GitHub issues', async () => {
    const double = await keeping({});
    const github = await httpDouble(({headers, query}) => {
      const isOurs =
        headers.authorization === `Bearer ${VALUE}` && query.get('audience') === 'api://AzureADTokenExchange';
      return isOurs ? {status: 200, body: {count: 1, value: 'canary-of-the-job'}} : {status: 401, body: {}};
    });
    const {login, url} = double;
    const env = {
      ARM_USE_OIDC: 'true',
      ARM_CLIENT_ID: login.clientId,
      ARM_TENANT_ID: login.tenant,
      AZURE_AUTHORITY_HOST: url,
      ACTIONS_ID_TOKEN_REQUEST_URL: `${github.url}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: VALUE,
    };
    await fetchOf(open(double, env), 'db');
    const sent = double.asked.find(({path}) => path.endsWith('/token'));
    expect(new URLSearchParams(sent?.body).get('client_assertion')).toBe('canary-of-the-job');
    const refused = await fetchOf(open(double, {...env, ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'canary-other'}), 'db');
    expect(refused).toMatchObject({because: expect.stringContaining('Azure returned no token for the client deploy')});
    expect(JSON.stringify(refused)).not.toContain('canary');
  });

  it.each([
    {environmentType: undefined, host: 'login.microsoftonline.com', scope: 'https://vault.azure.net/.default'},
    {
      environmentType: 'USGovernmentCloud',
      host: 'login.microsoftonline.us',
      scope: 'https://vault.usgovcloudapi.net/.default',
    },
    {environmentType: 'ChinaCloud', host: 'login.partner.microsoftonline.cn', scope: 'https://vault.azure.cn/.default'},
    {
      environmentType: 'GermanCloud',
      host: 'login.microsoftonline.de',
      scope: 'https://vault.microsoftazure.de/.default',
    },
  ] as const)('a token for vaults of its cloud is requested from $host', async ({environmentType, host, scope}) => {
    const tokens: {readonly host: string; readonly path: string; readonly scope: string | null}[] = [];
    const http: typeof httpsRequest = async ({url, body}) => {
      const {host: server, pathname, origin} = new URL(url);
      if (pathname.endsWith('/token')) {
        tokens.push({host: server, path: pathname, scope: new URLSearchParams(String(body)).get('scope')});
        return json({token_type: 'Bearer', expires_in: 3600, access_token: 't'});
      }
      if (server.startsWith('team.')) return json({value: 'x', id: `${url}/1`, attributes: {enabled: true}});
      if (pathname.includes('/discovery/instance')) return json({tenant_discovery_endpoint: url, metadata: []});
      const base = `${origin}/from-config`;
      const endpoints = {authorization_endpoint: `${base}/oauth2/v2.0/authorize`, jwks_uri: `${base}/keys`};
      return json({issuer: `${base}/v2.0`, token_endpoint: `${base}/oauth2/v2.0/token`, ...endpoints});
    };
    const vaultUrl = `https://team.${new URL(scope.replace(/\.default$/, '')).hostname}`;
    const config = {kind: 'azure', vaultUrl, tenantId: 'from-config'} as const;
    const env = {ARM_CLIENT_ID: 'c', ARM_CLIENT_SECRET: VALUE, ARM_TENANT_ID: 'from-environment'};
    const store = azureStore({...config, ...(environmentType === undefined ? {} : {environmentType})}, {env, http});
    expect(await textOf(store, 'ref://db')).toBe('x');
    expect(tokens).toEqual([{host, path: '/from-config/oauth2/v2.0/token', scope: expect.stringContaining(scope)}]);
  });

  it('the login of `az` is used where the environment contains no credentials', async () => {
    const double = await keeping({db: [{id: '1', value: 'x'}]});
    const bin = await scratchDirectory();
    vi.stubEnv('PATH', bin);
    onTestFinished(() => void vi.unstubAllEnvs());
    const nobody = await readSecret(open(double, {}), 'ref://db');
    expect(nobody).toMatchObject({
      because: expect.stringContaining('the Azure CLI has no login to Azure'),
      hint: expect.stringContaining('az login'),
    });
    const token = {accessToken: 'canary-token-az', expires_on: 4_102_444_800, tenant: 't', tokenType: 'Bearer'};
    await writeFile(join(bin, 'az'), `#!/bin/sh\necho '${JSON.stringify(token)}'\n`, {mode: 0o755});
    expect(await textOf(open(double, {}), 'ref://db')).toBe('x');
  });

  it.each([
    {title: 'a secret without a client ID', env: {ARM_CLIENT_SECRET: VALUE}, says: 'but not ARM_CLIENT_ID'},
    {
      title: 'a secret without a tenant ID',
      env: {ARM_CLIENT_SECRET: VALUE, ARM_CLIENT_ID: 'c'},
      says: 'but not ARM_TENANT_ID',
    },
  ])('an environment with $title has no access', async ({env, says}) => {
    const answer = await readSecret(open(await keeping({}), env), 'ref://db');
    expect(answer).toMatchObject({because: expect.stringContaining(says), fault: 'denied'});
    expect(leaks(JSON.stringify(answer), {VALUE})).toEqual([]);
  });

  it('an invalid client secret is reported', async () => {
    const double = await keeping({});
    const answer = await readSecret(open(double, {...clientOf(double), ARM_CLIENT_SECRET: VALUE}), 'ref://db');
    expect(answer).toEqual({
      because: expect.stringContaining('Azure refuses the login of the client deploy (AADSTS7000215)'),
      hint: 'Use the value of the client secret, not its id.',
      fault: 'denied',
    });
    expect(leaks(JSON.stringify(answer), {VALUE})).toEqual([]);
  });
});

describe('problems with a Key Vault (a double)', () => {
  const challenge = {
    'www-authenticate':
      'Bearer authorization="https://login.microsoftonline.com/t-2", resource="https://vault.azure.net"',
  };
  /** The expected faults. Without an entry, a transient problem is `unreachable`, and any other has no fault. */
  const faults: Readonly<Record<string, SecretFault>> = {
    'another tenant': 'denied',
    'a missing permission': 'denied',
    'a firewall': 'denied',
    'a page of a proxy': 'unreachable',
    'a page that refuses': 'unreachable',
  };
  it.each([
    {
      name: 'another tenant',
      answer: {...problem(401, 'Unauthorized'), headers: challenge},
      says: 'HTTP 401',
      hint: 't-2',
    },
    {
      name: 'a missing permission',
      answer: problem(403, 'Forbidden', 'ForbiddenByRbac'),
      says: '(ForbiddenByRbac, HTTP 403)',
    },
    {name: 'a firewall', answer: problem(403, 'Forbidden', 'ForbiddenByFirewall'), says: 'the firewall'},
    {name: 'another error code', answer: problem(400, 'BadParameter'), says: '(BadParameter, HTTP 400)'},
    {name: 'throttling', answer: problem(429, 'Throttled'), says: 'too many requests', again: true},
    {name: 'an internal error', answer: problem(500, 'InternalError'), says: 'HTTP 500', again: true},
    {name: 'a page of a proxy', answer: page(VALUE), says: 'not from Key Vault (HTTP 200, text/html)'},
    {name: 'a page that refuses', answer: {status: 403, body: VALUE}, says: 'not from Key Vault (HTTP 403, text/html)'},
    {name: 'an answer without a value', answer: {status: 200, body: {id: VALUE}}, says: 'returned no value'},
    {name: 'a cut connection', answer: 'cut' as const, says: 'the connection was interrupted', again: true},
    {name: 'a silent server', answer: 'silent' as const, says: 'no complete response', again: true},
  ])('$name is reported without the words of Key Vault', async ({name, answer, says, hint = '', again = false}) => {
    const double = await keeping({db: [{id: '1', value: 'x'}]});
    double.interfere = ({path}) => (path.startsWith('/secrets/') ? answer : undefined);
    const http: typeof httpsRequest = (request) =>
      httpsRequest({
        ...request,
        ca: double.ca,
        ...(answer === 'silent' && request.url.includes('/secrets/') ? {timeoutMs: 200} : {}),
      });
    const store = azureStore({kind: 'azure', vaultUrl: double.url}, {env: clientOf(double), http});
    const reading = await fetchOf(store, 'db');
    expect(reading).toMatchObject({because: expect.stringContaining(says)});
    if (hint !== '') expect(reading).toMatchObject({hint: expect.stringContaining(hint)});
    expect(faultOf(reading as NoSecret)).toBe(faults[name] ?? (again ? 'unreachable' : undefined));
    expect((reading as NoSecret).transient ?? false).toBe(again);
    expect(JSON.stringify(reading)).not.toContain('canary');
  });

  it.each([
    {vaultUrl: 'https://vault.azure.net.evil.example'},
    {vaultUrl: 'https://evilvault.azure.net'},
    {vaultUrl: 'https://team.vault.azure.cn'},
  ])('a server outside the domain of its cloud is refused and gets no request: $vaultUrl', async ({vaultUrl}) => {
    const http: typeof httpsRequest = () => Promise.reject(new Error('nobody is asked'));
    const store = azureStore({kind: 'azure', vaultUrl}, {env: {}, http});
    expect(await fetchOf(store, 'db')).toMatchObject({
      because: expect.stringContaining('is not a Key Vault of PublicCloud'),
      hint: expect.stringContaining('https://NAME.vault.azure.net'),
    });
  });

  it('a login without a response is reported as unreachable', async () => {
    const double = await keeping({db: [{id: '1', value: 'x'}]});
    double.interfere = ({path}) => (path.endsWith('/token') ? 'cut' : undefined);
    const reading = await fetchOf(open(double), 'db');
    const why = `Azure returned no token for the client deploy: there is no response from ${new URL(double.url).host}`;
    expect(reading).toMatchObject({because: expect.stringContaining(why), fault: 'unreachable', transient: true});
    expect(JSON.stringify(reading)).not.toContain(double.login.clientSecret);
    double.interfere = undefined;
    expect(await textOf(open(double), 'ref://db')).toBe('x');
  });
});
