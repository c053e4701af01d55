import {writeFileSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {azureBackend} from '../../../../../src/adapters/azure/backend/azure-backend.ts';
import type {AzureBackendConfig} from '../../../../../src/adapters/azure/backend/azure-config.ts';
import {explain} from '../../../../../src/adapters/azure/backend/explain.ts';
import {GantryError} from '../../../../../src/core/failure/failure.ts';
import {Secret} from '../../../../../src/core/secret/secret.ts';
import {HttpsFailure} from '../../../../../src/lib/https-failure.ts';
import type {Backend} from '../../../../../src/ports/backend.ts';
import {failureText} from '../../../../../src/ui/failure-text.ts';
import {azureBlobDouble, azureProblem} from '../../../../rig/doubles/azure-blob.ts';
import {page} from '../../../../rig/doubles/http-double.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const KEY = Buffer.from('a-key-of-a-test').toString('base64');
const LOGIN = {AZURE_STORAGE_KEY: KEY};
const QUICK = {attemptMs: 2_000, attempts: 3, firstDelayMs: 1, longestDelayMs: 2};

type Opening = {readonly env?: Readonly<Record<string, string>>; readonly config?: Partial<AzureBackendConfig>};

async function opened({env = LOGIN, config = {}}: Opening = {}) {
  const double = await azureBlobDouble('team-state');
  const directory = await mkdtemp(join(tmpdir(), 'gantry-azure-'));
  onTestFinished(() => rm(directory, {recursive: true}));
  const caFile = join(directory, 'ca.pem');
  writeFileSync(caFile, double.ca);
  const whole: AzureBackendConfig = {
    kind: 'azure',
    container: 'team-state',
    storageAccount: 'team',
    endpoint: `${double.url}/team`,
    caFile,
    insecure: false,
    ...config,
  };
  return {double, backend: azureBackend(whole, {env, patience: QUICK})};
}

/** One request of each sort. */
const each = (backend: Backend) => [
  () => backend.list(''),
  () => backend.get('a/key'),
  () => backend.put('a/key', bytes('1'), undefined),
];

async function failureOf(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof GantryError)) throw new Error('nothing was refused', {cause: error});
  return {...error.failure, text: JSON.stringify(failureText(error.failure))};
}

