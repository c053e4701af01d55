import {describe, expect, it} from 'vitest';
import {type Failure, GantryError} from '../../../../src/core/failure/failure.ts';
import {checkKey} from '../../../../src/core/release/check-key.ts';
import {decodeHead, encodeHead, type Head, nextRevision, sameBase} from '../../../../src/core/release/head.ts';
import {decodeIndexEntry, encodeIndexEntry} from '../../../../src/core/release/index-entry.ts';
import {
  headKey,
  indexKey,
  lockKey,
  parseIndexKey,
  parseReleaseKey,
  pendingKey,
  releaseKey,
  workspaceKey,
} from '../../../../src/core/release/keys.ts';
import {decodeLock, encodeLock} from '../../../../src/core/release/lock.ts';
import {decodeRelease, encodeRelease} from '../../../../src/core/release/release-document.ts';
import {begun, holderNamed, NAMES} from '../../../rig/releases.ts';

const failureOf = (work: () => unknown): Failure | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof GantryError) return error.failure;
    throw error;
  }
};

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const HEAD: Head = {formatVersion: 1, lineage: 'abc', epoch: 3, token: 't', revision: 2};
const RELEASE = begun({lineage: 'abc', revision: 1, epoch: 1});

describe('documents', () => {
  it('documents are decoded as they were encoded', () => {
    const pending = {
      key: 'k',
      sha256: 's',
      revision: 3,
      phase: 'applying' as const,
      startedAt: 'now',
      holder: holderNamed('anna'),
    };
    const head = {...HEAD, origin: 'github.com/acme/shop//web', release: {key: 'r', sha256: 's'}, pending};
    expect(decodeHead('abc', encodeHead(head))).toEqual(head);
    const lock = {
      formatVersion: 1,
      state: 'held',
      token: 't',
      renewal: 2,
      durationMs: 60_000,
      holder: holderNamed('anna'),
      since: 'now',
    } as const;
    expect(decodeLock('k', encodeLock(lock))).toEqual(lock);
    const entry = {formatVersion: 1, ...NAMES, lineage: '0123456789abcdef'} as const;
    expect(decodeIndexEntry(NAMES, encodeIndexEntry(entry))).toEqual(entry);
    expect(decodeRelease('k', encodeRelease(RELEASE))).toEqual(RELEASE);
  });

  it('documents of equal releases have equal bytes, whatever the order of their fields', () => {
    const turned = Object.fromEntries(Object.entries(RELEASE).toReversed()) as typeof RELEASE;
    expect(encodeRelease(turned)).toBe(encodeRelease(RELEASE));
  });

  it.each([
    {name: 'is empty', value: '', detail: 'it is empty'},
    {name: 'is cut', value: '{"formatVersion":1,', detail: expect.stringContaining('not valid JSON')},
    {name: 'is not UTF-8', value: Uint8Array.of(0x7b, 0xff, 0x7d), detail: expect.stringContaining('not valid JSON')},
    {name: 'is not an object', value: 'null', detail: 'it is not a JSON object'},
    {name: 'has no version', value: '{"lineage":"abc"}', detail: 'it has no formatVersion'},
    {name: 'has version 0', value: '{"formatVersion":0}', detail: 'formatVersion 0 is not valid'},
    {name: 'has version 0.5', value: '{"formatVersion":0.5}', detail: 'formatVersion 0.5 is not valid'},
    {
      name: 'lacks a field',
      value: '{"formatVersion":1,"lineage":"abc","epoch":1,"token":"t"}',
      detail: expect.stringContaining('revision'),
    },
    {
      name: 'has a field of another kind',
      value: '{"formatVersion":1,"lineage":"abc","epoch":"1","token":"t","revision":0}',
      detail: expect.stringContaining('epoch'),
    },
    {
      name: 'has a negative number',
      value: '{"formatVersion":1,"lineage":"abc","epoch":-1,"token":"t","revision":0}',
      detail: expect.stringContaining('epoch'),
    },
    {
      name: 'has a null',
      value: '{"formatVersion":1,"lineage":"abc","epoch":1,"token":"t","revision":0,"release":null}',
      detail: expect.stringContaining('release'),
    },
    {
      name: 'is of another lineage',
      value: '{"formatVersion":1,"lineage":"xyz","epoch":1,"token":"t","revision":0}',
      detail: 'it belongs to the lineage xyz',
    },
  ])('a head that $name is refused with its key', ({value, detail}) => {
    const stored = typeof value === 'string' ? bytes(value) : value;
    expect(failureOf(() => decodeHead('abc', stored))).toEqual({code: 'release/damaged', key: headKey('abc'), detail});
  });

  it('a document of a newer Gantry is refused as newer, whatever else it contains', () => {
    expect(failureOf(() => decodeHead('abc', bytes('{"formatVersion":2}')))).toEqual({
      code: 'release/newer-format',
      key: headKey('abc'),
      found: 2,
    });
  });

  it.each(['toString', 'constructor', 'previewing', ''])('a document with the phase %j is damaged', (phase) => {
    expect(failureOf(() => decodeRelease('k', JSON.stringify({...RELEASE, phase})))).toMatchObject({
      code: 'release/damaged',
    });
  });

  it.each(['UPPER', '../../x', '', 'a/b', '-a', 'x'.repeat(64)])(
    'a document with the lineage %j is damaged',
    (lineage) => {
      const entry = bytes(JSON.stringify({formatVersion: 1, ...NAMES, lineage}));
      expect(failureOf(() => decodeIndexEntry(NAMES, entry))).toMatchObject({code: 'release/damaged'});
    },
  );

  it('the error about a damaged document does not quote its content', () => {
    const failure = failureOf(() => decodeLock('k', bytes('{"password":"hunter2" oops')));
    expect(JSON.stringify(failure)).not.toContain('hunter2');
  });
});

