import {GantryError} from '../../core/failure/failure.ts';
import {encodeHead, type Head} from '../../core/release/head.ts';
import {encodeIndexEntry} from '../../core/release/index-entry.ts';
import {headKey, indexKey} from '../../core/release/keys.ts';
import {recordedOrigin} from '../../core/release/origin.ts';
import type {AcquireRequest} from './acquire.ts';
import {type ExaminedLineage, examineLineage} from './examine-series.ts';
import {type HeldLock, holdLock} from './held-lock.ts';
import {isDeadHolder} from './holder.ts';
import {LEASE, type Lease, startLease} from './lease.ts';
import {readLock} from './lock-record.ts';
import {settledPut} from './settled-put.ts';
import {takeLock} from './take-lock.ts';

export type SeizeRequest = Omit<AcquireRequest, 'series' | 'lineage' | 'takeOver'> & {readonly lineage: string};

/**
 * Takes a series whose index or head is lost or damaged: the names lead to this lineage from now on, and its head is one that can be
 * read. The order is that of every run: index, lock, head; no number of what is stored is used again. Dispose the result.
 * @throws GantryError release/locked, plan/stale when another run writes the same, release/damaged where the lock itself is.
 */
export async function seizeSeries(request: SeizeRequest): Promise<HeldLock> {
  const {backend, clock, lineage, terms = LEASE, isDead = isDeadHolder} = request;
  await pointIndex(request);
  const grip = await takeLock({...request, terms, isDead});
  const lease = startLease({backend, clock, terms, lineage, grip});
  try {
    return holdLock({backend, lineage, lease, ...(await mendHead(request, lease)), onEvent: request.onEvent});
  } catch (error) {
    await lease.release().catch(() => undefined); // The first error says more; an abandoned lease ends by itself.
    throw error;
  }
}

/** The names lead to the lineage, wherever they led before. */
export async function pointIndex({
  backend,
  names,
  lineage,
}: Pick<SeizeRequest, 'backend' | 'names' | 'lineage'>): Promise<void> {
  const {project, stack, workspace} = names;
  const entry = encodeIndexEntry({formatVersion: 1, project, stack, workspace, lineage});
  const stored = await backend.get(indexKey(names));
  const outcome = await settledPut(backend, indexKey(names), entry, stored?.version);
  if (outcome === 'conflict') throw moved('the index of the stack moved');
}

async function mendHead(
  {backend, lineage, origin}: SeizeRequest,
  lease: Lease,
): Promise<{readonly head: Head; readonly version: string}> {
  const version = (await backend.get(headKey(lineage)))?.version;
  const found = await examineLineage(backend, lineage);
  const lock = (await readLock(backend, lineage))?.lock;
  if (lock?.state !== 'held' || lock.token !== lease.token) throw moved('another run took the lock');
  const {origin: _origin, directory: _directory, ...rest} = headOf(lineage, found);
  const head = {...rest, ...recordedOrigin(found.head, origin), token: lease.token};
  const outcome = await settledPut(backend, headKey(lineage), encodeHead(head), version);
  if (outcome === 'conflict') throw moved('the head of the stack moved');
  return {head, version: outcome.version};
}

/** What is stored tells which numbers are taken. A head that can be read stays, but for what it leads to and is damaged. */
function headOf(lineage: string, {head, stored, isWhole}: ExaminedLineage): Omit<Head, 'token'> {
  const epoch = Math.max(head?.epoch ?? 0, ...stored.map((one) => one.epoch)) + 1;
  if (head !== undefined && isWhole) return {...head, epoch};
  const revision = Math.max(head?.revision ?? 0, ...stored.map((one) => one.revision));
  return {formatVersion: 1, lineage, revision, epoch};
}

const moved = (detail: string): GantryError => new GantryError({code: 'plan/stale', detail});
