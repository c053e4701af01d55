import type {Admission} from '../../core/protection/guarded-change.ts';
import {knownState} from '../../core/release/known-state.ts';
import type {Release} from '../../core/release/release.ts';
import {RELEASE_FORMAT} from '../../core/release/release-document.ts';
import {isOnlyClaims} from '../../core/stacks/claims-request.ts';
import type {HeldLock} from '../../engine/release/acquire.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {recordHooks} from '../hooks/record-hooks.ts';
import type {Author} from '../release/author.ts';
import type {PreparedPlan} from './prepared-plan.ts';
import type {ApplyRequest} from './release-requests.ts';
import {releaseSpec} from './release-spec.ts';

/** A run that holds the lock, and has written nothing to the cluster yet. */
export type BeginningRun = {
  readonly prepared: PreparedPlan;
  readonly lock: HeldLock;
  /** The permission of a protected workspace. It includes the rollback of the same run. */
  readonly admission: Admission | undefined;
  readonly author: Author;
  readonly request: ApplyRequest;
  readonly deps: Deps;
};

/** Returns the release as it is recorded before the first write: it has the state of the runs before it. */
export function pendingRelease({prepared, lock, admission, author, request, deps}: BeginningRun): Release {
  const {source, records, toOrphan, from, waivers, uses, claims} = prepared;
  const {ignore, health, guards, namespace, createdNamespace} = source;
  return {
    formatVersion: RELEASE_FORMAT,
    ...source.names,
    lineage: lock.lineage,
    revision: lock.revision,
    epoch: lock.epoch,
    operation: request.operation,
    ...defined({from}),
    phase: request.operation === 'apply' ? 'applying' : 'destroying',
    startedAt: deps.clock.now().toISOString(),
    ...author,
    ...defined({
      admission,
      waivers: waivers.length === 0 ? undefined : waivers,
      uses: uses.length === 0 ? undefined : uses,
      claims,
    }),
    gantryVersion: deps.gantryVersion,
    cluster: prepared.cluster,
    summary: prepared.plan.summary,
    ...releaseSpec(prepared, {wait: request.wait || request.operation === 'destroy'}),
    // Without positions, because a release is read without the files.
    ...defined({
      ignore: ignore === undefined ? undefined : ignore.map(({at: _, ...rule}) => rule),
      health: health === undefined ? undefined : health.map(({at: _, ...rule}) => rule),
    }),
    ...defined({
      guards,
      namespace,
      createdNamespace,
      sources: sourceRecords(prepared, request),
      hooks: recordHooks(prepared),
    }),
    ...defined({orphaned: toOrphan.size === 0 ? undefined : [...toOrphan].toSorted(compareNaturally)}),
    state: knownState(records.history.last, records.history.interrupted).state,
  };
}

/** Returns the records of the sources. A run for claims alone builds no other source, whose records stay. */
function sourceRecords(
  {generated: {records}, records: {history}}: PreparedPlan,
  {claims}: Pick<ApplyRequest, 'claims'>,
): Release['sources'] | undefined {
  if (!isOnlyClaims(claims)) return records;
  const names = new Set(records?.map(({kind, name}) => `${kind} ${name}`));
  const all = [
    ...(history.last?.sources ?? []).filter(({kind, name}) => !names.has(`${kind} ${name}`)),
    ...(records ?? []),
  ];
  return all.length === 0 ? undefined : all;
}
