import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {crc32c} from '../../src/adapters/gcp/login/crc32c.ts';
import {gcpStore, versionPath} from '../../src/adapters/gcp/secret-store/gcp-store.ts';
import {faultOf, type SecretFault} from '../../src/core/secret/secret-fault.ts';
import {type HttpsRequest, httpsRequest} from '../../src/lib/https-request.ts';
import type {NoSecret, SecretReading, SecretStore} from '../../src/ports/secret-store.ts';
import {leaks, plainCanary} from '../rig/canaries.ts';
import {type GcpDouble, gcpDouble} from '../rig/doubles/gcp.ts';
import {type Answer, httpDouble, page} from '../rig/doubles/http-double.ts';
import {readSecret, textOf} from '../rig/read-secret.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {secretStoreContract} from './secret-store.ts';

const TOKEN = plainCanary('google-token');
const VALUE = plainCanary('value');
/** So that no test looks for Google's machines. */
const ALONE = {METADATA_SERVER_DETECTION: 'none', HOME: '/nonexistent'};

function open(
  double: GcpDouble,
  env: Readonly<Record<string, string>> = {GOOGLE_OAUTH_ACCESS_TOKEN: TOKEN},
  limits: Partial<HttpsRequest> = {},
): SecretStore {
  double.tokens.add(TOKEN);
  const http: typeof httpsRequest = (request) => httpsRequest({...request, ca: double.ca, ...limits});
  return gcpStore({kind: 'gcp', project: 'my-project', endpoint: double.url}, {env: {...ALONE, ...env}, http});
}

async function keeping(secrets: Readonly<Record<string, string | Uint8Array>>): Promise<GcpDouble> {
  const double = await gcpDouble();
  for (const [name, data] of Object.entries(secrets)) double.secrets.set(name, [{data}]);
  return double;
}

const fetchOf = (store: SecretStore, name: string, version?: string): Promise<SecretReading> =>
  store.fetch({name: [name], ...(version === undefined ? {} : {version})});

secretStoreContract('gcp (a double)', async (secrets) => open(await keeping(secrets)), {versions: true});

