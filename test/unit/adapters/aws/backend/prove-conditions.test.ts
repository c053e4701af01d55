import {readdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {GantryError} from '../../../../../src/core/failure/failure.ts';
import {type Asked, fakeS3, type Twist} from '../../../../rig/fake-s3.ts';
import {backendOn} from '../../../../rig/fake-s3-backend.ts';
import {scratchDirectory} from '../../../../rig/scratch.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const failureOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(GantryError);
  return (error as GantryError).failure;
};

describe('an endpoint that does not honour conditional writes', () => {
  const cases: readonly {name: string; twist: (asked: Asked) => Twist | undefined; says: string}[] = [
    {
      name: 'ignores If-None-Match',
      twist: ({headers}) => (headers['if-none-match'] === undefined ? undefined : 'unconditional'),
      says: 'If-None-Match',
    },
    {
      name: 'ignores If-Match',
      twist: ({method, headers}) => (method === 'PUT' && headers['if-match'] ? 'unconditional' : undefined),
      says: 'If-Match',
    },
    {
      name: 'does not implement conditional writes',
      twist: ({method, headers}) =>
        method === 'PUT' && headers['if-match'] ? {status: 501, code: 'NotImplemented'} : undefined,
      says: 'not implemented',
    },
  ];

  it.each(cases)('an endpoint that $name is refused before anything is written', async ({twist, says}) => {
    const fake = await fakeS3();
    fake.twist = twist;
    const backend = await backendOn(fake);
    const failure = await failureOf(backend.put('locks/a.json', bytes('mine'), undefined));
    expect(failure).toMatchObject({
      code: 'backend/unusable',
      problem: expect.stringContaining('two runs could hold the lock at the same time'),
    });
    expect(JSON.stringify(failure)).toContain(says);
    expect([...fake.objects.keys()]).toEqual([]);
    expect(fake.asked.some(({key}) => key.startsWith('locks/'))).toBe(false);
  });

  it.each(['PUT', 'GET'])('an endpoint whose responses to %s have no ETag is refused', async (method) => {
    const fake = await fakeS3();
    const backend = await backendOn(fake);
    if (method === 'GET') await backend.put('locks/a.json', bytes('theirs'), undefined);
    fake.twist = (asked) => (asked.method === method ? 'no-etag' : undefined);
    const work = method === 'GET' ? backend.get('locks/a.json') : backend.put('locks/a.json', bytes('mine'), undefined);
    expect(await failureOf(work)).toMatchObject({
      code: 'backend/unusable',
      problem: expect.stringContaining('ETag'),
    });
    expect([...fake.objects.keys()]).toEqual(method === 'GET' ? ['locks/a.json'] : []);
  });

  it('the page of a proxy does not count as an empty bucket', async () => {
    const fake = await fakeS3();
    const backend = await backendOn(fake);
    fake.twist = () => ({
      status: 200,
      headers: {'content-type': 'text/html'},
      page: '<html><body>Log in</body></html>',
    });
    expect(await failureOf(backend.list(''))).toMatchObject({code: 'backend/unusable'});
    expect(await failureOf(backend.get('locks/a.json'))).toMatchObject({code: 'backend/unusable'});
    expect(await failureOf(backend.put('locks/a.json', bytes('mine'), undefined))).toMatchObject({
      code: 'backend/unusable',
    });
  });

  it('an endpoint without conditions can be read, because reads need no proof', async () => {
    const fake = await fakeS3();
    fake.twist = ({method}) => (method === 'PUT' ? 'unconditional' : undefined);
    const backend = await backendOn(fake);
    expect(await backend.get('a/b')).toBeUndefined();
    expect(await backend.list('')).toEqual([]);
    expect(fake.asked.every(({method}) => method === 'GET')).toBe(true);
  });
});

