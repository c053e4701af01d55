import {partOf} from '../../../core/variation/located.ts';
import {defined} from '../../../lib/defined.ts';
import {modulePlace, shownPlace} from '../../module-place.ts';
import {lockOfModule, shownLock} from '../fetched/locked-module.ts';
import type {ChartLockFile} from '../helm/chart-lock-file.ts';
import type {LockUse, StaleLock} from '../lock-use.ts';
import type {SourceEntry} from '../source.ts';
import {problemAt} from './problem-at.ts';

/** Compares published modules with the lock file. @param names the modules that the applications use */
export function checkModuleLocks({
  names,
  entry: {workspace},
  lock,
}: {
  readonly names: ReadonlySet<string>;
  readonly entry: Pick<SourceEntry, 'workspace'>;
  readonly lock: ChartLockFile;
}): LockUse {
  const stale = [...names].toSorted().flatMap((name): readonly StaleLock[] => {
    const node = workspace?.modules && partOf(workspace.modules, name);
    const place = node && modulePlace(node.value);
    if (workspace === undefined || node === undefined || place === undefined) return [];
    const found = lockOfModule(place, {workspace, lock});
    if (found.locked !== undefined) return [];
    const shown = `module ${name} (${shownPlace(place)})`;
    const message =
      found.stale === undefined
        ? `${shown} is not locked`
        : `the lock of ${shown} no longer applies: charts.lock.yaml has ${shownLock(found.stale)}`;
    const {at} = problemAt(node, ['npm' in place ? 'version' : 'git'], {message});
    return [{message, ...defined({at})}];
  });
  return {used: [], stale};
}