describe('Secret Manager of Google Cloud (a double)', () => {
  it('a request to Secret Manager has the form of its documentation', async () => {
    const double = await keeping({db: 'x'});
    await fetchOf(open(double), 'db');
    expect(double.asked).toMatchObject([
      {
        method: 'GET',
        path: '/v1/projects/my-project/secrets/db/versions/latest:access',
        body: '',
        headers: {authorization: `Bearer ${TOKEN}`},
      },
    ]);
  });

  it('the double of Secret Manager responds with the fields of the documentation', async () => {
    const double = await keeping({db: 'x'});
    double.tokens.add(TOKEN);
    const get = async (name: string): Promise<unknown> => {
      const url = `${double.url}/v1/projects/my-project/secrets/${name}/versions/latest:access`;
      const headers = {authorization: `Bearer ${TOKEN}`};
      const {body} = await httpsRequest({url, headers, ca: double.ca, timeoutMs: 10_000, maxBytes: 10_000});
      return JSON.parse(body.toString('utf8'));
    };
    expect(await get('db')).toEqual({
      name: 'projects/my-project/secrets/db/versions/1',
      payload: {data: 'eA==', dataCrc32c: expect.stringMatching(/^\d+$/)},
    });
    expect(await get('none')).toEqual({
      error: {code: 404, message: expect.any(String), status: 'NOT_FOUND'},
    });
  });

  it.each([
    {title: 'the newest version', version: undefined, want: 'third'},
    {title: 'latest by its name', version: 'latest', want: 'third'},
    {title: 'the version that was asked for', version: '1', want: 'first'},
  ])('Secret Manager returns $title', async ({version, want}) => {
    const double = await gcpDouble();
    double.secrets.set('db', [{data: 'first'}, {data: VALUE, state: 'DISABLED'}, {data: 'third'}]);
    expect(await textOf(open(double), `ref://db${version === undefined ? '' : `?version=${version}`}`)).toBe(want);
  });

  it.each([
    {title: 'a disabled version', version: '1', says: 'version 1 of the secret db is disabled'},
    {title: 'a destroyed version', version: '2', says: 'version 2 of the secret db is destroyed'},
    {title: 'a missing version', version: '7', says: 'version 7 of the secret db does not exist'},
    {title: 'an invalid version', version: 'a.b', says: 'a.b is not a valid version of a secret'},
    {title: 'a version damaged in transit', version: '3', says: 'is damaged'},
  ])('$title is reported', async ({version, says}) => {
    const double = await gcpDouble();
    double.secrets.set('db', [
      {data: VALUE, state: 'DISABLED'},
      {data: VALUE, state: 'DESTROYED'},
      {data: VALUE, checksum: '1'},
    ]);
    const answer = await readSecret(open(double), `ref://db?version=${version}`);
    expect(answer).toMatchObject({because: expect.stringContaining(says)});
    expect(leaks(JSON.stringify(answer), {VALUE, TOKEN})).toEqual([]);
  });

  it('a binary secret is returned to callers that accept bytes', async () => {
    const bytes = Uint8Array.from([0xff, 0x00, 0xfe]);
    const store = open(await keeping({keystore: bytes}));
    const reading = await readSecret(store, 'ref://keystore', {bytes: true});
    expect('value' in reading && reading.value.base64()).toBe(Buffer.from(bytes).toString('base64'));
    expect(await textOf(store, 'ref://keystore')).toContain('is not UTF-8 text');
  });

  it.each([
    {title: 'a global secret', endpoint: undefined, want: 'projects/p/secrets/db/versions/latest'},
    {
      title: 'a secret of one region, selected by the endpoint',
      endpoint: 'https://secretmanager.europe-west3.rep.googleapis.com',
      want: 'projects/p/locations/europe-west3/secrets/db/versions/latest',
    },
  ])('$title has its own path', ({endpoint, want}) =>
    expect(versionPath({project: 'p', ...(endpoint === undefined ? {} : {endpoint})}, {name: ['db']})).toBe(want),
  );

  it.each([
    {text: '123456789', want: 0xe3_06_92_83},
    {text: '', want: 0},
  ])('the checksum of «$text» is that of RFC 3720', ({text, want}) => expect(crc32c(Buffer.from(text))).toBe(want));
});

