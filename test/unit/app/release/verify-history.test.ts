import {describe, expect, it} from 'vitest';
import {pruneReleases} from '../../../../src/app/release/prune-releases.ts';
import {verifyHistory} from '../../../../src/app/release/verify-history.ts';
import type {Head} from '../../../../src/core/release/head.ts';
import {encodeHead, signHead} from '../../../../src/core/release/head.ts';
import {headKey, indexKey, parseReleaseKey, prunedKey} from '../../../../src/core/release/keys.ts';
import type {Release} from '../../../../src/core/release/release.ts';
import {statementText} from '../../../../src/core/signature/release-statement.ts';
import {readAllowedKeys} from '../../../../src/core/trust/ssh/allowed-keys.ts';
import {acquireLock} from '../../../../src/engine/release/acquire.ts';
import {hmacKey} from '../../../../src/engine/release/hmac-key.ts';
import {packRelease} from '../../../../src/engine/release/pack.ts';
import {readHead} from '../../../../src/engine/release/read-head.ts';
import {recoverHistory} from '../../../../src/engine/release/recover-history.ts';
import {openHistory, readRelease} from '../../../../src/engine/release/release-history.ts';
import type {Signing} from '../../../../src/ports/signing.ts';
import {verifyHistoryText} from '../../../../src/ui/text/release/verify-history-text.ts';
import {handClock} from '../../../rig/hand-clock.ts';
import {type MemoryBackend, memoryBackend} from '../../../rig/memory-backend.ts';
import {begun, ended, holderNamed, NAMES, resource} from '../../../rig/releases.ts';
import {ed25519Key} from '../../../rig/ssh-key.ts';

const signal = new AbortController().signal;
const common = {names: NAMES, holder: holderNamed('anna'), clock: handClock(), lockTimeoutMs: 0, signal};

/** Records a release. `dies`: the run ends after it stored its intent, or after its record and before the head. */
async function run(backend: MemoryBackend, more: Partial<Release> = {}, dies?: 'intent' | 'record'): Promise<string> {
  await using lock = await acquireLock({
    ...common,
    backend,
    history: await openHistory({backend, ...NAMES}),
    onEvent: () => undefined,
  });
  const release = begun(lock, {spec: [resource('web')]});
  await lock.begin(release);
  if (dies === 'record') {
    const {previous} = await readRelease(backend, lock.lineage, {key: keyOf(backend, lock.revision, true)});
    const {value} = await packRelease({...ended(release), ...(previous && {previous})}, await hmacKey(backend));
    await backend.put(`releases/${lock.lineage}/${lock.revision}-${lock.epoch}.json`, value, undefined);
  }
  if (dies === undefined) await lock.finish(ended(release, more));
  return lock.lineage;
}

async function history(count: number) {
  const backend = memoryBackend();
  let lineage = '';
  for (let i = 0; i < count; i++) lineage = await run(backend);
  return {backend, lineage};
}

function keyOf({values}: MemoryBackend, revision: number, pending = false): string {
  const found = [...values.keys()].find((key) => {
    const parsed = parseReleaseKey(key);
    return parsed?.revision === revision && parsed.pending === pending;
  });
  if (found === undefined) throw new Error(`no document of revision ${revision}`);
  return found;
}

const verify = (backend: MemoryBackend) => verifyHistory(NAMES, {backend: async () => backend, signal});

const remove = async (backend: MemoryBackend, key: string) =>
  backend.delete(key, backend.values.get(key)?.version ?? '');

const bytesOf = ({values}: MemoryBackend, key: string): Uint8Array => values.get(key)?.value ?? new Uint8Array();

async function faultsOf(backend: MemoryBackend) {
  const {faults, isWhole} = await verify(backend);
  expect(isWhole).toBe(faults.length === 0);
  return faults.map(({revision, problem}) => `${revision ?? '-'} ${problem}`);
}

/** Writes a release again with the key of the backend, like an attacker who once had permission. */
async function rewrite(backend: MemoryBackend, lineage: string, key: string, change: (release: Release) => Release) {
  const {value} = await packRelease(change(await readRelease(backend, lineage, {key})), await hmacKey(backend));
  backend.write(key, new TextDecoder().decode(value));
}

