import {lockedChart, readLockFile} from '../../config/sources/helm/chart-lock-file.ts';
import type {LockedChart} from '../../core/chart/chart-lock.ts';
import type {ChartSource} from './chart-sources.ts';

/** Returns the locked version of the chart of a source. A broken lock file counts as none: a build reports it. */
export const readLockedChart = ({location, settings}: ChartSource): LockedChart | undefined =>
  lockedChart(readLockFile(location.stack.dir).lock, settings).locked;
