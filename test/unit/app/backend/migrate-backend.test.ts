import {describe, expect, it} from 'vitest';
import {type MigrateBackend, migrateBackend} from '../../../../src/app/backend/migrate-backend.ts';
import type {Deps} from '../../../../src/app/deps.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {acquireLock} from '../../../../src/engine/release/acquire.ts';
import {hmacKey} from '../../../../src/engine/release/hmac-key.ts';
import {openHistory} from '../../../../src/engine/release/release-history.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {handClock} from '../../../rig/hand-clock.ts';
import {type MemoryBackend, memoryBackend} from '../../../rig/memory-backend.ts';
import {begun, ended, holderNamed, NAMES, resource, stateOf} from '../../../rig/releases.ts';
import {rig} from '../workspace/rig.ts';

const OTHER = {...NAMES, stack: 'api'};
const SECRET_CONTEXT = 'context: {AWS_SECRET_ACCESS_KEY: hush-hush}\n';

async function released(backend: Backend, id: string, names = NAMES): Promise<void> {
  const history = await openHistory({backend, ...names});
  await using lock = await acquireLock({
    backend,
    history,
    names,
    holder: holderNamed('a'),
    clock: handClock(),
    lockTimeoutMs: 0,
    signal: new AbortController().signal,
    onEvent: () => undefined,
  });
  const release = begun(lock, {spec: [resource(id)], state: history.last?.state ?? []});
  await lock.begin(release);
  await lock.finish(ended(release, {state: [stateOf(id)]}));
}

/** A backend with the releases of two stacks, a workspace and a key. */
async function filled(): Promise<MemoryBackend> {
  const backend = memoryBackend();
  await hmacKey(backend);
  await released(backend, 'first');
  await released(backend, 'second');
  await released(backend, 'third', OTHER);
  backend.write('workspaces/dev.yaml', 'context: {kube_context: dev}\n');
  backend.write('pins/dev.json', '{}');
  return backend;
}

type Doors = {readonly from: Backend; readonly to: Backend; readonly deps: Deps};
const deps = async (from: Backend, to: Backend): Promise<Doors> => {
  const {deps} = await rig();
  const openBackend: Deps['openBackend'] = async (config) =>
    config.kind === 's3' && config.bucket === 'old' ? from : to;
  return {from, to, deps: {...deps, clock: handClock(), openBackend}};
};

const REQUEST: MigrateBackend = {
  from: 's3://old',
  to: 's3://new',
  lockTimeoutSeconds: 0,
  confirm: async () => true,
};

const migrate = ({deps}: Doors, more: Partial<MigrateBackend> = {}) => migrateBackend({...REQUEST, ...more}, deps);

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof GantryError ? error.failure : error),
  );

const lastOf = async (backend: Backend, names = NAMES) => (await openHistory({backend, ...names})).last;
const textOf = ({values}: MemoryBackend, key: string) => new TextDecoder().decode(values.get(key)?.value);

