import type {StackLocation} from '../../config/find-project.ts';
import {type ModulePlace, modulePlace} from '../../config/module-place.ts';
import {isSame, lockedModule, modulesIn, shownLock} from '../../config/sources/fetched/locked-module.ts';
import type {LockedModule} from '../../config/sources/fetched/locked-module-model.ts';
import {readLockFile} from '../../config/sources/helm/chart-lock-file.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isObject, type Json} from '../../core/json.ts';
import type {Release} from '../../core/release/release.ts';
import type {Deps} from '../deps.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';

type Promotion = {
  readonly release: Release;
  readonly location: StackLocation;
  /** The workspace that the release is promoted to. */
  readonly to: string;
};

/** Returns remarks on the modules of a release whose version the other workspace does not use in the promotion, or in the next apply after it. */
export async function moduleRemarks({release, location, to}: Promotion, deps: Deps): Promise<readonly Diagnostic[]> {
  const released = modulesIn(release.sources ?? []);
  if (released.length === 0) return [];
  const {workspace} = await chooseWorkspace({request: {workspace: to}, location}, deps);
  const {modules = []} = readLockFile(location.stack.dir).lock;
  // The schema of workspace files has already checked that the value is JSON.
  const all = (workspace.modules ?? {}) as unknown as Json;
  return Object.entries(isObject(all) ? all : {}).flatMap(([name, module]): readonly Diagnostic[] => {
    const place = modulePlace(module);
    const theirs = place && released.find((one) => isSame(one, place));
    if (place === undefined || theirs === undefined) return [];
    const {locked} = lockedModule(place, [theirs]);
    if (locked === undefined) return [kept({name, place, theirs, from: release.workspace, to})];
    const own = lockedModule(place, modules).locked;
    return own?.files === locked.files ? [] : [notInLock({name, theirs, to})];
  });
}

type Kept = {
  readonly name: string;
  readonly place: ModulePlace;
  readonly theirs: LockedModule;
  readonly from: string;
  readonly to: string;
};

const kept = ({name, place, theirs, from, to}: Kept): Diagnostic => ({
  severity: 'warning',
  code: 'promote/module-not-promoted',
  message: `${to} keeps its own version of the module ${name}: ${from} has ${shownLock(theirs)}, and ${to} wants ${place.wanted ?? 'the default branch'}`,
  hint: `To promote it, change the module in the workspace ${to}.`,
});

const notInLock = ({name, theirs, to}: Pick<Kept, 'name' | 'theirs' | 'to'>): Diagnostic => ({
  severity: 'note',
  code: 'promote/module-not-locked',
  message: `charts.lock.yaml has another version of the module ${name} than the promoted ${shownLock(theirs)}: the next apply of the stack would use the version in charts.lock.yaml`,
  hint: `Run "gantry chart lock --upgrade -w ${to}", and check the version.`,
});
