import {isInRange} from '../../../core/chart/is-in-range.ts';
import {isList} from '../../../core/json.ts';
import type {SourceRecord} from '../../../core/release/source-record.ts';
import type {WorkspaceValues} from '../../../core/variation/expand-context.ts';
import type {ModulePlace} from '../../module-place.ts';
import type {ChartLockFile} from '../helm/chart-lock-file.ts';
import {LockedModule} from './locked-module-model.ts';

/** The entry of a module in the lock file. `stale`: the lock file has the module, but in a version that the workspace does not accept. */
export type FoundModule = {readonly locked?: LockedModule; readonly stale?: LockedModule};

/** Finds the entry of a module in the lock file. The range in the workspace may have changed if it still contains the locked version. */
export function lockedModule(place: ModulePlace, all: readonly LockedModule[]): FoundModule {
  const same = all.filter((one) => isSame(one, place));
  const locked =
    same.find((one) => fits(one, place) && one.wanted === place.wanted) ?? same.find((one) => fits(one, place));
  if (locked !== undefined) return {locked};
  const [stale] = same;
  return stale === undefined ? {} : {stale};
}

/** Finds the entry of a module in the release that is promoted, else in the lock file. */
export function lockOfModule(
  place: ModulePlace,
  {
    workspace,
    lock,
  }: {readonly workspace: Pick<WorkspaceValues, 'released'>; readonly lock: Pick<ChartLockFile, 'modules'>},
): FoundModule {
  const {locked} = lockedModule(place, modulesIn(workspace.released ?? []));
  return locked === undefined ? lockedModule(place, lock.modules ?? []) : {locked};
}

/** Returns the record of the modules of an application file, for the release. */
export const recordOfModules = (file: string, modules: readonly LockedModule[]): SourceRecord => ({
  kind: 'app',
  name: file,
  value: {modules},
});

/** Returns the modules in the records of a release. Leaves out values that are not entries of a lock file. */
export const modulesIn = (records: readonly SourceRecord[]): readonly LockedModule[] =>
  records.flatMap(({kind, value: {modules}}) =>
    kind === 'app' && isList(modules) ? modules.flatMap((one) => LockedModule.safeParse(one).data ?? []) : [],
  );

/** Reports whether an entry is that of the same package, or of the same directory of a repository. */
export const isSame = (one: LockedModule, place: ModulePlace): boolean =>
  'npm' in one
    ? 'npm' in place && one.npm === place.npm && one.registry === place.registry
    : 'git' in place && one.git === place.git && one.path === place.path;

/** Reports whether an entry matches the workspace: a version in the range, or the same ref and commit. */
const fits = (one: LockedModule, place: ModulePlace): boolean => {
  if ('npm' in one) return isInRange(one.version, place.wanted);
  return one.wanted === place.wanted && 'git' in place && (place.commit ?? one.pin) === one.pin;
};

/** Returns the version of an entry for messages: `1.2.0`, or the first digits of a commit. */
export const shownLock = (one: LockedModule): string => ('npm' in one ? one.version : one.pin.slice(0, 12));