async function writeHead(backend: MemoryBackend, lineage: string, change: (head: Head) => Head) {
  const found = await readHead(backend, lineage);
  if (found === undefined) throw new Error('no head');
  const head = signHead(change(found.head), await hmacKey(backend));
  backend.write(headKey(lineage), new TextDecoder().decode(encodeHead(head)));
}

const prune = (backend: MemoryBackend, keep: number) =>
  pruneReleases({...NAMES, keep, dryRun: false, lockTimeoutSeconds: 0, confirm: async () => true}, {
    backend: async () => backend,
    clock: handClock(),
    signal,
    env: {},
    command: 'gantry release prune',
    onEvent: () => undefined,
  } as never);

describe('the chain of a release history', () => {
  it('each release names the digest of the one before it, in its intent too', async () => {
    const {backend, lineage} = await history(3);
    const two = await readRelease(backend, lineage, {key: keyOf(backend, 2)});
    const intent = await readRelease(backend, lineage, {key: keyOf(backend, 2, true)});
    expect(two.previous?.release?.key).toBe(keyOf(backend, 1));
    expect(intent.previous).toEqual(two.previous);
    expect((await readRelease(backend, lineage, {key: keyOf(backend, 1)})).previous).toEqual({});
    const before = new Map(backend.values);
    expect(await verify(backend)).toMatchObject({
      isWhole: true,
      releases: 3,
      linked: 3,
      starts: [{revision: 1, because: 'first'}],
      faults: [],
    });
    expect(backend.values).toEqual(before);
  });

  it.each(['intent', 'record'] as const)('a run that died after its %s stays in the chain', async (dies) => {
    const {backend, lineage} = await history(1);
    await run(backend, {}, dies);
    expect(await faultsOf(backend)).toEqual([]);
    await run(backend);
    expect(await faultsOf(backend)).toEqual([]);
    const {previous} = await readRelease(backend, lineage, {key: keyOf(backend, 3)});
    expect(previous?.interrupted).toMatchObject([{key: keyOf(backend, 2, true)}]);
    if (dies === 'intent') await remove(backend, keyOf(backend, 2, true));
    else await Promise.all([remove(backend, keyOf(backend, 2, true)), remove(backend, keyOf(backend, 2))]);
    expect(await faultsOf(backend)).toEqual(['2 missing']);
  });

  it('a history stays whole after a prune, also if the prune died before or in the middle of its deletions', async () => {
    const {backend} = await history(6);
    const before = new Map(backend.values);
    await prune(backend, 2);
    expect(await verify(backend)).toMatchObject({isWhole: true, starts: [{revision: 5, because: 'pruned'}]});
    for (const [key, {value}] of before)
      if (parseReleaseKey(key)?.revision === 2) backend.write(key, new TextDecoder().decode(value));
    expect(await faultsOf(backend)).toEqual([]);
    await run(backend);
    await prune(backend, 1);
    expect(await faultsOf(backend)).toEqual([]);
  });

  it('releases that are pruned between others keep the chain whole', async () => {
    const {backend} = await history(2);
    for (let i = 0; i < 4; i++) await run(backend, {phase: 'failed'});
    await prune(backend, 1);
    const {isWhole, starts} = await verify(backend);
    expect([isWhole, starts]).toEqual([true, [{revision: 1, because: 'first'}]]);
    await remove(backend, keyOf(backend, 2));
    expect(await faultsOf(backend)).toContain('2 missing');
  });

  it('a release of an earlier version has no link, and is linked by the one after it', async () => {
    const {backend, lineage} = await history(2);
    for (const revision of [1, 2])
      await rewrite(backend, lineage, keyOf(backend, revision), ({previous: _, ...rest}) => rest);
    await pointHeadAt(backend, lineage, 2);
    await run(backend);
    expect(await verify(backend)).toMatchObject({
      isWhole: true,
      starts: [{revision: 2, because: 'earlier-version'}],
    });
  });

  it('a release that an earlier version recorded after linked ones is a gap', async () => {
    const {backend, lineage} = await history(3);
    await rewrite(backend, lineage, keyOf(backend, 3), ({previous: _, ...rest}) => rest);
    await pointHeadAt(backend, lineage, 3);
    expect(await faultsOf(backend)).toEqual(['3 no-link']);
  });

  it('a rebuild without a head begins a new part of the chain, and the part before it is verified', async () => {
    const {backend, lineage} = await history(3);
    await remove(backend, headKey(lineage));
    {
      await using lock = await recoverHistory({...common, backend, lineage, onEvent: () => undefined});
      await lock.finish(ended(begun(lock, {rebuilt: {unknown: [], unread: []}})));
    }
    await run(backend);
    expect(await verify(backend)).toMatchObject({
      isWhole: true,
      starts: [
        {revision: 4, because: 'rebuilt'},
        {revision: 1, because: 'first'},
      ],
    });
    await remove(backend, keyOf(backend, 1));
    expect(await faultsOf(backend)).toEqual(['1 missing']);
  });
});

