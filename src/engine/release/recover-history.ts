import {GantryError} from '../../core/failure/failure.ts';
import {encodeHead, type Head, signHead} from '../../core/release/head.ts';
import {encodeIndexEntry, signIndexEntry} from '../../core/release/index-entry.ts';
import {headKey, indexKey} from '../../core/release/keys.ts';
import {recordedOrigin} from '../../core/release/origin.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {SeenHistory} from '../../ports/seen-history.ts';
import type {AcquireRequest} from './acquire-request.ts';
import {recordEarlier} from './earlier.ts';
import {type ExaminedLineage, examineLineage} from './examine-history.ts';
import {type HeldLock, holdLock} from './held-lock.ts';
import {hmacKey} from './hmac-key.ts';
import {isDeadHolder} from './holder.ts';
import {LEASE, type Lease, startLease} from './lease.ts';
import {readLock} from './lock-record.ts';
import {lastRestore} from './restores.ts';
import {noteHead} from './seen.ts';
import {settledPut} from './settled-put.ts';
import {takeLock} from './take-lock.ts';

/** A lineage to lock for a rebuild, whatever its records contain. */
export type RecoverRequest = Omit<AcquireRequest, 'history' | 'lineage' | 'takeOver'> & {readonly lineage: string};

/**
 * Takes over a release history whose index or head is lost or damaged. The names then refer to this lineage, and its head is
 * readable. The order is that of every run: index, lock, head. No number of a stored release is used again. Dispose the result.
 * @throws GantryError release/locked; plan/stale if another run writes the same records; release/damaged if the lock itself is
 * damaged
 */
export async function recoverHistory(request: RecoverRequest): Promise<HeldLock> {
  const {backend, clock, lineage, terms = LEASE, isDead = isDeadHolder} = request;
  const key = await hmacKey(backend);
  await pointIndex(request);
  const written = await takeLock({...request, terms, isDead});
  const lease = startLease({backend, clock, terms, lineage, written});
  try {
    return holdLock({
      backend,
      names: request.names,
      key,
      lineage,
      lease,
      ...(await repairHead(request, lease, key)),
      onEvent: request.onEvent,
    });
  } catch (error) {
    await lease.release().catch(() => undefined); // The first error says more; an abandoned lease ends by itself.
    throw error;
  }
}

/** Writes an index entry that maps the names to the lineage, and replaces any earlier entry. */
export async function pointIndex({
  backend,
  names,
  lineage,
}: Pick<RecoverRequest, 'backend' | 'names' | 'lineage'>): Promise<void> {
  const {project, stack, workspace} = names;
  await backend.admit?.({of: 'releases', names: {project, stack, workspace}});
  const key = await hmacKey(backend);
  const entry = encodeIndexEntry(signIndexEntry({formatVersion: 1, project, stack, workspace, lineage}, key));
  const stored = await backend.get(indexKey(names));
  const outcome = await settledPut(backend, indexKey(names), entry, stored?.version);
  if (outcome === 'conflict') throw moved('another run changed the index of the stack');
}

async function repairHead(
  {backend, names, lineage, origin}: RecoverRequest,
  lease: Lease,
  key: Secret,
): Promise<{readonly head: Head; readonly version: string}> {
  const version = (await backend.get(headKey(lineage)))?.version;
  const seen = await backend.seen?.read(names);
  const found = await believed(backend, await examineLineage(backend, lineage), {
    lineage,
    key,
    isKnown: seen !== undefined,
  });
  const lock = (await readLock(backend, lineage))?.lock;
  if (lock?.state !== 'held' || lock.token !== lease.token) throw moved('another run took the lock');
  const {origin: _origin, directory: _directory, ...rest} = headOf(lineage, found, seen);
  const restored = await lastRestore(backend, [found.head?.restored, seen?.restored]);
  const head = signHead(
    {...rest, ...recordedOrigin(found.head, origin), ...defined({restored}), token: lease.token},
    key,
  );
  const outcome = await settledPut(backend, headKey(lineage), encodeHead(head), version);
  if (outcome === 'conflict') throw moved('another run changed the head of the stack');
  await backend.seen?.restart(names);
  await noteHead(backend, names, head);
  return {head, version: outcome.version};
}

type Believing = {readonly lineage: string; readonly key: Secret; readonly isKnown: boolean};

/**
 * Returns the lineage without its head if the head is not trusted. A head without a MAC is trusted only if no document ever had a
 * MAC. In that case all stored releases are recorded as they are.
 */
async function believed(
  backend: Backend,
  found: ExaminedLineage,
  {lineage, key, isKnown}: Believing,
): Promise<ExaminedLineage> {
  if (found.head === undefined || found.head.mac !== undefined) return found;
  const {head: _, ...rest} = found;
  if (isKnown) return {...rest, isWhole: false};
  try {
    await recordEarlier(backend, lineage, key);
    return found;
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'release/untrusted') return {...rest, isWhole: false};
    throw error;
  }
}

/**
 * Builds the new head. The stored releases, and the heads that this machine has seen, determine which numbers are used. A
 * readable head is kept, without its references to damaged releases.
 */
function headOf(
  lineage: string,
  {head, stored, isWhole}: ExaminedLineage,
  seen: SeenHistory | undefined,
): Omit<Head, 'token'> {
  const known = seen?.lineage === lineage ? seen : {epoch: 0, revision: 0};
  const epoch = Math.max(head?.epoch ?? 0, known.epoch, ...stored.map((one) => one.epoch)) + 1;
  const revision = Math.max(head?.revision ?? 0, known.revision, ...stored.map((one) => one.revision));
  if (head !== undefined && isWhole) return {...head, epoch, revision: Math.max(head.revision, known.revision)};
  return {formatVersion: 1, lineage, revision, epoch};
}

const moved = (detail: string): GantryError => new GantryError({code: 'plan/stale', detail});
