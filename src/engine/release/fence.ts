import {GantryError} from '../../core/failure/failure.ts';
import {encodeHead, type Head, nextRevision, sameBase, signHead} from '../../core/release/head.ts';
import {headKey} from '../../core/release/keys.ts';
import {checkOrigin, recordedOrigin} from '../../core/release/origin.ts';
import type {Secret} from '../../core/secret/secret.ts';
import type {AcquireRequest} from './acquire-request.ts';
import {recordEarlier} from './earlier.ts';
import type {Lease} from './lease.ts';
import {readLock} from './lock-record.ts';
import {readHead} from './read-head.ts';
import {noteHead} from './seen.ts';
import {settledPut} from './settled-put.ts';

type Fence = AcquireRequest & {readonly lineage: string; readonly lease: Lease; readonly key: Secret};

/**
 * Writes the head with epoch + 1. The order matters: read the head, *then* check that the lock is ours, then write the head with
 * the version that was read. A run that takes the lock later also writes the head later, so this write fails if another run took
 * over.
 */
export async function fence(request: Fence): Promise<{readonly head: Head; readonly version: string} | 'lost'> {
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

function refuseMoved(request: Fence, found: Head | undefined): void {
  const {history} = request;
  refuseForeign(request, found);
  if (found === undefined && history.head !== undefined) throw stale('the head of the release history was deleted');
  if (found === undefined || sameBase(history.head, found)) return;
  const revision = nextRevision(found) - 1;
  throw stale(
    `revision ${revision} was ${found.pending === undefined ? 'released' : 'started'} after this plan was created`,
  );
}

/** Refuses a release history of another origin, unless the user takes it over. */
export function refuseForeign({origin, takeOver = false}: AcquireRequest, head: Head | undefined): void {
  if (!takeOver) checkOrigin(head, origin);
}

const stale = (detail: string): GantryError => new GantryError({code: 'plan/stale', detail});
