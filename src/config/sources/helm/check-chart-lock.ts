import type {LockedDependency} from '../../../core/chart/chart-lock.ts';
import {defined} from '../../../lib/defined.ts';
import type {Charts} from '../../../ports/charts.ts';
import {untrustedCheckout} from '../../untrusted/checkout.ts';
import {type LockUse, NO_LOCK, type StaleLock} from '../lock-use.ts';
import type {SourceEntry} from '../source.ts';
import {type ChartLockFile, chartsAt, lockedChart} from './chart-lock-file.ts';
import {lockOfChart, noLongerApplies, placeOf, refuseDependency, refusePath} from './find-chart.ts';
import type {HelmSettings} from './helm-model.ts';

/**
 * Compares a chart with the lock file. A chart of a server must be locked, and so must the dependencies that are fetched for a directory. Other
 * files of the project need no entry.
 */
export async function checkChartLock(
  settings: HelmSettings,
  entry: SourceEntry,
  {lock, open}: {readonly lock: ChartLockFile; readonly open: () => Promise<Charts>},
): Promise<LockUse> {
  const {chart, oci, path} = settings;
  // A version that is only tried is not written, so the lock file keeps its entry.
  if (settings.isTrial === true) return {...NO_LOCK, used: chartsAt(settings, lock.charts)};
  const own = lockedChart(lock, settings);
  const used = [own.locked ?? own.stale ?? []].flat();
  if (path !== undefined) return {used, stale: await unlockedDependencies(settings, entry, {lock, open})};
  const {locked, stale} = lockOfChart(lock, settings, entry);
  if (locked !== undefined) return {used, stale: []};
  const message = stale === undefined ? `the chart ${chart ?? oci} is not locked` : noLongerApplies(stale, settings);
  return {used, stale: [{message, ...entry.at(settings.version === undefined ? [] : ['version'])}]};
}

/** Returns the dependencies of a chart in a directory that are fetched and not locked. Other problems of the chart are left to the build. */
async function unlockedDependencies(
  settings: HelmSettings,
  entry: SourceEntry,
  {lock, open}: {readonly lock: ChartLockFile; readonly open: () => Promise<Charts>},
): Promise<readonly StaleLock[]> {
  const place = placeOf(settings, entry);
  if (!('path' in place) || refusePath(place.path) !== undefined) return [];
  const {locked} = lockedChart(lock, settings);
  const charts = await open();
  const chart = await charts({
    place,
    onlyLocal: untrustedCheckout() !== undefined,
    refuse: (directory) => refuseDependency(directory, entry),
    ...defined({locked, login: entry.workspace?.login}),
  });
  if ('problem' in chart) return [];
  const isLocked = ({name, repository, version, digest}: LockedDependency): boolean =>
    (locked?.dependencies ?? []).some(
      (one) => one.name === name && one.repository === repository && one.version === version && one.digest === digest,
    );
  return (chart.dependencies ?? [])
    .filter((one) => !isLocked(one))
    .map(({name, version}) => ({
      message: `the dependency ${name} ${version} of the chart ${settings.path} is not locked`,
      ...entry.at(['path']),
    }));
}
