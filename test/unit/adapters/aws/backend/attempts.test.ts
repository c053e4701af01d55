import {describe, expect, it} from 'vitest';
import {settledPut} from '../../../../../src/engine/release/settled-put.ts';
import type {Backend} from '../../../../../src/ports/backend.ts';
import {type Asked, type FakeS3, fakeS3, type Twist} from '../../../../rig/fake-s3.ts';
import {backendOn} from '../../../../rig/fake-s3-backend.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const isPut = ({method, key}: Asked): boolean => method === 'PUT' && key === 'a/key';

/** The first requests that fit are twisted one after the other, the rest is as usual. */
function first(fake: FakeS3, fits: (asked: Asked) => boolean, twists: readonly Twist[]): void {
  const left = [...twists];
  fake.twist = (asked) => (fits(asked) ? left.shift() : undefined);
}

/** A backend whose endpoint is proven, with one key. */
async function prepared() {
  const fake = await fakeS3();
  const backend = await backendOn(fake);
  const made = await backend.put('a/key', bytes('before'), undefined);
  if (made === 'conflict') throw new Error('conflict');
  return {fake, backend, version: made.version};
}

const busy: Twist = {status: 503, code: 'SlowDown'};

describe('a write', () => {
  it.each<{name: string; twists: readonly Twist[]}>([
    {name: 'its answer was lost', twists: ['lost-answer']},
    {name: 'its answer was lost twice', twists: ['lost-answer', 'lost-answer']},
    {name: 'it never arrived', twists: ['lost-request']},
    {name: 'the server was too busy', twists: [busy, busy, {status: 429, code: 'TooManyRequests'}]},
    {name: 'the server failed', twists: [{status: 500, code: 'InternalError'}]},
    {name: 'a gateway failed', twists: [{status: 502}, {status: 504}]},
    {name: 'another write was under way', twists: [{status: 409, code: 'ConditionalRequestConflict'}]},
    {name: 'a gateway failed after it was done', twists: ['lost-answer', {status: 503}]},
  ])('a write takes effect once and succeeds although $name', async ({twists}) => {
    const {fake, backend, version} = await prepared();
    first(fake, isPut, twists);
    const outcome = await backend.put('a/key', bytes('after'), version);
    expect(outcome).toEqual({version: fake.objects.get('a/key')?.etag});
    expect((await backend.get('a/key'))?.value).toEqual(bytes('after'));
    const fresh = await backend.put('a/new', bytes('new'), undefined);
    expect(fresh).not.toBe('conflict');
  });

  it('a write of a new key does not conflict with its own first attempt', async () => {
    const fake = await fakeS3();
    const backend = await backendOn(fake);
    first(fake, isPut, ['lost-answer']);
    expect(await backend.put('a/key', bytes('mine'), undefined)).toEqual({version: fake.objects.get('a/key')?.etag});
  });

  it('a write is a conflict if another writer wrote the same bytes first', async () => {
    const {fake, backend, version} = await prepared();
    const other = await backendOn(fake);
    expect(await other.put('a/key', bytes('same'), version)).not.toBe('conflict');
    first(fake, isPut, ['lost-answer']);
    expect(await backend.put('a/key', bytes('same'), version)).toBe('conflict');
  });

  it('a write over a deleted key takes effect once although its response was lost', async () => {
    const {fake, version} = await prepared();
    const ignoring = ({method}: Asked): Twist | undefined => (method === 'DELETE' ? 'unconditional' : undefined);
    const fresh = await backendOn(fake);
    fake.twist = ignoring;
    expect(await fresh.delete('a/key', version)).toBe('deleted');
    expect(fake.objects.get('a/key')?.body).toHaveLength(0);
    first(fake, ({method, headers, key}) => method === 'PUT' && key === 'a/key' && Boolean(headers['if-match']), [
      'lost-answer',
    ]);
    expect(await fresh.put('a/key', bytes('again'), undefined)).toEqual({version: fake.objects.get('a/key')?.etag});
  });

  it('a write without a response fails as possibly done, and its caller settles it', async () => {
    const {fake, backend, version} = await prepared();
    fake.twist = (asked) => (isPut(asked) ? 'lost-answer' : undefined);
    await expect(backend.put('a/key', bytes('after'), version)).rejects.toMatchObject({
      failure: {code: 'backend/io', detail: expect.stringContaining('the request may still have taken effect')},
    });
    fake.twist = () => undefined;
    // Who asks again is not refused by its own write.
    expect(await settledPut(backend, 'a/key', bytes('after'), version)).toEqual({
      version: fake.objects.get('a/key')?.etag,
    });
  });
});

