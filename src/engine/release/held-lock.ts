import type {OnEvent} from '../../core/event.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {NotSigned} from '../../core/failure/not-signed.ts';
import {
  encodeHead,
  type Head,
  nextRevision,
  type PendingRun,
  type ReleasePointer,
  signHead,
} from '../../core/release/head.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {headKey, pendingKey, releaseKey} from '../../core/release/keys.ts';
import {previousOf} from '../../core/release/previous.ts';
import type {Release} from '../../core/release/release.ts';
import {isPending} from '../../core/release/release-document.ts';
import {type Literals, NO_LITERALS} from '../../core/sealing/literals.ts';
import type {Secret} from '../../core/secret/secret.ts';
import type {ReleaseSignature} from '../../core/signature/release-signature.ts';
import {statementOf} from '../../core/signature/release-statement.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {RunLock} from '../../ports/step-run.ts';
import {storeLiterals} from '../sealing/sealed-literals.ts';
import {stateNumber} from '../sealing/state-numbers.ts';
import type {Lease} from './lease.ts';
import {noteRelease} from './note-release.ts';
import {packRelease} from './pack.ts';
import {noteHead} from './seen.ts';
import {settledPut} from './settled-put.ts';

/** A held lock that permits writes to a release history. */
export type HeldLock = RunLock & {
  readonly lineage: string;
  readonly epoch: number;
  /** The revision of the release that this run will record. */
  readonly revision: number;
  /** The head at the time when the lock was taken, with the epoch of this run. */
  readonly head: Head;
  /** Aborts if another run took the lock, or if the lock could not be renewed in time. */
  readonly lost: AbortSignal;
  /** Throws if the time left in the lease is shorter than a request may take. @throws GantryError release/lease-lost */
  readonly assertHeld: (requestTimeoutMs?: number) => void;
  /**
   * Waits while the time left in the lease is shorter than `requestTimeoutMs`, and renews the lease meanwhile. A step therefore
   * does not fail because the backend failed for a moment or the process was busy for too long.
   */
  readonly untilHeld: (requestTimeoutMs: number, signal: AbortSignal) => Promise<void>;
  /**
   * Does the same as `untilHeld` and then asserts the lock, before a write.
   * @throws GantryError release/lease-lost if another run took the lock or it could not be renewed; the reason of the signal
   */
  readonly ensureHeld: (requestTimeoutMs: number, signal?: AbortSignal) => Promise<void>;
  /**
   * Stores the planned release before the first object is written, and in a sealed backend its literal secrets. It is signed, so that a key that
   * cannot sign stops the run here.
   * @throws GantryError release/not-signed
   */
  readonly begin: (release: Release, literals?: Literals) => Promise<void>;
  /**
   * Records the run. Also tried after the lease has expired: the write of the head fails if another run has taken over. A run that has begun is
   * recorded even if it cannot be signed; the error is thrown afterwards, with the revision.
   * @throws GantryError release/not-signed
   */
  readonly finish: (release: Release) => Promise<void>;
  /**
   * Returns the same lock for one more release after `finish`, without a gap in which another run could take it. Disposing either
   * one releases the lock.
   * @throws GantryError backend/io if the lock is left to a process that has not stored the state of Terraform yet
   */
  readonly next: () => HeldLock;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** A lock that was taken and is held for a run. */
export type HoldRequest = {
  readonly backend: Backend;
  readonly names: HistoryNames;
  /** The key for the MACs of the documents that this run stores. */
  readonly key: Secret;
  readonly lineage: string;
  readonly lease: Lease;
  readonly head: Head;
  readonly version: string;
  readonly onEvent: OnEvent;
};

/** Guards the writes of a run: a write is sent only if the lease has time left for it. If another run wrote the head, the lock is lost. */
export function holdLock({backend, names, key, lineage, lease, head, version, onEvent}: HoldRequest): HeldLock {
  const revision = nextRevision(head);
  const {epoch} = head;
  const previous = previousOf(head);
  let current = {head, version};

  const ensureHeld: HeldLock['ensureHeld'] = async (requestTimeoutMs, signal = lease.lost) => {
    await lease.untilHeld(requestTimeoutMs, signal);
    signal.throwIfAborted();
    lease.assertHeld(requestTimeoutMs);
  };

  const writeHead = async (unsigned: Head): Promise<void> => {
    const next = signHead(unsigned, key);
    const outcome = await settledPut(backend, headKey(lineage), encodeHead(next), current.version);
    if (outcome === 'conflict') throw lease.lose('another run wrote the head of this release history');
    current = {head: next, version: outcome.version};
    await noteHead(backend, names, next);
  };

  const {store, signatureOf} = releaseStore({backend, key, lineage, revision, epoch, previous});
  let hasBegun = false;

  return {
    lineage,
    token: lease.token,
    leaveTo: lease.leaveTo,
    epoch,
    revision,
    head,
    lost: lease.lost,
    assertHeld: lease.assertHeld,
    untilHeld: lease.untilHeld,
    ensureHeld,
    begin: async (release, literals = NO_LITERALS) => {
      if (!isPending(release.phase)) throw new Error(`a run cannot begin as ${release.phase}`);
      await ensureHeld(0);
      await storeLiterals(backend, release, literals);
      const pointer = await store(pendingKey(lineage, revision, epoch), release);
      await writeHead({...current.head, pending: pendingRun(release, pointer, head.pending)});
      hasBegun = true;
    },
    finish: async (release) => {
      if (isPending(release.phase)) throw new Error(`a run cannot end as ${release.phase}`);
      let unsigned: NotSigned | undefined;
      const pointer = await store(releaseKey(lineage, revision, epoch), release, async (...asked) => {
        try {
          return await signatureOf(...asked);
        } catch (error) {
          if (!hasBegun || !(error instanceof GantryError) || error.failure.code !== 'release/not-signed') throw error;
          unsigned = error.failure;
          return undefined;
        }
      });
      const {pending: _, ...rest} = current.head;
      await writeHead({...rest, revision, release: pointer, cluster: release.cluster});
      await noteRelease(backend, names, release);
      if (unsigned !== undefined) throw new GantryError({...unsigned, recorded: revision});
    },
    next: () => holdLock({backend, names, key, lineage, lease: notLeft(lease), ...current, onEvent}),
    [Symbol.asyncDispose]: () => unlock(lease, onEvent),
  };
}

/** Refuses a lock that is left to a watcher: another release would start from an older state, and the newer one could not be stored any more. */
function notLeft(lease: Lease): Lease {
  if (!lease.isLeft()) return lease;
  throw new GantryError({
    code: 'backend/io',
    detail: 'the Terraform state of this run is not stored yet',
    hint: 'The watcher of this run stores it when the backend answers, and then frees the lock: add "--lock-timeout 1h" to wait for it.',
  });
}

type Sign = (release: Release, digest: string) => Promise<ReleaseSignature | undefined>;

type StoreRequest = Pick<HoldRequest, 'backend' | 'key' | 'lineage'> & {
  readonly revision: number;
  readonly epoch: number;
  readonly previous: ReturnType<typeof previousOf>;
};

/** Returns the function that stores the documents of a run, and its signature, where the run has a key. */
function releaseStore({backend, key, lineage, revision, epoch, previous}: StoreRequest) {
  const signatureOf: Sign = async (release, digest) =>
    backend.signing?.sign(statementOf(release, {digest, backend: backend.place ?? backend.name}));
  const store = async (at: string, release: Release, sign: Sign = signatureOf): Promise<ReleasePointer> => {
    checkNumbers(release, {lineage, revision, epoch});
    const linked = {...release, ...defined({terraformState: stateNumber(backend, lineage)}), previous};
    const {value, sha256} = await packRelease(linked, key, (digest) => sign(linked, digest));
    const outcome = await settledPut(backend, at, value, undefined);
    // The key contains the epoch of this run, so only this run can have written it.
    if (outcome === 'conflict') throw new Error(`${at} was stored twice with different contents`);
    return {key: at, sha256};
  };
  return {store, signatureOf};
}

function pendingRun(release: Release, pointer: ReleasePointer, dead: PendingRun | undefined): PendingRun {
  const earlier = dead === undefined ? [] : [...(dead.earlier ?? []), {key: dead.key, sha256: dead.sha256}];
  return {
    ...pointer,
    revision: release.revision,
    phase: release.phase === 'destroying' ? 'destroying' : 'applying',
    startedAt: release.startedAt,
    holder: release.by,
    ...defined({earlier: earlier.length === 0 ? undefined : earlier}),
  };
}

/** Releases the lock. A failure does not change the outcome of the run, because the lock expires with its lease. */
async function unlock(lease: Lease, onEvent: OnEvent): Promise<void> {
  try {
    await lease.release();
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    const detail = 'detail' in error.failure ? ` (${error.failure.detail})` : '';
    const message = `the lock could not be released${detail}; it expires on its own`;
    onEvent({type: 'diagnostic', diagnostic: {severity: 'warning', code: 'release/not-unlocked', message}});
  }
}

function checkNumbers(release: Release, held: {lineage: string; revision: number; epoch: number}): void {
  const {lineage, revision, epoch} = release;
  if (lineage === held.lineage && revision === held.revision && epoch === held.epoch) return;
  throw new Error(`release ${lineage}/${revision}-${epoch} does not match the lock of ${held.revision}-${held.epoch}`);
}
