import {readdir, readFile, stat} from 'node:fs/promises';
import {basename, join, relative, resolve} from 'node:path';
import type {NewFile} from '../../config/init/write-new-files.ts';
import {projectDirectory} from '../../config/stack-search.ts';
import {readYaml} from '../../config/yaml/read-yaml.ts';
import {writeYaml} from '../../config/yaml/write-yaml.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {importWarning, listed} from '../../core/import/secret-notes.ts';
import type {JsonObject} from '../../core/json.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import type {ChartPlace} from '../../ports/charts.ts';
import type {RecordedChart} from '../../ports/helm-chart-record.ts';
import {withoutProblem} from '../chart/chart-problem.ts';
import {settingsOfPlace} from '../chart/chart-sources.ts';
import type {Deps} from '../deps.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {serverLogins} from '../workspace/server-logins.ts';

/** The place that a user gave for the chart of a release. */
export type GivenChart = {
  readonly path?: string | undefined;
  readonly repository?: string | undefined;
  readonly oci?: string | undefined;
};

/** The chart of a release, for the new stack: the settings of its source, and the files that the stack gets. */
export type ChartOfRelease = {
  readonly settings: JsonObject;
  readonly files: readonly NewFile[];
  readonly diagnostics: readonly Diagnostic[];
};

/** A release whose chart is to be found. */
export type FindReleaseChart = {
  readonly recorded: RecordedChart;
  readonly given: GivenChart;
  /** The directory of the new stack. */
  readonly directory: string;
  /** True: a chart that differs from the recorded one is a warning. */
  readonly force: boolean;
};

/**
 * Returns the chart of a release: the given one, if it is what Helm recorded, else the recorded chart itself as files.
 * @throws GantryError `input/invalid` if it cannot be found, is another one, or is not completely recorded
 */
export async function chartOfRelease(
  find: FindReleaseChart,
  workspace: ChosenWorkspace,
  deps: Deps,
): Promise<ChartOfRelease> {
  const {recorded, given, directory, force} = find;
  const {name, version, dependencies} = recorded;
  const place = placeOf(given, name, deps.cwd);
  if (place === undefined) {
    if (dependencies.length === 0) return fromRecord(recorded);
    throw invalid(
      `the record of the release does not hold the charts that ${name} ${version} depends on: ${listed(dependencies)}`,
      'Name the place of the chart with --path, --repository or --oci.',
    );
  }
  const tools = await deps.charts();
  const login = serverLogins(workspace, deps);
  const wanted = 'path' in place ? {} : {version};
  const chart = withoutProblem(await tools.charts({place, ...wanted, login}));
  if (chart.name !== name || chart.version !== version)
    throw invalid(
      `the given chart is ${chart.name} ${chart.version}, but Helm installed ${name} ${version}`,
      'Name the chart in the version that Helm installed. A later apply can upgrade it.',
    );
  const differs = differences(recorded, withoutProblem(await tools.files(chart)));
  const message = `the given chart ${name} ${version} differs from the one that Helm installed: ${listed(differs)}`;
  if (differs.length > 0 && !force)
    throw invalid(message, 'Leave out its place to use the chart in the record, or pass --force to use this one.');
  const diagnostics = differs.length === 0 ? [] : [importWarning('helm-chart', message)];
  if (!('path' in place)) return {settings: {...settingsOfPlace(place), version}, files: [], diagnostics};
  return {...(await localChart(place.path, {directory, chart: name})), diagnostics};
}

function placeOf({path, repository, oci}: GivenChart, chart: string, cwd: string): ChartPlace | undefined {
  if (path !== undefined) return {path: resolve(cwd, path)};
  if (repository !== undefined) return {repository, chart};
  return oci === undefined ? undefined : {oci};
}

function fromRecord({name, metadata, values, files}: RecordedChart): ChartOfRelease {
  const at = (path: string): string => `charts/${name}/${path}`;
  return {
    settings: {path: `charts/${name}`},
    files: [
      {path: at('Chart.yaml'), text: writeYaml(metadata)},
      {path: at('values.yaml'), text: writeYaml(values)},
      ...[...files].map(([path, bytes]) => ({path: at(path), text: '', bytes})),
    ],
    diagnostics: [],
  };
}

type Into = {readonly directory: string; readonly chart: string};

/** Returns a chart of this machine as a path in the project. A chart outside of it is copied. */
async function localChart(path: string, {directory, chart}: Into): Promise<Omit<ChartOfRelease, 'diagnostics'>> {
  const project = projectDirectory(directory);
  if (project !== undefined && !relative(project, path).startsWith('..'))
    return {settings: {path: relative(directory, path) || '.'}, files: []};
  if (!(await stat(path)).isDirectory()) {
    const copy = `charts/${basename(path)}`;
    return {settings: {path: copy}, files: [{path: copy, text: '', bytes: await readFile(path)}]};
  }
  const entries = await readdir(path, {recursive: true, withFileTypes: true});
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const copies = files.map(async (file) => ({
    path: join('charts', chart, relative(path, file)),
    text: '',
    bytes: await readFile(file),
  }));
  return {settings: {path: `charts/${chart}`}, files: await Promise.all(copies)};
}

const counts = (path: string): boolean => /^(?:templates|crds)\//.test(path) || path === 'values.schema.json';

/** Returns how a chart differs from the recorded one, by its files. Texts for people do not count. */
function differences(recorded: RecordedChart, found: ReadonlyMap<string, string>): readonly string[] {
  const own = new Map([...recorded.files].flatMap(([path, bytes]) => (counts(path) ? [[path, textOf(bytes)]] : [])));
  const paths = new Set([...own.keys(), ...[...found.keys()].filter(counts)]);
  const differing = [...paths].filter((path) => own.get(path) !== withoutMark(found.get(path)));
  const says = (path: string): string =>
    !found.has(path) ? `${path} is missing` : own.has(path) ? `${path} differs` : `${path} is new`;
  // Helm merges the values of dependencies into those that it records.
  const values =
    recorded.dependencies.length > 0 ||
    deepEqual(readYaml(found.get('values.yaml') ?? '', 'values.yaml').documents[0]?.value ?? {}, recorded.values);
  return [...differing.toSorted(compareNaturally).map(says), ...(values ? [] : ['values.yaml differs'])];
}

const withoutMark = (text: string | undefined): string | undefined => text?.replace(/^\uFEFF/, '');

const textOf = (bytes: Uint8Array): string => withoutMark(Buffer.from(bytes).toString('utf8')) ?? '';

const invalid = (message: string, hint: string): GantryError =>
  new GantryError({
    code: 'input/invalid',
    diagnostics: [{severity: 'error', code: 'import/helm-chart', message, hint}],
  });