async function pointHeadAt(backend: MemoryBackend, lineage: string, revision: number) {
  const key = keyOf(backend, revision);
  const {sha256} = await import('../../../../src/lib/sha256.ts');
  await writeHead(backend, lineage, (head) => ({
    ...head,
    revision,
    release: {key, sha256: sha256(bytesOf(backend, key))},
  }));
}

type Attack = {
  readonly what: string;
  readonly attack: (backend: MemoryBackend, lineage: string) => Promise<unknown> | void;
  readonly want: readonly string[];
};

const text = (backend: MemoryBackend, key: string): string => new TextDecoder().decode(bytesOf(backend, key));

const ATTACKS: readonly Attack[] = [
  {
    what: 'a release in the middle that is deleted',
    attack: (backend) => remove(backend, keyOf(backend, 3)),
    want: ['3 missing'],
  },
  {
    what: 'the newest release that is deleted',
    attack: (backend) => remove(backend, keyOf(backend, 5)),
    want: ['5 missing'],
  },
  {
    what: 'the first releases that are deleted without a prune',
    attack: (backend) => Promise.all([1, 2].map((one) => remove(backend, keyOf(backend, one)))),
    want: ['2 missing'],
  },
  {
    what: 'a truncated release',
    attack: (backend) => backend.write(keyOf(backend, 3), text(backend, keyOf(backend, 3)).slice(0, -40)),
    want: ['3 refused'],
  },
  {
    what: 'a release with a flipped bit',
    attack: (backend) => {
      const found = text(backend, keyOf(backend, 3));
      const at = found.indexOf('"release":"') + 60;
      backend.write(keyOf(backend, 3), `${found.slice(0, at)}${found[at] === 'A' ? 'B' : 'A'}${found.slice(at + 1)}`);
    },
    want: ['3 refused'],
  },
  {
    what: 'two releases that are swapped',
    attack: (backend) => {
      const [two, three] = [text(backend, keyOf(backend, 2)), text(backend, keyOf(backend, 3))];
      backend.write(keyOf(backend, 2), three);
      backend.write(keyOf(backend, 3), two);
    },
    want: ['3 refused', '2 refused'],
  },
  {
    what: 'an older release under a newer key',
    attack: (backend) => backend.write(keyOf(backend, 4), text(backend, keyOf(backend, 2))),
    want: ['4 refused'],
  },
  {
    what: 'a release that is written again by somebody with the key',
    attack: (backend, lineage) => rewrite(backend, lineage, keyOf(backend, 3), (one) => ({...one, gantryVersion: '9'})),
    want: ['3 changed'],
  },
  {
    what: 'a release that the others do not name',
    attack: async (backend, lineage) => {
      const three = await readRelease(backend, lineage, {key: keyOf(backend, 3)});
      const {value} = await packRelease({...three, epoch: 99}, await hmacKey(backend));
      backend.write(`releases/${lineage}/3-99.json`, new TextDecoder().decode(value));
    },
    want: ['3 fork'],
  },
  {
    what: 'a head that is older than the releases',
    attack: (backend, lineage) => pointHeadAt(backend, lineage, 4),
    want: ['5 fork'],
  },
  {
    what: 'a release that names none before it',
    attack: async (backend, lineage) => {
      await rewrite(backend, lineage, keyOf(backend, 5), (one) => ({...one, previous: {}}));
      await pointHeadAt(backend, lineage, 5);
    },
    want: ['5 no-link'],
  },
  {
    what: 'a release that names a newer one',
    attack: async (backend, lineage) => {
      const release = {key: keyOf(backend, 5), sha256: '0'.repeat(64)};
      await rewrite(backend, lineage, keyOf(backend, 3), (one) => ({...one, previous: {release}}));
    },
    want: ['3 changed', '3 order'],
  },
  {
    what: 'a head that is deleted',
    attack: (backend, lineage) => remove(backend, headKey(lineage)),
    want: ['0 missing'],
  },
  {
    what: 'a head with another MAC',
    attack: (backend, lineage) =>
      backend.write(headKey(lineage), text(backend, headKey(lineage)).replace(/"revision":5/, '"revision":4')),
    want: ['- refused'],
  },
  {
    what: 'an index entry of another history',
    attack: (backend) =>
      backend.write(indexKey(NAMES), text(backend, indexKey(NAMES)).replace(/"lineage":"."?/, '"lineage":"z')),
    want: ['- refused'],
  },
  {
    what: 'a forged record of pruned releases',
    attack: async (backend, lineage) => {
      const document = {formatVersion: 1, lineage, upTo: 5, between: [], mac: {key: 'k', hmac: 'h'}};
      backend.write(prunedKey(lineage), JSON.stringify(document));
      await remove(backend, keyOf(backend, 3));
    },
    want: ['- refused', '3 missing'],
  },
];

