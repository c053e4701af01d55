import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {cp, readFile, writeFile} from 'node:fs/promises';
import {join, relative, sep} from 'node:path';
import {loadAll} from 'js-yaml';
import type {JsonObject} from '../../../src/core/json.ts';
import {serveDependency} from './oci-dependency.ts';

/** The project's own charts. Beside each there may be files for the tests: see `TestChart`. Those in `parts/` are only dependencies. */
export const OWN_CHARTS = join(import.meta.dirname, '../../charts');

/** A chart that is installed by Helm and applied by Gantry, to compare the live objects. */
export type TestChart = {
  readonly name: string;
  /** The directory that contains the chart, and charts that it depends on. */
  readonly directory: string;
  /** The file name of the chart in it: a directory or an archive. */
  readonly file: string;
  /** `<name>.values.yaml`, the values of the first installation. Without it, `ci/default-values.yaml` of the chart, or its only file `ci/*-values.yaml`. */
  readonly values: JsonObject;
  /** `<name>.upgrade.yaml`, values that an upgrade adds. Absent: the upgrade changes only the version of the chart. */
  readonly upgrade?: JsonObject;
  /** `<name>.source.yaml`, more settings of the source in stack.yaml. */
  readonly source: JsonObject;
  /** `<name>.before.yaml`, objects that exist before the chart. `NAMESPACE` is replaced. */
  readonly before: string;
};

/** Returns the project's own charts and those in the directory `GANTRY_TEST_CHARTS`. */
export function testCharts(): readonly TestChart[] {
  const given = process.env['GANTRY_TEST_CHARTS'];
  return [OWN_CHARTS, ...(given === undefined || given === '' ? [] : [given])].flatMap(chartsIn);
}

const chartsIn = (directory: string): readonly TestChart[] =>
  readdirSync(directory)
    .toSorted()
    .filter((file) => file.endsWith('.tgz') || existsSync(join(directory, file, 'Chart.yaml')))
    .map((file) => chartOf(directory, file));

function chartOf(directory: string, file: string): TestChart {
  const name = file.replace(/\.tgz$/, '');
  const beside = (part: string): string => join(directory, `${name}.${part}.yaml`);
  const upgrade = beside('upgrade');
  return {
    name,
    directory,
    file,
    values: yamlAt(existsSync(beside('values')) ? beside('values') : (ciValues(join(directory, file)) ?? '')),
    ...(existsSync(upgrade) ? {upgrade: yamlAt(upgrade)} : {}),
    source: yamlAt(beside('source')),
    before: existsSync(beside('before')) ? readFileSync(beside('before'), 'utf8') : '',
  };
}

/** Returns the values file that a chart has for its own tests. Its other files there may need what no cluster of the tests has. */
function ciValues(chart: string): string | undefined {
  const ci = join(chart, 'ci');
  const files = existsSync(ci) ? readdirSync(ci).filter((file) => file.endsWith('-values.yaml')) : [];
  const chosen =
    files.find((file) => /(?:^|-)default-values\.yaml$/.test(file)) ?? (files.length === 1 ? files[0] : undefined);
  return chosen && join(ci, chosen);
}

/** Reports whether a chart is one of the project. A chart of others may contain what no controller of the tests makes ready. */
export const isOwn = ({directory}: TestChart): boolean => directory === OWN_CHARTS;

const yamlAt = (path: string): JsonObject =>
  existsSync(path) ? ((loadAll(readFileSync(path, 'utf8'))[0] ?? {}) as JsonObject) : {};

/** Copies a chart, so that tools can change it; with all charts beside it, if it depends on any of them. */
export async function copyCharts({directory, file}: TestChart, into: string): Promise<void> {
  const metadata = join(directory, file, 'Chart.yaml');
  const needsOthers = existsSync(metadata) && readFileSync(metadata, 'utf8').includes('file://..');
  const isCopied = (path: string): boolean => [undefined, '', file].includes(relative(directory, path).split(sep)[0]);
  await cp(directory, into, {recursive: true, filter: (path) => needsOthers || isCopied(path)});
  await serveDependency(join(into, file));
}

/** Gives the chart in a directory another version. An archive keeps its version. */
export async function raiseVersion(charts: string, {file}: TestChart): Promise<void> {
  const path = join(charts, file, 'Chart.yaml');
  if (!existsSync(path)) return;
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/^version:.*$/m, 'version: 99.0.0'));
}