describe('the credentials for Google Cloud (a double)', () => {
  it.each([
    {title: 'the JSON in GOOGLE_CREDENTIALS', env: (json: string) => ({GOOGLE_CREDENTIALS: json})},
    {title: 'the file in GOOGLE_CREDENTIALS', env: (_: string, file: string) => ({GOOGLE_CREDENTIALS: file})},
    {
      title: 'the file in GOOGLE_APPLICATION_CREDENTIALS',
      env: (_: string, file: string) => ({GOOGLE_APPLICATION_CREDENTIALS: file}),
    },
    {title: 'the login of gcloud', env: (_json: string, _file: string, HOME: string) => ({HOME})},
  ])('a service account from $title signs its own token', async ({env}) => {
    const double = await keeping({db: 'x'});
    const home = await scratchDirectory();
    const gcloud = join(home, '.config', 'gcloud');
    await mkdir(gcloud, {recursive: true});
    const file = join(gcloud, 'application_default_credentials.json');
    const json = JSON.stringify(double.serviceAccount);
    await writeFile(file, json);
    expect(await textOf(open(double, env(json, file, home)), 'ref://db')).toBe('x');
    expect(double.asked).toHaveLength(1);
  });

  it.each([
    {title: 'no credentials', env: {}, says: 'neither GOOGLE_CREDENTIALS nor GOOGLE_APPLICATION_CREDENTIALS is set'},
    {
      title: 'invalid JSON',
      env: {GOOGLE_CREDENTIALS: `{${VALUE}`},
      says: 'GOOGLE_CREDENTIALS contains no Google credentials',
    },
    {
      title: 'a missing file',
      env: {GOOGLE_APPLICATION_CREDENTIALS: '/nonexistent/x'},
      says: 'cannot be read: /nonexistent/x',
    },
    {
      title: 'incomplete credentials',
      env: {GOOGLE_CREDENTIALS: `{"type":"service_account","private_key":"${VALUE}"}`},
      says: 'GOOGLE_CREDENTIALS contains Google credentials that cannot be used',
    },
    {
      title: 'a broken key',
      env: {GOOGLE_CREDENTIALS: `{"type":"service_account","client_email":"a@b","private_key":"${VALUE}"}`},
      says: 'Google returned no token for GOOGLE_CREDENTIALS',
    },
  ])('an environment with $title has no access, and the message hides the credentials', async ({env, says}) => {
    const answer = await readSecret(open(await keeping({db: 'x'}), env), 'ref://db');
    expect(answer).toMatchObject({because: expect.stringContaining(says)});
    expect(leaks(JSON.stringify(answer), {VALUE})).toEqual([]);
  });

  it('a pipeline exchanges its own token for one of Google', async () => {
    const double = await keeping({db: 'x'});
    const file = join(await scratchDirectory(), 'token');
    await writeFile(file, VALUE);
    const body = {access_token: TOKEN, expires_in: 3600, token_type: 'Bearer', issued_token_type: 'x'};
    const exchange = await httpDouble(() => ({status: 200, body}), {tls: false});
    const audience = '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/ci/providers/ci';
    const credentials = {
      type: 'external_account',
      audience,
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      token_url: `${exchange.url}/v1/token`,
      credential_source: {file},
    };
    const env = {GOOGLE_CREDENTIALS: JSON.stringify(credentials)};
    expect(await textOf(open(double, env), 'ref://db')).toBe('x');
    const sent = new URLSearchParams(exchange.asked[0]?.body);
    expect([sent.get('subject_token'), sent.get('audience')]).toEqual([VALUE, audience]);
  });

  it.each([
    {title: 'a service account', env: (json: string) => ({GOOGLE_CREDENTIALS: json})},
    {title: 'a token', env: () => ({GOOGLE_OAUTH_ACCESS_TOKEN: 'short-lived'})},
  ])('$title impersonates another account', async ({env}) => {
    const double = await keeping({db: 'x'});
    double.tokens.add(TOKEN);
    const asked: string[] = [];
    const http: typeof httpsRequest = async (request) => {
      if (request.url.startsWith(double.url)) return httpsRequest({...request, ca: double.ca});
      asked.push(request.url);
      const own = {access_token: 'short-lived', expires_in: 3600, token_type: 'Bearer'};
      const another = {accessToken: TOKEN, expireTime: '2100-01-01T00:00:00Z'};
      const body = Buffer.from(JSON.stringify(request.url.endsWith('/token') ? own : another));
      return {status: 200, headers: {'content-type': 'application/json'}, body};
    };
    const own = env(JSON.stringify(double.serviceAccount));
    const all = {...ALONE, ...own, GOOGLE_IMPERSONATE_SERVICE_ACCOUNT: 'reader@p.iam.gserviceaccount.com'};
    const store = gcpStore({kind: 'gcp', project: 'my-project', endpoint: double.url}, {env: all, http});
    expect(await textOf(store, 'ref://db')).toBe('x');
    expect(asked.filter((url) => !url.endsWith('/token'))).toEqual([
      'https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/reader@p.iam.gserviceaccount.com:generateAccessToken',
    ]);
    expect(double.asked[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  it('an expired login of a user is reported', async () => {
    const user = {type: 'authorized_user', client_id: 'c', client_secret: VALUE, refresh_token: TOKEN};
    const double = await keeping({db: 'x'});
    const sent: string[] = [];
    const http: typeof httpsRequest = async ({url}) => {
      sent.push(url);
      const body = Buffer.from(JSON.stringify({error: 'invalid_grant', error_description: `${VALUE} ${TOKEN}`}));
      return {status: 400, headers: {'content-type': 'application/json'}, body};
    };
    const env = {...ALONE, GOOGLE_CREDENTIALS: JSON.stringify(user)};
    const store = gcpStore({kind: 'gcp', project: 'my-project', endpoint: double.url}, {env, http});
    const reading = await fetchOf(store, 'db');
    expect(sent).toEqual(['https://oauth2.googleapis.com/token']);
    expect(reading).toEqual({
      because: 'Google returned no token for GOOGLE_CREDENTIALS (HTTP 400)',
      hint: expect.stringContaining('expired or been revoked'),
      fault: 'denied',
    });
    expect(leaks(JSON.stringify(reading), {VALUE, TOKEN})).toEqual([]);
  });
});

describe('problems with Secret Manager (a double)', () => {
  const error = (code: number, status: string): Answer => ({
    status: code,
    body: {error: {code, status, message: `${VALUE} ${TOKEN}`}},
  });
  /** The expected faults. Without an entry, a transient problem is `unreachable`, and any other has no fault. */
  const faults: Readonly<Record<string, SecretFault>> = {
    'a rejected login': 'denied',
    'a missing permission': 'denied',
    'a page of a proxy': 'unreachable',
  };
  it.each([
    {name: 'a rejected login', answer: error(401, 'UNAUTHENTICATED'), says: 'rejects the credentials', again: false},
    {name: 'a missing permission', answer: error(403, 'PERMISSION_DENIED'), says: 'is denied', again: false},
    {name: 'another error code', answer: error(400, 'INVALID_ARGUMENT'), says: 'HTTP 400', again: false},
    {name: 'throttling', answer: error(429, 'RESOURCE_EXHAUSTED'), says: 'too many requests', again: true},
    {name: 'an internal error', answer: error(503, 'UNAVAILABLE'), says: 'HTTP 503', again: true},
    {
      name: 'a page of a proxy',
      answer: page(VALUE),
      says: 'not from Secret Manager (HTTP 200, text/html)',
      again: false,
    },
    {name: 'a page of a gateway', answer: {status: 502, body: VALUE}, says: 'HTTP 502', again: true},
    {name: 'an answer without a payload', answer: {status: 200, body: {name: VALUE}}, says: 'no payload', again: false},
    {name: 'a cut connection', answer: 'cut', says: 'the connection was interrupted', again: true},
    {name: 'a silent server', answer: 'silent', says: 'no complete response', again: true},
  ] as const)('$name is reported without the words of Secret Manager', async ({name, answer, says, again}) => {
    const double = await keeping({db: 'x'});
    double.interfere = () => answer;
    const limits = answer === 'silent' ? {timeoutMs: 200} : {};
    const reading = await fetchOf(open(double, {GOOGLE_OAUTH_ACCESS_TOKEN: TOKEN}, limits), 'db');
    expect(reading).toMatchObject({because: expect.stringContaining(says)});
    expect(faultOf(reading as NoSecret)).toBe(faults[name] ?? (again ? 'unreachable' : undefined));
    expect((reading as NoSecret).transient ?? false).toBe(again);
    expect(leaks(JSON.stringify(reading), {VALUE, TOKEN})).toEqual([]);
  });

  it('a server with an untrusted certificate is reported', async () => {
    const double = await keeping({db: 'x'});
    const env = {...ALONE, GOOGLE_OAUTH_ACCESS_TOKEN: TOKEN};
    const store = gcpStore({kind: 'gcp', project: 'my-project', endpoint: double.url}, {env});
    expect(await fetchOf(store, 'db')).toEqual({
      because: expect.stringContaining('does not trust'),
      fault: 'unreachable',
    });
  });
});