describe('a verification of a history that somebody changed', () => {
  it.each(ATTACKS)('$what', async ({attack, want}) => {
    const {backend, lineage} = await history(5);
    await attack(backend, lineage);
    expect(await faultsOf(backend)).toEqual(want);
  });

  it('a signed intent stands for a run that died, and a removed signature breaks the chain', async () => {
    const alice = ed25519Key();
    const backend = memoryBackend();
    const signing: Signing = {
      signers: async () => ({isRequired: true, keys: readAllowedKeys(`alice ${alice.line}`).keys}),
      require: async () => undefined,
      sign: async (statement) => ({
        statement: statementText(statement),
        ssh: alice.sign(statementText(statement), {namespace: 'gantry-release'}),
      }),
      note: () => undefined,
    };
    const signed = {...backend, signing};
    await run(signed);
    await run(signed, {}, 'intent');
    await run(signed);
    const {faults, signatures} = await verify(signed);
    expect(faults).toEqual([]);
    expect(signatures).toMatchObject(
      [3, 2, 1].map((revision) => ({revision, verdict: {state: 'signed', signer: 'alice'}})),
    );
    expect(signatures?.[1]?.document).toBe(keyOf(backend, 2, true));
    const signers = async () => ({isRequired: false, uncounted: ['workspaces/test.yaml']});
    const unknown = await verify({...backend, signing: {...signing, signers}});
    expect(unknown).toMatchObject({isWhole: true, uncountedSigners: ['workspaces/test.yaml']});
    expect(verifyHistoryText(unknown)).toMatch(
      /^revisions 1 to 3 {2}signed by SHA256:\S+, and no signers are known\nThe signers in workspaces\/test\.yaml do not count/,
    );
    const strip = (key: string) => {
      const {signature: _, ...envelope} = JSON.parse(text(backend, key)) as {readonly signature: unknown};
      backend.write(key, JSON.stringify(envelope));
    };
    strip(keyOf(backend, 1));
    strip(keyOf(backend, 2, true));
    expect(await faultsOf(signed)).toEqual(['2 changed', '1 changed']);
  });

  it('a history without releases is not found', async () => {
    await expect(verify(memoryBackend())).rejects.toMatchObject({code: 'release/not-found'});
  });
});