describe('a migration of a backend', () => {
  it('a migration moves everything except locks, and marks the old backend as moved', async () => {
    const both = await deps(await filled(), memoryBackend());
    const before = await lastOf(both.from);
    expect(await migrate(both)).toMatchObject({kind: 'moved', there: 0, series: [OTHER, NAMES]});
    expect(await lastOf(both.to)).toEqual(before);
    expect((await lastOf(both.to, OTHER))?.spec).toEqual([resource('third')]);
    const to = both.to as MemoryBackend;
    expect(textOf(to, 'workspaces/dev.yaml')).toBe(textOf(both.from as MemoryBackend, 'workspaces/dev.yaml'));
    expect(await hmacKey(both.to)).toEqual(await hmacKey(both.from));
    expect(await to.list('locks/')).toEqual([]);
    expect(await failureOf(lastOf(both.from))).toEqual({
      code: 'backend/moved',
      series: 'shop/web/prod',
      to: 's3://new',
    });
    await released(both.to, 'fourth');
    expect((await lastOf(both.to))?.revision).toBe(3);
  });

  it('a migration can be reverted, including the releases made since', async () => {
    const both = await deps(await filled(), memoryBackend());
    await migrate(both);
    await released(both.to, 'fourth');
    await migrate(both, {from: 's3://new', to: 's3://old'});
    expect((await lastOf(both.from))?.spec).toEqual([resource('fourth')]);
    expect(await failureOf(lastOf(both.to))).toMatchObject({code: 'backend/moved', to: 's3://old'});
  });

  it('a migration that is run again completes, wherever the first run died', async () => {
    let deaths = 0;
    for (let at = 1; ; at++) {
      const [from, to] = [await filled(), memoryBackend()];
      const grave = {left: at};
      const died = await failureOf(migrate(await deps(mortal(from, grave), mortal(to, grave))));
      if (died === undefined) break;
      deaths++;
      // The dead run's leases are over.
      for (const key of await from.list('locks/')) await from.delete(key, (await from.get(key))?.version ?? '');
      expect(await migrate(await deps(from, to)), `died at operation ${at}`).toMatchObject({kind: 'moved'});
      expect((await lastOf(to))?.spec).toEqual([resource('second')]);
      expect((await lastOf(to, OTHER))?.spec).toEqual([resource('third')]);
      expect(await failureOf(lastOf(from))).toMatchObject({code: 'backend/moved'});
    }
    expect(deaths).toBeGreaterThan(50);
  });

  it('a migration from an empty backend is refused: FROM is misspelt', async () => {
    const to = memoryBackend();
    expect(await failureOf(migrate(await deps(memoryBackend(), to)))).toMatchObject({
      code: 'input/usage',
      message: expect.stringContaining('is empty'),
    });
    expect([...to.values.keys()]).toEqual([]);
  });

  it('a migration stops when a copy differs from what was written, and the old backend stays in use', async () => {
    const to = memoryBackend();
    // A server that answers well, and keeps something else.
    const careless: Backend = {
      ...to,
      get: async (key) => {
        const stored = await to.get(key);
        return stored && key.endsWith('/2-2.json') ? {...stored, value: stored.value.subarray(1)} : stored;
      },
    };
    const both = await deps(await filled(), careless);
    expect(await failureOf(migrate(both))).toMatchObject({
      code: 'backend/io',
      detail: expect.stringMatching(/2-2\.json .* differs from the written value/),
    });
    await released(both.from, 'fourth');
    expect((await lastOf(both.from))?.revision).toBe(3);
  });

  it('a migration writes nothing when the target holds other data', async () => {
    const occupied = await filled();
    const before = new Map(occupied.values);
    const both = await deps(await filled(), occupied);
    expect(await failureOf(migrate(both))).toMatchObject({
      code: 'backend/occupied',
      keys: expect.arrayContaining(['keys/hmac']),
    });
    expect(new Map(occupied.values)).toEqual(before);
    expect((await lastOf(both.from))?.revision).toBe(2);
  });

  it('a migration does not wait: a run in progress stops it before anything is written', async () => {
    const both = await deps(await filled(), memoryBackend());
    await using _lock = await acquireLock({
      backend: both.from,
      history: await openHistory({backend: both.from, ...NAMES}),
      names: NAMES,
      holder: holderNamed('b'),
      clock: handClock(),
      lockTimeoutMs: 0,
      signal: new AbortController().signal,
      onEvent: () => undefined,
    });
    expect(await failureOf(migrate(both))).toMatchObject({code: 'release/locked'});
    expect(await both.to.list('')).toEqual([]);
  });

  it('a migration leaves out workspaces with credentials in plain text, unless that is permitted', async () => {
    const from = await filled();
    from.write('workspaces/prod.yaml', SECRET_CONTEXT);
    const both = await deps(from, memoryBackend());
    const failure = await failureOf(migrate(both));
    expect(failure).toMatchObject({code: 'workspace/plaintext', name: 'prod', keys: ['context.AWS_SECRET_ACCESS_KEY']});
    expect(JSON.stringify(failure)).not.toContain('hush-hush');
    expect(await both.to.list('')).toEqual([]);
    expect(await migrate(both, {allowPlaintext: true})).toMatchObject({kind: 'moved'});
  });

  it('a migration asks first, and moves nothing without confirmation', async () => {
    const both = await deps(await filled(), memoryBackend());
    const declined = await migrate(both, {confirm: async ({series}) => series.length !== 2});
    expect(declined).toMatchObject({kind: 'declined', series: [OTHER, NAMES]});
    expect(await both.to.list('')).toEqual([]);
    expect(await failureOf(migrate(both, {to: 's3://old'}))).toMatchObject({code: 'input/usage'});
  });
});

/** One death for two backends: after so many operations nothing is done any more, as in a process that was killed. */
function mortal(backend: Backend, grave: {left: number}): Backend {
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (grave.left-- <= 0) throw new Error('dead');
    return work();
  };
  return {
    name: backend.name,
    get: (key) => step(() => backend.get(key)),
    put: (key, value, expected) => step(() => backend.put(key, value, expected)),
    delete: (key, expected) => step(() => backend.delete(key, expected)),
    list: (prefix) => step(() => backend.list(prefix)),
  };
}
