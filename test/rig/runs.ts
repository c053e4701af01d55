import {type Failure, GantryError} from '../../src/core/failure/failure.ts';
import type {HistoryNames} from '../../src/core/release/history-names.ts';
import type {Literals} from '../../src/core/sealing/literals.ts';
import {acquireLock, type HeldLock} from '../../src/engine/release/acquire.ts';
import {hmacKey} from '../../src/engine/release/hmac-key.ts';
import {openHistory} from '../../src/engine/release/release-history.ts';
import type {Backend} from '../../src/ports/backend.ts';
import {handClock} from './hand-clock.ts';
import {begun, ended, holderNamed, NAMES, resource} from './releases.ts';

type Applied = {
  readonly names?: HistoryNames;
  readonly literals?: Literals;
  /** The id of the one resource. */
  readonly id?: string;
};

/** Takes the lock as a run does that finds only dead holders. */
export const heldBy = async (backend: Backend, names: HistoryNames = NAMES): Promise<HeldLock> =>
  acquireLock({
    backend,
    history: await openHistory({backend, ...names}),
    names,
    holder: holderNamed('anna'),
    clock: handClock(),
    lockTimeoutMs: 0,
    signal: new AbortController().signal,
    onEvent: () => undefined,
    isDead: () => true,
  });

/** One apply, from the plan to the record. */
export async function applyTo(backend: Backend, {names = NAMES, literals, id = 'web'}: Applied = {}) {
  await hmacKey(backend);
  await using lock = await heldBy(backend, names);
  const run = begun(lock, {...names, spec: [resource(id)], state: []});
  await lock.begin(run, literals);
  await lock.finish(ended(run));
  return {lineage: lock.lineage, revision: lock.revision, epoch: lock.epoch};
}

/** Returns the failure of the work; undefined if it succeeds. @throws errors that are not in the contract */
export async function failureOf(work: Promise<unknown>): Promise<Failure | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof GantryError) return error.failure;
    throw error;
  }
}
