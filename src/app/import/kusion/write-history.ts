import {GantryError} from '../../../core/failure/failure.ts';
import type {NotTaken} from '../../../core/import/kusion/not-taken.ts';
import {isObject} from '../../../core/json.ts';
import {summarize} from '../../../core/plan/summary.ts';
import {historyText} from '../../../core/release/history-names.ts';
import type {Release} from '../../../core/release/release.ts';
import {RELEASE_FORMAT} from '../../../core/release/release-document.ts';
import type {ClusterIdentity} from '../../../core/workspace/cluster-identity.ts';
import {acquireLock} from '../../../engine/release/acquire.ts';
import {hmacKey} from '../../../engine/release/hmac-key.ts';
import {currentHolder} from '../../../engine/release/holder.ts';
import {openHistory, type ReleaseHistory, readRelease} from '../../../engine/release/release-history.ts';
import {revisions} from '../../../engine/release/revisions.ts';
import type {Backend} from '../../../ports/backend.ts';
import type {RecordedReleases} from '../../../ports/other-tools.ts';
import type {Deps} from '../../deps.ts';
import {openCluster} from '../../workspace/admit-server.ts';
import type {ChosenWorkspace} from '../../workspace/chosen-workspace.ts';
import {checkPin} from '../../workspace/pin.ts';
import {resolveContext} from '../../workspace/resolve-context.ts';
import type {PlannedHistory, PlannedRelease} from './plan-histories.ts';

/**
 * The state of a release history in the backend. `fresh`: not there. `extended`: Kusion released after an import. `same`: all is there.
 * `ours`: Gantry released after the import.
 */
export type HistoryState =
  | {
      readonly kind: 'fresh' | 'extended';
      readonly history: ReleaseHistory;
      readonly releases: readonly PlannedRelease[];
    }
  | {readonly kind: 'same' | 'ours' | 'foreign'; readonly revision: number};

const MARK = 'kusion';

/** Finds how much of a release history was already imported. Releases made by Gantry are never overwritten. */
export async function stateOfHistory(planned: PlannedHistory, backend: Backend): Promise<HistoryState> {
  const history = await openHistory({backend, ...planned});
  const {lineage, last, head} = history;
  if (lineage === undefined || head === undefined) return {kind: 'fresh', history, releases: planned.releases};
  const revision = last?.revision ?? 0;
  const taken = last === undefined ? undefined : takenFrom(last);
  if (last === undefined && history.pending === undefined) return {kind: 'fresh', history, releases: planned.releases};
  if (taken === undefined || history.pending !== undefined)
    return {kind: (await beganAsKusions(backend, lineage)) ? 'ours' : 'foreign', revision};
  const releases = planned.releases.filter((one) => one.revision > taken);
  return releases.length === 0 ? {kind: 'same', revision} : {kind: 'extended', history, releases};
}

async function beganAsKusions(backend: Backend, lineage: string): Promise<boolean> {
  const first = (await revisions(backend, lineage)).findLast(({pending}) => !pending);
  return first !== undefined && takenFrom(await readRelease(backend, lineage, first)) !== undefined;
}

/** Returns the Kusion revision of an imported release. */
function takenFrom({extensions}: Release): number | undefined {
  const mark = extensions?.[MARK];
  const revision = isObject(mark) ? mark['revision'] : undefined;
  return typeof revision === 'number' ? revision : undefined;
}

/** A release history with the state of its objects in the cluster. */
export type LookedAt = {
  readonly planned: PlannedHistory;
  readonly state: Extract<HistoryState, {readonly kind: 'fresh' | 'extended'}>;
  readonly cluster: ClusterIdentity;
  readonly recorded: RecordedReleases;
};

/** A history whose objects are looked up in the cluster. */
export type LookRequest = {
  readonly planned: PlannedHistory;
  readonly state: LookedAt['state'];
  readonly chosen: ChosenWorkspace;
  readonly backend: Backend;
  readonly dryRun: boolean;
};

/** Looks up which of the objects exist, and whether Kusion wrote them. Writes only the pin of a cluster seen for the first time. */
export async function readHistoryState(request: LookRequest, deps: Deps): Promise<LookedAt | NotTaken> {
  const {planned, state, chosen, backend, dryRun} = request;
  try {
    const resources = planned.releases.at(-1)?.spec ?? [];
    const context = await resolveContext({chosen, resources}, deps);
    const {access, cluster} = await openCluster({...context, chosen, backend}, deps);
    try {
      const identity = await cluster.identify({});
      if (!dryRun) await checkPin({...deps, chosen, access, found: identity, backend});
      const digestKey = await hmacKey(backend, dryRun ? 'look' : 'record');
      const recorded = await cluster.otherTools.record({
        releases: state.releases,
        manager: MARK,
        digestKey,
        signal: deps.signal,
      });
      return {planned, state, cluster: identity, recorded};
    } finally {
      await cluster.close();
    }
  } catch (error) {
    if (!(error instanceof GantryError) || deps.signal.aborted) throw error;
    return {
      what: `releases of ${historyText(planned)}`,
      where: `workspace ${chosen.name}`,
      because: `${becauseOf(error)}; import again when it can be reached`,
    };
  }
}

function becauseOf({failure}: GantryError): string {
  const detail = 'detail' in failure ? failure.detail : 'problem' in failure ? failure.problem : undefined;
  return `its cluster could not be read (${failure.code}${typeof detail === 'string' ? `: ${detail}` : ''})`;
}

/** Writes the releases under the lock of the release history. Returns the last revision. */
export async function writeHistory(
  {planned, state, cluster, recorded}: LookedAt,
  backend: Backend,
  deps: Deps,
): Promise<number> {
  const {project, stack, workspace} = planned;
  const names = {project, stack, workspace};
  const by = currentHolder({env: deps.env, command: deps.command});
  await backend.signing?.require(workspace);
  await using lock = await acquireLock({
    backend,
    history: state.history,
    names,
    holder: by,
    clock: deps.clock,
    lockTimeoutMs: 0,
    signal: deps.signal,
    onEvent: deps.onEvent,
  });
  let hold = lock;
  for (const [i, {revision, spec: _, state: __, ...release}] of state.releases.entries()) {
    const sealed = recorded.releases[i] ?? {spec: [], state: []};
    if (i > 0) hold = hold.next();
    await hold.finish({
      formatVersion: RELEASE_FORMAT,
      ...names,
      lineage: hold.lineage,
      revision: hold.revision,
      epoch: hold.epoch,
      ...release,
      by,
      gantryVersion: deps.gantryVersion,
      cluster,
      summary: summarize([]),
      ...sealed,
      expandable: sealed.spec.map(({id}) => id),
      extensions: {[MARK]: {revision}},
    });
  }
  return hold.revision;
}
