import {describe, expect, it} from 'vitest';
import {type Failure, GantryError} from '../../../../src/core/failure/failure.ts';
import {encodeHead} from '../../../../src/core/release/head.ts';
import {encodeIndexEntry} from '../../../../src/core/release/index-entry.ts';
import {HMAC_KEY, headKey, indexKey, releaseKey} from '../../../../src/core/release/keys.ts';
import {hmacKey} from '../../../../src/engine/release/hmac-key.ts';
import {packRelease, unpackRelease} from '../../../../src/engine/release/pack.ts';
import {openHistory} from '../../../../src/engine/release/release-history.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';
import {begun, ended, NAMES, resource} from '../../../rig/releases.ts';

const LINEAGE = '0123456789abcdef';
const KEY = releaseKey(LINEAGE, 1, 1);
const RELEASE = ended(
  begun({lineage: LINEAGE, revision: 1, epoch: 1}, {spec: [resource('a', {text: 'x'.repeat(5_000)})]}),
);

async function stored() {
  const backend = memoryBackend();
  const {value, sha256} = await packRelease(RELEASE);
  backend.write(indexKey(NAMES), encodeIndexEntry({formatVersion: 1, ...NAMES, lineage: LINEAGE}));
  backend.write(KEY, value);
  const head = {
    formatVersion: 1,
    lineage: LINEAGE,
    epoch: 1,
    token: 't',
    revision: 1,
    release: {key: KEY, sha256},
  } as const;
  backend.write(headKey(LINEAGE), encodeHead(head));
  return {backend, value, text: new TextDecoder().decode(value)};
}

const failureOf = async (work: Promise<unknown>): Promise<Failure | undefined> => {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof GantryError) return error.failure;
    throw error;
  }
};

describe('a stored release', () => {
  it('a stored release is compressed in plain JSON and reads back unchanged', async () => {
    const {backend, value, text} = await stored();
    expect(value.length).toBeLessThan(2_000);
    expect(JSON.parse(text)).toMatchObject({formatVersion: 2, encoding: 'gzip+base64'});
    expect((await openHistory({backend, ...NAMES})).last).toEqual(RELEASE);
    expect(await unpackRelease({key: KEY}, value)).toEqual(RELEASE);
  });

  it.each([
    {name: 'gone', damage: undefined, code: 'release/damaged'},
    {name: 'empty', damage: () => '', code: 'release/damaged'},
    {name: 'cut', damage: (text: string) => text.slice(0, 300), code: 'release/damaged'},
    {name: 'garbage', damage: () => '\u0000\u0001\u0002', code: 'release/damaged'},
    {
      name: 'of an unknown encoding',
      damage: (text: string) => text.replace('gzip+base64', 'age'),
      code: 'release/damaged',
    },
    {name: 'changed outside', damage: (text: string) => `${text} `, code: 'release/damaged'},
    {name: 'of a newer Gantry', damage: () => '{"formatVersion":3}', code: 'release/newer-format'},
  ])('a stored release that is $name is refused with its key', async ({damage, code}) => {
    const {backend, text} = await stored();
    if (damage === undefined) await backend.delete(KEY, (await backend.get(KEY))?.version ?? '');
    else backend.write(KEY, damage(text));
    expect(await failureOf(openHistory({backend, ...NAMES}))).toMatchObject({code, key: KEY});
  });

  it.each([
    {name: 'cannot be unpacked', change: {release: 'bm90IGd6aXA='}},
    {name: 'has another checksum inside', change: {sha256: '0'.repeat(64)}},
    {name: 'lacks its body', change: {release: 7}},
  ])('a stored release that $name is refused without the head, too', async ({change}) => {
    const {text} = await stored();
    const value = new TextEncoder().encode(JSON.stringify({...JSON.parse(text), ...change}));
    expect(await failureOf(unpackRelease({key: KEY}, value))).toMatchObject({code: 'release/damaged', key: KEY});
  });

  it('a stored release of another lineage is refused', async () => {
    const {backend} = await stored();
    const {value, sha256} = await packRelease({...RELEASE, lineage: 'fedcba9876543210'});
    backend.write(KEY, value);
    const head = {
      formatVersion: 1,
      lineage: LINEAGE,
      epoch: 1,
      token: 't',
      revision: 1,
      release: {key: KEY, sha256},
    } as const;
    backend.write(headKey(LINEAGE), encodeHead(head));
    expect(await failureOf(openHistory({backend, ...NAMES}))).toMatchObject({
      code: 'release/damaged',
      detail: 'it belongs to lineage fedcba9876543210',
    });
  });
});

describe('the digest key', () => {
  it('the digest key is created on first use, stays the same, and cannot be printed', async () => {
    const backend = memoryBackend();
    const key = await hmacKey(backend);
    expect(key.reveal()).toMatch(/^[0-9a-f]{64}$/);
    expect((await hmacKey(backend)).reveal()).toBe(key.reveal());
    expect([String(key), JSON.stringify(key)]).toEqual(['***', '"***"']);
  });

  it('concurrent creators end up with one digest key', async () => {
    const backend = memoryBackend();
    const keys = await Promise.all(Array.from({length: 8}, () => hmacKey(backend)));
    expect(new Set(keys.map((key) => key.reveal())).size).toBe(1);
  });

  it.each([
    {value: '', code: 'release/damaged'},
    {value: '{"formatVersion":1,"hmac":"short"}', code: 'release/damaged'},
    {value: '{"formatVersion":1,"hm', code: 'release/damaged'},
    {value: '{"formatVersion":2}', code: 'release/newer-format'},
  ])('a damaged digest key is never replaced: $value', async ({value, code}) => {
    const backend = memoryBackend();
    backend.write(HMAC_KEY, value);
    const failure = await failureOf(hmacKey(backend));
    expect(failure).toMatchObject({code, key: HMAC_KEY});
    expect(new TextDecoder().decode((await backend.get(HMAC_KEY))?.value)).toBe(value);
  });
});