describe('the proof', () => {
  const proofs = (asked: readonly Asked[]): number => asked.filter(({key}) => key.includes('.gantry-proof')).length;

  it('a process proves conditions once and leaves nothing behind', async () => {
    const fake = await fakeS3();
    const backend = await backendOn(fake);
    await Promise.all(['a', 'b', 'c'].map((key) => backend.put(`x/${key}`, bytes(key), undefined)));
    const once = proofs(fake.asked);
    await backend.put('x/d', bytes('d'), undefined);
    expect(proofs(fake.asked)).toBe(once);
    expect([...fake.objects.keys()].toSorted()).toEqual(['x/a', 'x/b', 'x/c', 'x/d']);
  });

  it('a proof that the network interrupted is repeated', async () => {
    const fake = await fakeS3();
    fake.twist = () => 'lost-request';
    const backend = await backendOn(fake);
    expect((await failureOf(backend.put('x/a', bytes('a'), undefined))).code).toBe('backend/io');
    fake.twist = () => undefined;
    expect(await backend.put('x/a', bytes('a'), undefined)).not.toBe('conflict');
  });

  it('a proof is cached on this machine per bucket, and an unreadable cache is ignored', async () => {
    const fake = await fakeS3();
    const cacheDir = await scratchDirectory();
    const open = () => backendOn(fake, {options: {cacheDir}});
    await (await open()).put('x/a', bytes('a'), undefined);
    const once = proofs(fake.asked);
    expect(once).toBeGreaterThan(0);
    await (await open()).put('x/b', bytes('b'), undefined);
    expect(proofs(fake.asked)).toBe(once);
    await (await backendOn(fake, {options: {cacheDir}, config: {bucket: 'another'}})).put('x/c', bytes('c'), undefined);
    expect(proofs(fake.asked)).toBe(2 * once);
    for (const name of await readdir(join(cacheDir, 's3'))) await writeFile(join(cacheDir, 's3', name), '{');
    await (await open()).put('x/d', bytes('d'), undefined);
    expect(proofs(fake.asked)).toBe(3 * once);
  });

  it('a proof works with a cache directory that cannot be written', async () => {
    const fake = await fakeS3();
    const file = join(await scratchDirectory(), 'a-file');
    await writeFile(file, '');
    const backend = await backendOn(fake, {options: {cacheDir: file}});
    expect(await backend.put('x/a', bytes('a'), undefined)).not.toBe('conflict');
  });
});

describe('a deletion', () => {
  it('a deletion is sent if the endpoint honours the condition', async () => {
    const fake = await fakeS3();
    const backend = await backendOn(fake);
    const made = await backend.put('x/a', bytes('a'), undefined);
    expect(await backend.delete('x/a', made === 'conflict' ? '' : made.version)).toBe('deleted');
    expect([...fake.objects.keys()]).toEqual([]);
  });

  it('a deletion removes no value of another writer if the endpoint ignores the condition', async () => {
    const fake = await fakeS3();
    fake.twist = ({method}) => (method === 'DELETE' ? 'unconditional' : undefined);
    const backend = await backendOn(fake);
    const first = await backend.put('x/a', bytes('first'), undefined);
    const version = first === 'conflict' ? '' : first.version;
    const second = await backend.put('x/a', bytes('second'), version);
    expect(await backend.delete('x/a', version)).toBe('conflict');
    expect(new TextDecoder().decode((await backend.get('x/a'))?.value)).toBe('second');
    expect(await backend.delete('x/a', second === 'conflict' ? '' : second.version)).toBe('deleted');
    expect(await backend.get('x/a')).toBeUndefined();
    expect(await backend.list('')).toEqual([]);
    expect(fake.asked.filter(({method, key}) => method === 'DELETE' && key === 'x/a')).toEqual([]);
    // Who did not see the deletion, and who saw it, are told the same.
    expect(await backend.put('x/a', bytes('third'), version)).toBe('conflict');
    expect(await backend.put('x/a', bytes('third'), undefined)).not.toBe('conflict');
    expect(await backend.put('x/a', bytes('fourth'), undefined)).toBe('conflict');
  });
});