describe('keys', () => {
  it('each document has the key of the design', () => {
    expect([
      headKey('abc'),
      releaseKey('abc', 12, 34),
      pendingKey('abc', 12, 34),
      lockKey('abc'),
      indexKey(NAMES),
      workspaceKey('prod'),
    ]).toEqual([
      'releases/abc/head.json',
      'releases/abc/12-34.json',
      'releases/abc/12-34-pending.json',
      'locks/abc.json',
      'index/shop/web/prod.json',
      'workspaces/prod.yaml',
    ]);
  });

  it.each(['..', '.', '.hidden', 'a/b', 'a\\b', 'Größe', 'a b', '%2e%2e', 'a\0b'])('hold any name: %j', (name) => {
    const names = {project: name, stack: name, workspace: name};
    const key = indexKey(names);
    expect(checkKey(key)).toBe(key);
    expect(key.split('/')).toHaveLength(4);
    expect(parseIndexKey(key)).toEqual(names);
  });

  it.each(['index/a/b', 'index/a/b/c.yaml', 'index/a/b/c/d.json', 'other/a/b/c.json', 'index/%ZZ/b/c.json'])(
    'take %s for no entry of the index',
    (key) => expect(parseIndexKey(key)).toBeUndefined(),
  );

  it.each([
    {key: 'releases/abc/12-34.json', want: {revision: 12, epoch: 34, pending: false}},
    {key: 'releases/abc/12-34-pending.json', want: {revision: 12, epoch: 34, pending: true}},
    {key: 'releases/abc/head.json', want: undefined},
    {key: 'releases/abc/12.json', want: undefined},
  ])('the key $key says which document it is', ({key, want}) => {
    if (want === undefined) expect(parseReleaseKey(key)).toBeUndefined();
    else expect(parseReleaseKey(key)).toEqual({key, ...want});
  });
});

describe('the head', () => {
  const pending = {
    key: 'p',
    sha256: 'p',
    revision: 5,
    phase: 'applying',
    startedAt: '',
    holder: holderNamed('a'),
  } as const;

  it.each([
    {name: 'starts at 1', head: undefined, want: 1},
    {name: 'goes on after the last release', head: HEAD, want: 3},
    {name: 'goes on after a run that died', head: {...HEAD, pending}, want: 6},
  ])('the head counts revisions: $name', ({head, want}) => expect(nextRevision(head)).toBe(want));

  const release = {key: 'r', sha256: 'r'};
  it.each([
    {name: 'nothing happened before the first release', planned: undefined, held: HEAD, want: true},
    {name: 'only the lock changed hands', planned: {...HEAD, release}, held: {...HEAD, release, epoch: 9}, want: true},
    {name: 'a release was recorded', planned: HEAD, held: {...HEAD, release}, want: false},
    {
      name: 'another release was recorded',
      planned: {...HEAD, release},
      held: {...HEAD, release: {key: 's', sha256: 's'}},
      want: false,
    },
    {name: 'a run has begun', planned: HEAD, held: {...HEAD, pending}, want: false},
    {
      name: 'the run that had begun was planned with',
      planned: {...HEAD, pending},
      held: {...HEAD, pending},
      want: true,
    },
  ])('the head shows whether a plan is stale: $name', ({planned, held, want}) =>
    expect(sameBase(planned, held)).toBe(want),
  );
});
