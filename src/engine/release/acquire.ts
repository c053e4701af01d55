import {randomBytes} from 'node:crypto';
import type {OnEvent} from '../../core/event.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {encodeHead, type Head, nextRevision, sameBase, signHead} from '../../core/release/head.ts';
import type {Holder} from '../../core/release/holder.ts';
import {encodeIndexEntry, signIndexEntry} from '../../core/release/index-entry.ts';
import {headKey, indexKey} from '../../core/release/keys.ts';
import {checkOrigin, recordedOrigin, type StackOrigin} from '../../core/release/origin.ts';
import {type SeriesNames, seriesText} from '../../core/release/series-names.ts';
import type {Secret} from '../../core/secret/secret.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Clock} from '../../ports/clock.ts';
import {recordEarlier} from './earlier.ts';
import {type HeldLock, holdLock} from './held-lock.ts';
import {hmacKey} from './hmac-key.ts';
import {isDeadHolder} from './holder.ts';
import {LEASE, type Lease, startLease} from './lease.ts';
import {readLock} from './lock-record.ts';
import {readHead, readLineage} from './read-head.ts';
import type {LeaseTerms} from './renewals.ts';
import {noteHead} from './seen.ts';
import type {Series} from './series.ts';
import {settledPut} from './settled-put.ts';
import {signIndex} from './sign-index.ts';
import {takeLock} from './take-lock.ts';

export type {HeldLock} from './held-lock.ts';

/** The release history on which a plan is based. */
type PlannedOn = {
  readonly backend: Backend;
  /** A release that was recorded or begun since then causes `plan/stale`. */
  readonly series: Series;
  readonly names: SeriesNames;
  /** The lineage that the plan assigned to a new release history. */
  readonly lineage?: string;
  readonly origin?: StackOrigin | undefined;
};

/** A release history to lock before a run. */
export type AcquireRequest = PlannedOn & {
  /** True if the user allowed this stack to take over a release history of another origin. */
  readonly takeOver?: boolean;
  readonly holder: Holder;
  readonly clock: Clock;
  /** The time to wait for the lock. With 0 the call fails at once, but still takes over from a provably dead holder. */
  readonly lockTimeoutMs: number;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
  readonly terms?: LeaseTerms;
  readonly isDead?: (holder: Holder) => boolean;
};

/** Returns 16 random hex digits that identify a new release history. */
export const newLineage = (): string => randomBytes(8).toString('hex');

/**
 * Locks a release history and fences it: later writes of the head by earlier holders fail. Dispose the result.
 * @throws GantryError release/locked, plan/stale, release/foreign-origin, release/damaged, release/newer-format, backend/io
 */
export async function acquireLock(request: AcquireRequest): Promise<HeldLock> {
  const {backend, clock, series, terms = LEASE, isDead = isDeadHolder} = request;
  refuseForeign(request, series.head);
  const key = await hmacKey(backend);
  const lineage = await settleLineage(request, key);
  for (;;) {
    const grip = await takeLock({...request, lineage, terms, isDead});
    const lease = startLease({backend, clock, terms, lineage, grip});
    try {
      const fenced = await fence({...request, lineage, lease, key});
      if (fenced !== 'lost')
        return holdLock({backend, names: request.names, key, lineage, lease, ...fenced, onEvent: request.onEvent});
      await lease.release();
    } catch (error) {
      await lease.release().catch(() => undefined); // The first error says more; an abandoned lease ends by itself.
      throw error;
    }
  }
}

/**
 * Returns the lineage of the release history, and records a new one if needed. If two first applies race, both get the lineage of
 * one of them. The plan of the other is then stale.
 */
async function settleLineage({backend, series, names, lineage}: AcquireRequest, key: Secret): Promise<string> {
  if (series.lineage !== undefined) {
    // The index gets its MAC before the head does: a head with a MAC implies an index with one.
    if (series.head?.mac === undefined) await signIndex(backend, names, key);
    return series.lineage;
  }
  const fresh = lineage ?? newLineage();
  const {project, stack, workspace} = names;
  const entry = encodeIndexEntry(signIndexEntry({formatVersion: 1, project, stack, workspace, lineage: fresh}, key));
  if ((await settledPut(backend, indexKey(names), entry, undefined)) !== 'conflict') return fresh;
  const winner = await readLineage(backend, names);
  if (winner === undefined) throw stale(`the index of ${seriesText(names)} was deleted by another run`);
  if (lineage !== undefined && winner !== lineage)
    throw stale(`another first apply of ${seriesText(names)} recorded its lineage first`);
  return winner;
}

type Fence = AcquireRequest & {readonly lineage: string; readonly lease: Lease; readonly key: Secret};

/**
 * Writes the head with epoch + 1. The order matters: read the head, *then* check that the lock is ours, then write the head with
 * the version that was read. A run that takes the lock later also writes the head later, so this write fails if another run took
 * over.
 */
async function fence(request: Fence): Promise<{readonly head: Head; readonly version: string} | 'lost'> {
  const {backend, names, key, lineage, lease, signal} = request;
  for (;;) {
    signal.throwIfAborted();
    const stored = await readHead(backend, lineage);
    refuseMoved(request, stored?.head);
    const lock = (await readLock(backend, lineage))?.lock;
    if (lock?.state !== 'held' || lock.token !== lease.token) return 'lost';
    if (stored !== undefined && stored.head.mac === undefined) await recordEarlier(backend, lineage, key);
    const head = signHead(nextHead(request, stored?.head), key);
    const outcome = await settledPut(backend, headKey(lineage), encodeHead(head), stored?.version);
    if (outcome === 'conflict') continue;
    await noteHead(backend, names, head);
    return {head, version: outcome.version};
  }
}

/** Returns the head with the epoch and token of this run. All other fields are kept. */
function nextHead({lineage, lease, origin}: Fence, head: Head | undefined): Head {
  const before: Omit<Head, 'epoch' | 'token'> = head ?? {formatVersion: 1, lineage, revision: 0};
  const {origin: _origin, directory: _directory, ...found} = before;
  return {...found, ...recordedOrigin(head, origin), epoch: (head?.epoch ?? 0) + 1, token: lease.token};
}

function refuseForeign({origin, takeOver = false}: AcquireRequest, head: Head | undefined): void {
  if (!takeOver) checkOrigin(head, origin);
}

function refuseMoved(request: Fence, found: Head | undefined): void {
  const {series} = request;
  refuseForeign(request, found);
  if (found === undefined && series.head !== undefined) throw stale('the head of the release history was deleted');
  if (found === undefined || sameBase(series.head, found)) return;
  const revision = nextRevision(found) - 1;
  throw stale(
    `revision ${revision} was ${found.pending === undefined ? 'released' : 'started'} after this plan was created`,
  );
}

const stale = (detail: string): GantryError => new GantryError({code: 'plan/stale', detail});
