import {copyFile, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {findStack} from '../../config/find-project.ts';
import {vendoredArchive} from '../../config/sources/helm/vendored-chart.ts';
import {digestOf} from '../../lib/digest-of.ts';
import {makeDirectories} from '../../lib/make-directories.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {chartSourcesOf} from './chart-sources.ts';
import {fetchChart} from './fetch-chart.ts';
import {lockStack} from './lock-stack.ts';
import {readLockedChart} from './locked-charts.ts';
import {loginsFor} from './logins-for.ts';
import {noChartSource} from './select-source.ts';

/** A chart in the project. `changed` is false if the same archive was already there. */
export type VendoredChart = {
  readonly source: string;
  readonly chart: string;
  readonly version: string;
  readonly digest: string;
  /** The absolute path of the archive. */
  readonly file: string;
  readonly changed: boolean;
};

/** The answer of `gantry chart vendor`. */
export type ChartsVendored = {
  readonly formatVersion: 1;
  readonly project: string;
  readonly stack: string;
  readonly charts: readonly VendoredChart[];
};

/**
 * Copies the archives of a stack's charts into its project, in the locked versions. Charts that are not locked are locked first. Builds then
 * use the copies, whose digests must be those of the lock file.
 * @throws GantryError `input/invalid` if the stack has no Helm source, or a chart cannot be fetched
 */
export async function vendorCharts(request: StackRequest, deps: Deps): Promise<ChartsVendored> {
  const location = await findStack({directory: request.directory ?? deps.cwd, stack: request.stack});
  const sources = chartSourcesOf(location);
  if (sources.length === 0) throw noChartSource(location);
  const remote = sources.filter(({place}) => !('path' in place));
  if (remote.some((source) => readLockedChart(source)?.digest === undefined))
    await lockStack({...request, location}, deps);
  const tools = await deps.charts();
  const login = await loginsFor(request, location, deps);
  const charts: VendoredChart[] = [];
  for (const source of remote) {
    const {path, name, version, digest} = await fetchChart(source, {login, locked: readLockedChart(source)}, tools);
    const file = vendoredArchive(location.project.dir, {name, version});
    const changed = (await digestOfFile(file)) !== digest;
    if (changed && path !== file) {
      await makeDirectories(join(file, '..'));
      await copyFile(path, file);
    }
    charts.push({source: source.name, chart: name, version, digest, file, changed});
  }
  return {formatVersion: 1, project: location.project.name, stack: location.stack.name, charts};
}

const digestOfFile = async (file: string): Promise<string | undefined> =>
  readFile(file).then(digestOf, () => undefined);