describe('a container of Azure Blob Storage', () => {
  it('keys are listed page by page without other names and directories', async () => {
    const {double, backend} = await opened({config: {prefix: 'a'}});
    double.pageSize = 2;
    double.directories.push('a/k', 'a/k/directory');
    for (const name of ['a/k/1', 'a/k/2', 'a/k/3', 'a/k/4', 'a/k/5&6', 'a/.hidden', 'b/k/6']) double.place(name, 'x');
    expect(await backend.list('k/')).toEqual(['k/1', 'k/2', 'k/3', 'k/4', 'k/5&6']);
    expect(double.asked).toHaveLength(3);
  });

  it.each([
    {name: 'HTTP 503', fault: azureProblem(503, 'ServerBusy')},
    {name: 'HTTP 429', fault: azureProblem(429, 'TooManyRequests')},
    {name: 'a connection that is cut', fault: 'cut' as const},
  ])('a write is repeated after $name and takes effect once', async ({fault}) => {
    const {double, backend} = await opened();
    await backend.put('a/first', bytes('0'), undefined);
    let left = 2;
    double.interfere = () => (left-- > 0 ? fault : undefined);
    const made = await backend.put('a/key', bytes('1'), undefined);
    expect(await backend.get('a/key')).toMatchObject({version: made !== 'conflict' && made.version});
  });

  it.each([
    {name: 'a write', act: 'put' as const, told: {version: expect.any(String)}},
    {name: 'a replacement', act: 'replace' as const, told: {version: expect.any(String)}},
    {name: 'a deletion', act: 'delete' as const, told: 'deleted'},
  ])('$name whose response was lost is recognized as its own', async ({act, told}) => {
    const {double, backend} = await opened();
    const first = await backend.put('a/first', bytes('0'), undefined);
    const version = first === 'conflict' ? '' : first.version;
    double.loseAnswers = 1;
    const outcome = {
      put: () => backend.put('a/key', bytes('1'), undefined),
      replace: () => backend.put('a/first', bytes('1'), version),
      delete: () => backend.delete('a/first', version),
    }[act];
    expect(await outcome()).toEqual(told);
  });

  it('equal bytes of another writer do not count as the own write whose response was lost', async () => {
    const {double, backend} = await opened();
    await backend.put('a/first', bytes('0'), undefined);
    let left = 1;
    double.interfere = ({method}) => {
      if (method !== 'PUT' || left-- <= 0) return undefined;
      double.place('a/key', 'same');
      return 'cut';
    };
    expect(await backend.put('a/key', bytes('same'), undefined)).toBe('conflict');
  });

  it('a write without a response is reported as possibly done', async () => {
    const {double, backend} = await opened();
    await backend.put('a/first', bytes('0'), undefined);
    double.interfere = () => azureProblem(503, 'ServerBusy');
    const {text} = await failureOf(backend.put('a/key', bytes('1'), undefined));
    expect(text).toMatch(/too busy \(HTTP 503 ServerBusy\); the request may still have taken effect/);
    expect((await failureOf(backend.get('a/key'))).text).not.toMatch(/may still have taken effect/);
  });

  it.each([
    {status: 401, word: 'InvalidAuthenticationInfo', code: 'backend/credential', says: /rejects the credentials/},
    {status: 403, word: 'AuthenticationFailed', code: 'backend/credential', says: /the clock of this machine is wrong/},
    {status: 403, word: 'AuthorizationPermissionMismatch', code: 'backend/denied', says: /blobs\/read/},
    {status: 403, word: 'AuthorizationFailure', code: 'backend/unusable', says: /network rules/},
    {status: 403, word: 'KeyBasedAuthenticationNotPermitted', code: 'backend/credential', says: /az login/},
    {status: 409, word: 'AccountIsDisabled', code: 'backend/unusable', says: /team is disabled/},
    {status: 412, word: 'LeaseIdMissing', code: 'backend/unusable', says: /holds a lease/},
    {status: 500, word: 'InternalError', code: 'backend/io', says: /HTTP 500 InternalError/},
  ])('HTTP $status $word is explained without the text of the server', async ({status, word, code, says}) => {
    const {double, backend} = await opened();
    double.interfere = () => azureProblem(status, word);
    const failure = await failureOf(backend.get('a/key'));
    expect(failure.code).toBe(code);
    expect(failure.text).toMatch(says);
    expect(failure.text).not.toMatch(/canary|a-key-of-a-test/);
    expect(failure.text).not.toContain(KEY);
  });

  it('a lease of another program is not a conflict', async () => {
    const {double, backend} = await opened();
    await backend.put('a/first', bytes('0'), undefined);
    double.interfere = () => azureProblem(412, 'LeaseIdMissing');
    expect((await failureOf(backend.put('a/key', bytes('1'), undefined))).text).toMatch(/holds a lease/);
  });

  it('a login page does not count as an empty container', async () => {
    const {double, backend} = await opened();
    double.interfere = () => page('canary');
    for (const work of each(backend)) {
      const failure = await failureOf(work());
      expect(failure.code).toBe('backend/unusable');
      expect(failure.text).not.toContain('canary');
    }
  });

  it.each([404, 409, 412])(
    'a proxy response %i counts neither as an empty container nor as a conflict',
    async (status) => {
      const {double, backend} = await opened();
      double.interfere = () => ({status, body: '<html>canary</html>'});
      for (const work of each(backend)) expect((await failureOf(work())).text).not.toContain('canary');
    },
  );

  it('an error names the container that does not exist', async () => {
    const {backend} = await opened({config: {container: 'not-there'}});
    for (const work of each(backend))
      expect((await failureOf(work())).text).toMatch(/the storage account team has no container not-there/);
  });

  it.each(['PUT', 'DELETE'] as const)('an endpoint that ignores ETags on %s is refused', async (ignores) => {
    const {double, backend} = await opened();
    double.ignores = ignores;
    const failure = await failureOf(backend.put('a/key', bytes('1'), undefined));
    expect(failure.code).toBe('backend/unusable');
    expect(failure.text).toMatch(/does not honour If-Match/);
    expect([...double.blobs.keys()].filter((name) => !name.startsWith('.'))).toEqual([]);
  });

  it('requests go to the address of the account through the proxy of the environment', async () => {
    const asked: string[] = [];
    const proxy = createServer().on('connect', ({url}, socket) => {
      asked.push(url ?? '');
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void proxy.close());
    const env = {...LOGIN, HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`};
    const config = {kind: 'azure', container: 'state', storageAccount: 'team', insecure: false} as const;
    const failure = await failureOf(azureBackend(config, {env, patience: QUICK}).list(''));
    expect(asked[0]).toBe('team.blob.core.windows.net:443');
    expect(failure.text).toMatch(/HTTPS_PROXY and NO_PROXY/);
  });

  it('an unknown account is reported with a hint to check its name', async () => {
    const reply = new HttpsFailure(
      'dns',
      new URL('https://teem.blob.core.windows.net'),
      'there is no server of that name',
    );
    const asked = {backend: 'azure', account: 'teem', container: 'state', action: 'blobs/read', on: 'teem/state'};
    const {failure} = explain({reply, doubtful: false}, asked);
    expect(failure).toMatchObject({hint: expect.stringMatching(/spelling of the storage account/)});
  });

  it('an endpoint without TLS is refused before anything is sent', async () => {
    await expect(opened({config: {endpoint: 'http://127.0.0.1:1'}})).rejects.toMatchObject({
      failure: {code: 'input/usage', message: expect.stringMatching(/has no TLS/)},
    });
  });

  it.each([
    {name: 'none is named', env: LOGIN, says: /has no Azure storage account/},
    {
      name: 'it would be part of another host',
      env: {...LOGIN, AZURE_STORAGE_ACCOUNT: 'evil.example/x'},
      says: /^AZURE_STORAGE_ACCOUNT: a storage account has 3 to 24/,
    },
  ])('a storage account is refused if $name', async ({env, says}) => {
    await expect(opened({env, config: {storageAccount: undefined}})).rejects.toMatchObject({
      failure: {code: 'input/usage', message: expect.stringMatching(says)},
    });
  });
});

describe('the login to a container of Azure Blob Storage', () => {
  it('the key of the backend is used, whatever the environment contains', async () => {
    const env = {AZURE_STORAGE_KEY: 'not base64 at all'};
    const {double, backend} = await opened({env, config: {credentials: {key: new Secret(KEY)}}});
    await backend.list('');
    expect(double.asked[0]?.headers.authorization).toMatch(/^SharedKey team:[A-Za-z0-9+/]{43}=$/);
  });

  it('the shared access signature of the environment is used', async () => {
    const {double, backend} = await opened({env: {ARM_SAS_TOKEN: '?sv=2022-11-02&sig=a%2Bb%3D'}});
    await backend.list('');
    expect(double.asked[0]?.query.get('sig')).toBe('a+b=');
    expect(double.asked[0]?.headers.authorization).toBeUndefined();
  });

  it('an incomplete key of the environment is refused without printing it', async () => {
    const failure = await opened({env: {AZURE_STORAGE_KEY: 'canary:half'}}).then(
      () => undefined,
      (error: GantryError) => error.failure,
    );
    expect(failure?.code).toBe('backend/credential');
    expect(JSON.stringify(failure)).not.toContain('canary');
  });

  it('an incomplete login is reported with a hint', async () => {
    const {backend} = await opened({env: {ARM_CLIENT_SECRET: 'canary'}});
    const failure = await failureOf(backend.list(''));
    expect(failure.code).toBe('backend/credential');
    expect(failure.text).toMatch(/ARM_CLIENT_ID/);
    expect(failure.text).not.toContain('canary"');
  });
});