it('a read without a response is not reported as possibly done', async () => {
  const {fake, backend} = await prepared();
  fake.twist = () => 'lost-answer';
  for (const look of [() => backend.get('a/key'), () => backend.list('a/')]) {
    const failed = await look().catch((error: unknown) => error);
    expect(failed).toMatchObject({
      failure: {code: 'backend/io', detail: expect.not.stringContaining('may still have taken effect')},
    });
  }
});

describe('a server that is too busy', () => {
  it('a busy server is not contacted for as long as it requests', async () => {
    const {fake, backend} = await prepared();
    first(fake, ({key}) => key === 'a/key', [{...busy, headers: {'retry-after': '1'}}]);
    const started = performance.now();
    expect((await backend.get('a/key'))?.value).toEqual(bytes('before'));
    expect(performance.now() - started).toBeGreaterThan(990);
  });

  it('a busy server is waited for no longer than a lease allows', async () => {
    const {fake, backend, version} = await prepared();
    fake.twist = () => ({...busy, headers: {'retry-after': '3600'}});
    const sent = fake.asked.length;
    await expect(backend.put('a/key', bytes('x'), version)).rejects.toMatchObject({
      failure: {code: 'backend/io', detail: expect.stringContaining('too busy (503 SlowDown)')},
    });
    expect(fake.asked.length).toBe(sent + 1);
  });
});

describe('a deletion', () => {
  it('a deletion succeeds although its response was lost', async () => {
    const {fake, backend, version} = await prepared();
    first(fake, ({method, key}) => method === 'DELETE' && key === 'a/key', ['lost-answer']);
    expect(await backend.delete('a/key', version)).toBe('deleted');
    expect(fake.objects.size).toBe(0);
  });

  it('a deletion of a value that another writer replaced is a conflict', async () => {
    const {fake, backend, version} = await prepared();
    await backend.put('a/key', bytes('newer'), version);
    first(fake, ({method, key}) => method === 'DELETE' && key === 'a/key', ['lost-answer']);
    expect(await backend.delete('a/key', version)).toBe('conflict');
    expect((await backend.get('a/key'))?.value).toEqual(bytes('newer'));
  });
});

describe('a listing', () => {
  it('a listing has all pages and only keys with a value', async () => {
    const fake = await fakeS3();
    const backend = await backendOn(fake, {config: {prefix: 'team/state'}});
    const thing = (body: string) => ({body: Buffer.from(body), etag: '"e"', metadata: {}});
    const keys = Array.from({length: 2_500}, (_, n) => `r/${String(n).padStart(5, '0')}.json`);
    for (const key of keys) fake.objects.set(`team/state/${key}`, thing('x'));
    for (const other of [
      'team/state/r/',
      'team/state/r/.hidden',
      'team/state/r/deleted',
      'team/statement/r/no',
      'r/no',
    ])
      fake.objects.set(other, thing(other.endsWith('deleted') ? '' : 'x'));
    expect(await backend.list('r/')).toEqual(keys);
    expect(fake.asked).toHaveLength(3);
    expect(await backend.list('')).toEqual(keys);
  });

  it.each(['../', 'a//', '/etc/', './'])('a listing refuses the prefix %j', async (prefix) => {
    const backend = await backendOn(await fakeS3());
    await expect(backend.list(prefix)).rejects.toThrow('backend/io');
  });
});

describe('a response that is too large', () => {
  it.each([
    {name: 'an object', ask: (backend: Backend) => backend.get('a/key')},
    {name: 'a list', ask: (backend: Backend) => backend.list('a/')},
  ])('a large response is not read to its end and is a clear error: $name', async ({ask}) => {
    const fake = await fakeS3();
    const backend = await backendOn(fake, {options: {maxAnswerBytes: 1024 * 1024}});
    fake.twist = () => ({status: 200, headers: {etag: '"a"'}, page: 'x'.repeat(1024 * 1024 + 1)});
    await expect(ask(backend)).rejects.toMatchObject({
      failure: {code: 'backend/io', detail: expect.stringContaining('larger than 1 MiB')},
    });
  });
});
