import {resolve} from 'node:path';
import {isInRange} from '../../../core/chart/is-in-range.ts';
import type {LockedCluster} from '../../../core/chart/locked-cluster.ts';
import {type Diagnostic, isError} from '../../../core/diagnostic/diagnostic.ts';
import {defined} from '../../../lib/defined.ts';
import type {Chart, ChartPlace, ChartProof, Charts} from '../../../ports/charts.ts';
import {untrustedCheckout} from '../../untrusted/checkout.ts';
import {pathInProject} from '../path-in-project.ts';
import type {Built, SourceEntry} from '../source.ts';
import {type ChartLockEntry, type ChartLockFile, lockedChart, readLockFile} from './chart-lock-file.ts';
import type {HelmSettings} from './helm-model.ts';
import {problemOf} from './problem-of.ts';
import {refuseLinks} from './refuse-links.ts';
import {findVendored} from './vendored-chart.ts';

/** The chart of a source, with notes and warnings, and the cluster in the lock file. */
export type FoundChart = {
  readonly chart: Chart;
  readonly locked?: LockedCluster;
  readonly diagnostics: readonly Diagnostic[];
};

/** Finds the chart of a source: in the version of the lock file, with the logins of the workspace. */
export async function findChart(
  settings: HelmSettings,
  entry: SourceEntry,
  open: () => Promise<Charts>,
): Promise<FoundChart | Built> {
  const {lock, diagnostics} = readLockFile(entry.place.stackDir);
  if (diagnostics.some(isError)) return {candidates: [], diagnostics};
  const place = placeOf(settings, entry);
  if ('candidates' in place) return place;
  const refused = 'path' in place ? refusePath(place.path) : undefined;
  if (refused !== undefined) return problemOf({problem: refused, part: ['path']}, entry);
  const {locked, stale} = settings.isTrial === true ? {} : lockOfChart(lock, settings, entry);
  const verify = proofOf(settings, entry.place);
  // The proof of a chart is not copied with it, so a chart that is verified comes from its server or the cache.
  const vendored = locked && verify === undefined ? await findVendored(entry.place.projectDir, locked) : undefined;
  const charts = await open();
  const chart = await charts({
    place: vendored === undefined ? place : {path: vendored},
    onlyLocal: untrustedCheckout() !== undefined,
    refuse: (directory) => refuseDependency(directory, entry),
    ...defined({
      version: settings.version,
      locked,
      verify,
      login: entry.workspace?.login,
    }),
  });
  const other = stale === undefined ? [] : [staleLock(stale, settings, entry)];
  if ('problem' in chart) {
    const failed = problemOf(chart, entry);
    return {...failed, diagnostics: [...failed.diagnostics, ...other]};
  }
  const notes = (chart.notes ?? []).map(
    ({message, hint}): Diagnostic => ({severity: 'note', code: 'source/helm-not-locked', message, hint, ...entry.at()}),
  );
  return {chart, ...defined({locked: lock.cluster}), diagnostics: [...diagnostics, ...other, ...notes]};
}

/** Returns the version of the release that is promoted, if stack.yaml wants it, else that of the lock file. */
export function lockOfChart(
  lock: ChartLockFile,
  settings: HelmSettings,
  {workspace}: SourceEntry,
): ReturnType<typeof lockedChart> {
  const {chart, oci, path} = settings;
  const name = chart ?? oci?.split('/').at(-1);
  const found = lockedChart(lock, settings);
  const record = workspace?.released?.find((one) => one.kind === 'helm' && one.name === (settings.release ?? name));
  const {version, digest} = record?.value['chart'] === name ? (record?.value ?? {}) : {};
  if (path !== undefined || typeof version !== 'string' || typeof digest !== 'string') return found;
  if (found.locked?.digest === digest || !isInRange(version, settings.version)) return found;
  return {locked: {version, digest, dependencies: []}};
}

/** Returns the message about a chart whose locked version is not the wanted one. */
export const noLongerApplies = ({wanted}: ChartLockEntry, {chart, oci, path, version}: HelmSettings): string =>
  `the lock of the chart ${chart ?? oci ?? path} no longer applies: charts.lock.yaml has ${wanted ?? 'any version'}, but stack.yaml wants ${version ?? 'any version'}`;

const staleLock = (stale: ChartLockEntry, settings: HelmSettings, {at}: SourceEntry): Diagnostic => ({
  severity: 'warning',
  code: 'source/helm-lock-stale',
  message: noLongerApplies(stale, settings),
  hint: 'Run "gantry chart lock" to lock the chart again.',
  ...at(['version']),
});

/** Returns the place of the chart of a source, or the problem that it is outside of the project. */
export function placeOf({repository, chart, oci, path}: HelmSettings, entry: SourceEntry): ChartPlace | Built {
  if (repository !== undefined && chart !== undefined) return {repository, chart};
  return oci === undefined ? pathInProject('helm', path ?? '.', {...entry, at: () => entry.at(['path'])}) : {oci};
}

/** Returns the reason why a chart on this machine is not read. */
export function refusePath(path: string): string | undefined {
  if (untrustedCheckout()?.mayRead(path) === false)
    return 'untrusted mode does not read files outside of the checkout or in its .git';
  return refuseLinks(path);
}

/** Returns the reason why a dependency in a directory is not read: it is outside of the project, or has a link that leads there. */
export function refuseDependency(directory: string, entry: SourceEntry): string | undefined {
  const inProject = pathInProject('helm', directory, entry);
  return 'candidates' in inProject ? `${directory} is outside of the project directory` : refusePath(directory);
}

/** Returns the proof that a source wants of its chart. Paths of keys become absolute. */
export function proofOf(
  {verify}: HelmSettings,
  {stackDir}: Pick<SourceEntry['place'], 'stackDir'>,
): ChartProof | undefined {
  if (verify?.keyring !== undefined) return {keyring: resolve(stackDir, verify.keyring)};
  return verify?.cosign && {cosign: {key: resolve(stackDir, verify.cosign.key)}};
}
