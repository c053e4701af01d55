import {resolve} from 'node:path';
import {type Diagnostic, isError} from '../../../core/diagnostic/diagnostic.ts';
import {defined} from '../../../lib/defined.ts';
import type {Chart, ChartPlace, ChartProof, Charts} from '../../../ports/charts.ts';
import {untrustedCheckout} from '../../untrusted/checkout.ts';
import {pathInProject} from '../path-in-project.ts';
import type {Built, SourceEntry} from '../source.ts';
import {type ChartLockEntry, lockedChart, readLockFile} from './chart-lock-file.ts';
import type {HelmSettings} from './helm-model.ts';
import {problemOf} from './problem-of.ts';
import {refuseLinks} from './refuse-links.ts';

/** The chart of a source, with notes and warnings. */
export type FoundChart = {readonly chart: Chart; readonly diagnostics: readonly Diagnostic[]};

/** Finds the chart of a source, in the version of the lock file, and brings it onto this machine. */
export async function findChart(
  settings: HelmSettings,
  entry: SourceEntry,
  open: () => Promise<Charts>,
): Promise<FoundChart | Built> {
  const place = placeOf(settings, entry);
  if ('candidates' in place) return place;
  const link = 'path' in place ? refuseLinks(place.path) : undefined;
  if (link !== undefined) return problemOf({problem: link, part: ['path']}, entry);
  const {lock, diagnostics} = readLockFile(entry.place.stackDir);
  if (diagnostics.some(isError)) return {candidates: [], diagnostics};
  const {locked, stale} = lockedChart(lock, settings);
  const {version} = settings;
  const verify = proofOf(settings, entry);
  const charts = await open();
  const chart = await charts({
    place,
    onlyLocal: untrustedCheckout() !== undefined,
    refuse: (path) => refused(path, entry),
    ...defined({version, locked, verify, login: entry.workspace?.login}),
  });
  if ('problem' in chart) return problemOf(chart, entry);
  return {chart, diagnostics: [...diagnostics, ...notesOf(chart, entry), ...staleWarning(stale, settings, entry)]};
}

function placeOf({repository, chart, oci, path}: HelmSettings, entry: SourceEntry): ChartPlace | Built {
  if (repository !== undefined && chart !== undefined) return {repository, chart};
  return oci === undefined ? pathInProject('helm', path ?? '.', {...entry, at: () => entry.at(['path'])}) : {oci};
}

function proofOf({verify}: HelmSettings, {place: {stackDir}}: SourceEntry): ChartProof | undefined {
  if (verify?.keyring !== undefined) return {keyring: resolve(stackDir, verify.keyring)};
  return verify?.cosign && {cosign: {key: resolve(stackDir, verify.cosign.key)}};
}

/** Returns the reason why a dependency in a directory is not read: it is outside of the project, or has a link that leads there. */
function refused(path: string, entry: SourceEntry): string | undefined {
  const inProject = pathInProject('helm', path, entry);
  return 'candidates' in inProject ? `${path} is outside of the project directory` : refuseLinks(path);
}

const notesOf = ({notes = []}: Chart, {at}: SourceEntry): readonly Diagnostic[] =>
  notes.map((note) => ({severity: 'note', code: 'source/helm-not-locked', ...note, ...at()}));

function staleWarning(
  stale: ChartLockEntry | undefined,
  {version = 'any version'}: HelmSettings,
  {at}: SourceEntry,
): readonly Diagnostic[] {
  if (stale === undefined) return [];
  const message = `charts.lock.yaml locks this chart for ${stale.wanted ?? 'any version'}, but stack.yaml wants ${version}`;
  const hint = 'Run "gantry chart lock".';
  return [{severity: 'warning', code: 'source/helm-lock-stale', message, hint, ...at(['version'])}];
}
