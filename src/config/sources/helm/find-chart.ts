import {resolve} from 'node:path';
import {type Diagnostic, isError} from '../../../core/diagnostic/diagnostic.ts';
import {defined} from '../../../lib/defined.ts';
import type {Chart, ChartPlace, ChartProof, Charts} from '../../../ports/charts.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import {untrustedCheckout} from '../../untrusted/checkout.ts';
import type {SourceEntry} from '../source.ts';
import {lockedChart, readLockFile} from './chart-lock-file.ts';
import type {HelmSettings} from './helm-model.ts';

/** The chart of a source, with notes and warnings. */
export type FoundChart = {readonly chart: Chart; readonly diagnostics: readonly Diagnostic[]};

/** Finds the chart of a source: in the version of the lock file, with the logins of the workspace. */
export async function findChart(
  settings: HelmSettings,
  entry: SourceEntry,
  charts: Charts,
): Promise<FoundChart | SourceProblem | {readonly diagnostics: readonly Diagnostic[]}> {
  const {lock, diagnostics} = readLockFile(entry.place.stackDir);
  if (diagnostics.some(isError)) return {diagnostics};
  const {locked, stale} = lockedChart(lock, settings);
  const checkout = untrustedCheckout();
  const place = placeOf(settings, entry);
  if ('path' in place && checkout?.mayRead(place.path) === false)
    return {problem: 'untrusted mode does not read files outside of the checkout or in its .git', part: ['path']};
  const chart = await charts({
    place,
    onlyLocal: checkout !== undefined,
    ...defined({
      version: settings.version,
      locked,
      verify: proofOf(settings, entry),
      login: entry.workspace?.login,
    }),
  });
  if ('problem' in chart) return chart;
  const notes = (chart.notes ?? []).map(
    ({message, hint}): Diagnostic => ({severity: 'note', code: 'source/helm-not-locked', message, hint, ...entry.at()}),
  );
  const other: Diagnostic = {
    severity: 'warning',
    code: 'source/helm-lock-stale',
    message: `charts.lock.yaml locks ${chart.name} for ${stale?.wanted ?? 'any version'}, but stack.yaml wants ${settings.version ?? 'any version'}`,
    hint: 'Run "gantry chart lock".',
    ...entry.at(['version']),
  };
  return {chart, diagnostics: [...diagnostics, ...(stale === undefined ? [] : [other]), ...notes]};
}

const placeOf = ({repository, chart, oci, path}: HelmSettings, {place}: SourceEntry): ChartPlace => {
  if (repository !== undefined && chart !== undefined) return {repository, chart};
  return oci === undefined ? {path: resolve(place.stackDir, path ?? '.')} : {oci};
};

function proofOf({verify}: HelmSettings, {place: {stackDir}}: SourceEntry): ChartProof | undefined {
  if (verify?.keyring !== undefined) return {keyring: resolve(stackDir, verify.keyring)};
  return verify?.cosign && {cosign: {key: resolve(stackDir, verify.cosign.key)}};
}
