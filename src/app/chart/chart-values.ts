import {readValues} from '../../config/sources/helm/read-values.ts';
import {readYaml} from '../../config/yaml/read-yaml.ts';
import {type LocatedLeaf, locatedLeaves} from '../../core/chart/located-leaves.ts';
import {mergeValues} from '../../core/chart/merge-values.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';
import {type Located, locate} from '../../core/variation/located.ts';
import {maskedValue} from '../../core/workspace/mask.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {workspaceValues} from '../workspace/workspace-values.ts';
import {chartEntry} from './chart-entry.ts';
import {withoutProblem} from './chart-problem.ts';
import {fetchChart} from './fetch-chart.ts';
import {readLockedChart} from './locked-charts.ts';
import {type SelectSource, selectSource} from './select-source.ts';

/** The source of a value: the chart's defaults, a values file, or `values` or `set` in stack.yaml. */
export type ValueFrom = 'chart' | 'file' | 'values' | 'set';

/** A merged value of a chart, with the place that set it. */
export type ChartValue = {
  readonly path: string;
  /** Masked if it is or may be a secret. */
  readonly value: Json;
  readonly from: ValueFrom;
  readonly file: string;
  readonly line: number;
};

/** The answer of `gantry chart values`. */
export type ChartValuesShown = {
  readonly formatVersion: 1;
  readonly project: string;
  readonly stack: string;
  readonly workspace?: string;
  readonly source: string;
  readonly chart: string;
  readonly version: string;
  readonly values: readonly ChartValue[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Returns the merged values of a Helm source: those that the chart's templates see, and the place that set each.
 * @throws GantryError `input/invalid` if the chart or the values cannot be read
 */
export async function chartValues(request: SelectSource, deps: Deps): Promise<ChartValuesShown> {
  const source = await selectSource(request, deps.cwd);
  const {location, settings, name} = source;
  const workspace = await workspaceValues(request, location, deps);
  const read = readValues(settings, chartEntry(source, workspace));
  if ('diagnostics' in read) throw new GantryError({code: 'input/invalid', diagnostics: read.diagnostics});
  const tools = await deps.charts();
  const chart = await fetchChart(source, {login: workspace?.login, locked: readLockedChart(source)}, tools);
  const files = withoutProblem(await tools.files(chart));
  const defaults = locateDefaults(chart.name, files.get('values.yaml') ?? '');
  const merged = mergeValues(defaults.values, read.values);
  return {
    formatVersion: 1,
    project: location.project.name,
    stack: location.stack.name,
    ...defined({workspace: workspace?.name}),
    source: name,
    chart: chart.name,
    version: chart.version,
    values: locatedLeaves(merged)
      .filter(({leaf, path}) => leaf.value !== null || isNullInChart(defaults.values.value, path))
      .map((one) => shownValue(one, defaults.origin)),
    diagnostics: [],
  };
}

/** Returns the defaults of a chart with their lines in its values.yaml. */
function locateDefaults(chart: string, text: string): {readonly values: Located; readonly origin: Origin} {
  const file = `${chart}/values.yaml`;
  const document = readYaml(text, file).documents[0];
  const origin = document?.origin ?? {file, position: () => ({file, line: 1, column: 1, endColumn: 2, text: ''})};
  return {values: locate(isObject(document?.value) ? document.value : {}, origin), origin};
}

/** Reports whether the chart itself has a null here. A null of the user removes the default. */
function isNullInChart(defaults: Json, path: LocatedLeaf['path']): boolean {
  const parent = path
    .slice(0, -1)
    .reduce<Json | undefined>((at, key) => (isObject(at) ? at[key] : undefined), defaults);
  return isObject(parent) && (parent as JsonObject)[String(path.at(-1))] === null;
}

function shownValue({path, leaf}: LocatedLeaf, chart: Origin): ChartValue {
  const {origin, path: at} = leaf.place;
  const inStack = origin.file === 'stack.yaml';
  const from = origin === chart ? 'chart' : inStack ? (at[0] === 'set' ? 'set' : 'values') : 'file';
  const {file, line} = origin.position(at);
  const value = from === 'chart' ? leaf.value : maskedValue(String(path.at(-1) ?? ''), leaf.value);
  return {path: showPath(path), value, from, file, line};
}
