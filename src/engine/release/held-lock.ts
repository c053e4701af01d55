import type {OnEvent} from '../../core/event.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {
  encodeHead,
  type Head,
  nextRevision,
  type PendingRun,
  type ReleasePointer,
  signHead,
} from '../../core/release/head.ts';
import {headKey, pendingKey, releaseKey} from '../../core/release/keys.ts';
import type {Release} from '../../core/release/release.ts';
import {isPending} from '../../core/release/release-document.ts';
import type {SeriesNames} from '../../core/release/series-names.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Lease} from './lease.ts';
import {packRelease} from './pack.ts';
import {noteHead} from './seen.ts';
import {settledPut} from './settled-put.ts';

/** The right to write a series, as long as it lasts. */
export type HeldLock = {
  readonly lineage: string;
  readonly epoch: number;
  /** Of the release that this run will record. */
  readonly revision: number;
  /** As it was when the lock was taken, with our epoch. */
  readonly head: Head;
  /** Aborts when the lock is another's, or could not be renewed in time. */
  readonly lost: AbortSignal;
  /** @throws GantryError release/lease-lost when less of the lease is left than a request may take. */
  readonly assertHeld: (requestTimeoutMs?: number) => void;
  /**
   * Waits while less than that is left of the lease, and renews it meanwhile: neither a backend that fails for a moment nor a
   * process that was busy for too long fails a step.
   */
  readonly untilHeld: (requestTimeoutMs: number, signal: AbortSignal) => Promise<void>;
  /**
   * The same, for what is about to be written.
   * @throws GantryError release/lease-lost when the lock is another's or could not be renewed, the reason of the signal.
   */
  readonly ensureHeld: (requestTimeoutMs: number, signal?: AbortSignal) => Promise<void>;
  /** Stores what is about to be done, before the first object is written. */
  readonly begin: (release: Release) => Promise<void>;
  /** Records the run. Tried even when the lease ran out: the head itself refuses it if another run has taken over. */
  readonly finish: (release: Release) => Promise<void>;
  /** The same hold for one more release after `finish`: nobody comes in between. To dispose either gives it back. */
  readonly next: () => HeldLock;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** A lock that was taken, to be held for a run. */
export type HoldRequest = {
  readonly backend: Backend;
  readonly names: SeriesNames;
  /** What this run stores is believed by its MAC. */
  readonly key: Secret;
  readonly lineage: string;
  readonly lease: Lease;
  readonly head: Head;
  readonly version: string;
  readonly onEvent: OnEvent;
};

/** Guards the writes of a run: none is sent unless the lease has time left for it. A head written by others loses the lock. */
export function holdLock({backend, names, key, lineage, lease, head, version, onEvent}: HoldRequest): HeldLock {
  const revision = nextRevision(head);
  const {epoch} = head;
  let current = {head, version};

  const ensureHeld: HeldLock['ensureHeld'] = async (requestTimeoutMs, signal = lease.lost) => {
    await lease.untilHeld(requestTimeoutMs, signal);
    signal.throwIfAborted();
    lease.assertHeld(requestTimeoutMs);
  };

  const writeHead = async (unsigned: Head): Promise<void> => {
    const next = signHead(unsigned, key);
    const outcome = await settledPut(backend, headKey(lineage), encodeHead(next), current.version);
    if (outcome === 'conflict') throw lease.lose('another run wrote the head of this series');
    current = {head: next, version: outcome.version};
    await noteHead(backend, names, next);
  };

  const store = async (at: string, release: Release): Promise<ReleasePointer> => {
    checkNumbers(release, {lineage, revision, epoch});
    const {value, sha256} = await packRelease(release, key);
    const outcome = await settledPut(backend, at, value, undefined);
    // The key holds our own epoch: only this run can have written it.
    if (outcome === 'conflict') throw new Error(`${at} was stored twice with different contents`);
    return {key: at, sha256};
  };

  return {
    lineage,
    epoch,
    revision,
    head,
    lost: lease.lost,
    assertHeld: lease.assertHeld,
    untilHeld: lease.untilHeld,
    ensureHeld,
    begin: async (release) => {
      if (!isPending(release.phase)) throw new Error(`a run cannot begin as ${release.phase}`);
      await ensureHeld(0);
      const pointer = await store(pendingKey(lineage, revision, epoch), release);
      await writeHead({...current.head, pending: pendingRun(release, pointer, head.pending)});
    },
    finish: async (release) => {
      if (isPending(release.phase)) throw new Error(`a run cannot end as ${release.phase}`);
      const pointer = await store(releaseKey(lineage, revision, epoch), release);
      const {pending: _, ...rest} = current.head;
      await writeHead({...rest, revision, release: pointer, cluster: release.cluster});
    },
    next: () => holdLock({backend, names, key, lineage, lease, ...current, onEvent}),
    [Symbol.asyncDispose]: () => unlock(lease, onEvent),
  };
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

/** The outcome of the run stands; a lock that cannot be given back ends with its lease. */
async function unlock(lease: Lease, onEvent: OnEvent): Promise<void> {
  try {
    await lease.release();
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    const detail = 'detail' in error.failure ? ` (${error.failure.detail})` : '';
    const message = `the lock could not be given back${detail}; it ends by itself`;
    onEvent({type: 'diagnostic', diagnostic: {severity: 'warning', code: 'release/not-unlocked', message}});
  }
}

function checkNumbers(release: Release, held: {lineage: string; revision: number; epoch: number}): void {
  const {lineage, revision, epoch} = release;
  if (lineage === held.lineage && revision === held.revision && epoch === held.epoch) return;
  throw new Error(`release ${lineage}/${revision}-${epoch} is not the one of the lock: ${held.revision}-${held.epoch}`);
}
