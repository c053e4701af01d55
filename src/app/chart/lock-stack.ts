import {join} from 'node:path';
import type {StackLocation} from '../../config/find-project.ts';
import {LOCK_FILE} from '../../config/own-files.ts';
import {shownPath} from '../../config/read-text.ts';
import type {LockedModule} from '../../config/sources/fetched/locked-module-model.ts';
import {
  type ChartLockEntry,
  type ChartLockFile,
  lockedChart,
  type PinnedSource,
  readLockFile,
  writeLockFile,
} from '../../config/sources/helm/chart-lock-file.ts';
import {wrongInput} from '../../config/stack-search.ts';
import {type Diagnostic, isError} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {TerraformLock} from '../../core/resource/terraform-lock.ts';
import type {FindLogin} from '../../core/workspace/server-login.ts';
import {defined} from '../../lib/defined.ts';
import type {Chart} from '../../ports/charts.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {type ChartSource, chartSourcesOf} from './chart-sources.ts';
import {clusterToLock} from './cluster-to-lock.ts';
import {fetchChart} from './fetch-chart.ts';
import {lockModules} from './lock-modules.ts';
import {loginsFor} from './logins-for.ts';
import {hasFetchedSources, pinSources} from './pin-sources.ts';
import {terraformToLock} from './terraform-to-lock.ts';

/** A stack whose charts are locked. */
export type LockStack = Pick<StackRequest, 'workspace' | 'directory'> & {
  readonly location: StackLocation;
  /** The only source that is locked again. Absent: all. */
  readonly only?: string;
  /** True: locked charts move to the newest version in their range. */
  readonly upgrade?: boolean;
};

/** A locked chart. `before` is the version that was locked. */
export type LockedSource = {
  readonly source: string;
  readonly chart: string;
  readonly wanted?: string;
  readonly version: string;
  readonly before?: string;
  readonly digest?: string;
};

/** The locked charts of a stack. */
export type StackLocked = {
  readonly file: string;
  readonly changed: boolean;
  readonly charts: readonly LockedSource[];
  /** The commits and digests of git repositories and OCI artifacts. Absent: the stack has none. */
  readonly sources?: readonly PinnedSource[];
  /** The published modules that the applications use. Absent: none is known. */
  readonly modules?: readonly LockedModule[];
  /** The version of the cluster in the lock file. */
  readonly cluster?: string;
  /** The program and the providers of the Terraform resources. Absent: the stack has none. */
  readonly terraform?: TerraformLock;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Writes the lock file of a stack: the version and the digest of each chart, the program and the providers of its Terraform resources, and the version
 * and the APIs of the cluster if the workspace can be reached. Charts that are locked keep their version without `upgrade`.
 * @throws GantryError `input/invalid` if nothing of the stack is fetched, or something cannot be fetched; nothing is written then
 */
export async function lockStack(
  {location, only, upgrade = false, ...request}: LockStack,
  deps: Deps,
): Promise<StackLocked> {
  const {lock: before, diagnostics} = readLockFile(location.stack.dir);
  if (diagnostics.some(isError)) throw new GantryError({code: 'input/invalid', diagnostics});
  const login = await loginsFor(request, location, deps);
  const {entries, charts} = await lockSources({location, only, upgrade, before, login}, deps);
  const pins = await pinSources({location, login, upgrade}, deps);
  const sources = someOf(pins);
  const {modules: kept = []} = before;
  const modules = only === undefined ? await lockModules({...request, location, before: kept, upgrade}, deps) : kept;
  const hasManifests = entries.length > 0 || hasFetchedSources(location);
  const terraform =
    only === undefined
      ? await terraformToLock({...request, location, upgrade, before: before.terraform}, deps)
      : {lock: before.terraform, diagnostics: []};
  const hasAny = hasManifests || modules.length > 0 || terraform.lock !== undefined;
  if (!hasAny && !isLeft(before)) throw nothingToLock(location);
  // Modules do not depend on the cluster.
  const cluster = hasManifests ? await clusterToLock({...request, location}, deps) : {diagnostics: []};
  const after: ChartLockFile = {
    formatVersion: 1,
    charts: entries,
    ...defined({
      sources,
      modules: someOf(modules),
      cluster: cluster.cluster ?? before.cluster,
      terraform: terraform.lock,
    }),
  };
  const changed = await writeChanged(location.stack.dir, before, after);
  return {
    file: join(location.stack.dir, LOCK_FILE),
    changed,
    charts,
    ...defined({sources, modules: after.modules, cluster: after.cluster?.version, terraform: after.terraform}),
    diagnostics: [...cluster.diagnostics, ...terraform.diagnostics],
  };
}

/** Reports whether a lock file has entries of sources that may be gone: it then becomes empty. */
const isLeft = ({charts, sources, terraform}: ChartLockFile): boolean =>
  charts.length > 0 || sources !== undefined || terraform !== undefined;

const nothingToLock = ({stack}: StackLocation): GantryError =>
  wrongInput(
    'chart/no-source',
    `${shownPath(stack.file)} has no Helm source, no other fetched source and no Terraform resource, and no published module is known`,
    'Add a chart with "gantry chart add CHART --repository https://…", or choose the workspace of the modules with -w.',
  );

type LockSources = Required<Pick<LockStack, 'location' | 'upgrade'>> & {
  readonly only: string | undefined;
  readonly before: ChartLockFile;
  readonly login: FindLogin | undefined;
};

/** Fetches the charts of a stack. Returns their entries for the lock file, and the data that is shown. */
async function lockSources(
  {location, only, upgrade, before, login}: LockSources,
  deps: Deps,
): Promise<{readonly entries: ChartLockEntry[]; readonly charts: readonly LockedSource[]}> {
  const tools = await deps.charts();
  const entries: ChartLockEntry[] = [];
  const charts: LockedSource[] = [];
  for (const source of chartSourcesOf(location)) {
    const {settings, name} = source;
    const {locked, stale} = lockedChart(before, settings);
    const isKept = locked !== undefined && (only === undefined ? !upgrade : only !== name);
    const chart = await fetchChart(source, {login, locked: isKept ? locked : undefined}, tools);
    entries.push(entryOf(source, chart));
    charts.push(shown(source, chart, locked?.version ?? stale?.version));
  }
  return {entries, charts};
}

const someOf = <T>(all: readonly T[]): T[] | undefined => (all.length === 0 ? undefined : [...all]);

/** Returns the entry of the lock file. A directory has no digest, because its files may change. */
function entryOf({settings, place}: ChartSource, {version, digest, dependencies = []}: Chart): ChartLockEntry {
  const {repository, chart, oci, path, version: wanted} = settings;
  const isDirectory = 'path' in place && !place.path.endsWith('.tgz');
  return {
    ...defined({repository, chart, oci, path, wanted}),
    version,
    ...defined({digest: isDirectory ? undefined : digest}),
    dependencies: [...dependencies],
  };
}

const shown = ({name, settings}: ChartSource, chart: Chart, before: string | undefined): LockedSource => ({
  source: name,
  chart: chart.name,
  version: chart.version,
  digest: chart.digest,
  ...defined({wanted: settings.version, before}),
});

const sorted = (lock: ChartLockFile): string =>
  JSON.stringify({...lock, charts: lock.charts.map((one) => JSON.stringify(one)).toSorted()});

async function writeChanged(stackDir: string, before: ChartLockFile, after: ChartLockFile): Promise<boolean> {
  if (sorted(before) === sorted(after)) return false;
  await writeLockFile(stackDir, after);
  return true;
}
