import {writeFileSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {gcsBackend} from '../../../../../src/adapters/gcp/backend/gcs-backend.ts';
import type {GcsConfig} from '../../../../../src/adapters/gcp/backend/gcs-config.ts';
import {GantryError} from '../../../../../src/core/failure/failure.ts';
import {Secret} from '../../../../../src/core/secret/secret.ts';
import type {Backend} from '../../../../../src/ports/backend.ts';
import {failureText} from '../../../../../src/ui/failure-text.ts';
import {gcpDouble} from '../../../../rig/doubles/gcp.ts';
import {gcsDouble} from '../../../../rig/doubles/gcs.ts';
import {page} from '../../../../rig/doubles/http-double.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const LOGIN = {GOOGLE_OAUTH_ACCESS_TOKEN: 'of-a-test'};
const QUICK = {attemptMs: 2_000, attempts: 3, firstDelayMs: 1, longestDelayMs: 2};

type Opening = {readonly env?: Readonly<Record<string, string>>; readonly config?: Partial<GcsConfig>};

async function opened({env = LOGIN, config = {}}: Opening = {}) {
  const double = await gcsDouble('team-state');
  const directory = await mkdtemp(join(tmpdir(), 'gantry-gcs-'));
  onTestFinished(() => rm(directory, {recursive: true}));
  const caFile = join(directory, 'ca.pem');
  writeFileSync(caFile, double.ca);
  const whole: GcsConfig = {
    kind: 'gcs',
    bucket: 'team-state',
    endpoint: double.url,
    caFile,
    insecure: false,
    ...config,
  };
  return {double, backend: gcsBackend(whole, {env, patience: QUICK})};
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

describe('a bucket of Google Cloud Storage', () => {
  it('keys are listed page by page without other names', async () => {
    const {double, backend} = await opened({config: {prefix: 'a'}});
    double.pageSize = 2;
    for (const name of ['a/k/1', 'a/k/2', 'a/k/3', 'a/k/4', 'a/k/5', 'a/k/', 'a/.hidden', 'b/k/6'])
      double.place(name, 'x');
    expect(await backend.list('k/')).toEqual(['k/1', 'k/2', 'k/3', 'k/4', 'k/5']);
    expect(double.asked.filter(({path}) => path.endsWith('/o'))).toHaveLength(3);
  });

  it.each([
    {name: 'HTTP 503', fault: {status: 503, body: {}}},
    {name: 'HTTP 429', fault: {status: 429, body: {}}},
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
      if (method !== 'POST' || left-- <= 0) return undefined;
      double.place('a/key', 'same');
      return 'cut';
    };
    expect(await backend.put('a/key', bytes('same'), undefined)).toBe('conflict');
  });

  it('a write without a response is reported as possibly done', async () => {
    const {double, backend} = await opened();
    await backend.put('a/first', bytes('0'), undefined);
    double.interfere = () => ({status: 503, body: {}});
    const {text} = await failureOf(backend.put('a/key', bytes('1'), undefined));
    expect(text).toMatch(/HTTP 503; the request may still have taken effect/);
    expect((await failureOf(backend.get('a/key'))).text).not.toMatch(/may still have taken effect/);
  });

  it.each([
    {status: 401, code: 'backend/credential', says: /rejects the credentials/},
    {status: 403, code: 'backend/denied', says: /storage\.objects\.get/},
    {status: 500, code: 'backend/io', says: /HTTP 500/},
  ])('HTTP $status is explained without the text of the server', async ({status, code, says}) => {
    const {double, backend} = await opened();
    double.interfere = () => ({status, body: {error: {message: 'canary'}}});
    const failure = await failureOf(backend.get('a/key'));
    expect(failure.code).toBe(code);
    expect(failure.text).toMatch(says);
    expect(failure.text).not.toContain('canary');
  });

  it('a login page does not count as an empty bucket', async () => {
    const {double, backend} = await opened();
    double.interfere = () => page('canary');
    for (const work of each(backend)) {
      const failure = await failureOf(work());
      expect(failure.code).toBe('backend/unusable');
      expect(failure.text).not.toContain('canary');
    }
  });

  it('an error names the bucket that does not exist', async () => {
    const {backend} = await opened({config: {bucket: 'not-there'}});
    for (const work of each(backend))
      expect((await failureOf(work())).text).toMatch(/the bucket not-there does not exist/);
  });

  it.each(['uploads', 'deletions'] as const)(
    'an endpoint that ignores generations of %s is refused',
    async (ignores) => {
      const {double, backend} = await opened();
      double.ignores = ignores;
      const failure = await failureOf(backend.put('a/key', bytes('1'), undefined));
      expect(failure.code).toBe('backend/unusable');
      expect(failure.text).toMatch(/ifGenerationMatch/);
      expect([...double.objects.keys()].filter((name) => !name.startsWith('.'))).toEqual([]);
    },
  );

  it('requests go to the emulator in the environment', async () => {
    const double = await gcsDouble('team-state', {tls: false});
    const config: GcsConfig = {kind: 'gcs', bucket: 'team-state', insecure: true};
    const env = {...LOGIN, STORAGE_EMULATOR_HOST: double.url.replace('http://', '')};
    expect(await gcsBackend(config, {env}).list('')).toEqual([]);
    expect(() => gcsBackend({...config, insecure: false}, {env})).toThrow(GantryError);
  });

  it('an endpoint without TLS is refused before anything is sent', async () => {
    await expect(opened({config: {endpoint: 'http://127.0.0.1:1'}})).rejects.toMatchObject({
      failure: {code: 'input/usage', message: expect.stringMatching(/has no TLS/)},
    });
  });
});

describe('the login to a bucket of Google Cloud Storage', () => {
  it('the service account key of the backend is used, whatever the environment contains', async () => {
    const {serviceAccount} = await gcpDouble();
    const key = new Secret(JSON.stringify(serviceAccount));
    const {double, backend} = await opened({config: {credentials: {key}}});
    await backend.list('');
    // A token that the account signs itself.
    expect(double.asked[0]?.headers.authorization).toMatch(/^Bearer ey/);
  });

  it('a missing login is reported with a hint', async () => {
    const {backend} = await opened({env: {METADATA_SERVER_DETECTION: 'none', HOME: '/nonexistent'}});
    const failure = await failureOf(backend.list(''));
    expect(failure.code).toBe('backend/credential');
    expect(failure.text).toMatch(/gcloud auth application-default login/);
  });
});
