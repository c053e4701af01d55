import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {NO_PERMISSIONS} from '../../core/plan/permissions.ts';
import type {Change} from '../../core/plan/plan.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {ReleaseSettings} from '../../core/release/release-settings.ts';
import type {ResourceState} from '../../core/release/resource-state.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {preparePlan} from '../plan/prepare-plan.ts';
import type {PreparedPlan} from '../plan/prepared-plan.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {unseenHistory} from './unseen-history.ts';

/** The part of a rebuilt release that comes from the files, because the cluster matches them. */
export type FromFiles = {
  /** The desired resources that equal the live objects: the release can record them. */
  readonly spec: readonly Resource[];
  readonly expandable: readonly string[];
  readonly states: ReadonlyMap<string, ResourceState>;
  readonly settings: ReleaseSettings;
};

/** A found release history to compare with the stack's files. */
export type Comparing = {readonly request: StackRequest; readonly lineage: string; readonly names: HistoryNames};

/**
 * Compares the files with the live objects as a first plan of that lineage would. If that fails (invalid files, unreadable secrets), it
 * emits a warning, and the release is rebuilt without it.
 */
export async function whatFilesSay({request, lineage, names}: Comparing, deps: Deps): Promise<FromFiles | undefined> {
  const {directory, stack, workspace} = request;
  const asked = defined({directory, stack, workspace});
  const unknown = unseenHistory(await deps.backend(), names);
  try {
    await using prepared = await preparePlan(
      {...asked, operation: 'apply', permissions: NO_PERMISSIONS, saved: {lineage}, takeOverProject: true},
      {...deps, backend: async () => unknown},
    );
    return fromPlan(prepared, ({action}) => action === 'unchanged');
  } catch (error) {
    if (!(error instanceof GantryError) || deps.signal.aborted) throw error;
    deps.onEvent({type: 'diagnostic', diagnostic: notCompared(error)});
    return undefined;
  }
}

/** Returns what a release records of the resources of a plan whose state is known, without an apply. */
export function fromPlan(
  {changes, scope: {loaded}, source}: PreparedPlan,
  isWanted: (change: Change) => boolean,
): FromFiles {
  const {namespace, createdNamespace, ignore, health, guards} = source;
  const resources = new Map(loaded.resources.map((one) => [one.id, one]));
  const same = changes.filter(({change, state, redacted}) => isWanted(change) && state !== undefined && redacted);
  const spec = same.flatMap(({change, redacted}) => {
    const resource = resources.get(change.id);
    return resource === undefined || redacted === undefined ? [] : [{...resource, attributes: redacted()}];
  });
  return {
    spec: spec.toSorted((a, b) => compareNaturally(a.id, b.id)),
    expandable: [...loaded.expandable],
    states: new Map(same.flatMap(({change, state}) => (state === undefined ? [] : [[change.id, state] as const]))),
    settings: defined({
      namespace,
      ignore: ignore?.map(({at: _, ...rule}) => rule),
      health: health?.map(({at: _, ...rule}) => rule),
      guards,
      createdNamespace,
    }),
  };
}

const notCompared = ({failure}: GantryError): Diagnostic => ({
  severity: 'warning',
  code: 'release/rebuilt-without-files',
  message: `the files of the stack could not be compared with the live objects (${'detail' in failure ? failure.detail : failure.code}): the release will not hold the desired state`,
  hint: 'Run "gantry preview" to see what is wrong with the files. The next apply records the desired state.',
});
