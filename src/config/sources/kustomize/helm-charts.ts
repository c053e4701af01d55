import {statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../../core/json.ts';
import type {Entry} from './entries.ts';

/** A Helm chart that a kustomization renders. */
export type HelmChartEntry = {
  /** The absolute path of the chart directory. kustomize fetches the chart to there if it does not exist. */
  readonly directory: string;
  readonly exists: boolean;
  /** The repository that the chart would be fetched from. */
  readonly repository: string | undefined;
  readonly name: string;
  readonly path: JsonPath;
  /** The files with values. */
  readonly values: readonly Entry[];
};

/** The fields that render charts: the current one, and the one before it. */
const FIELDS = ['helmCharts', 'helmChartInflationGenerator'];

/** Reports whether a kustomization renders Helm charts. */
export const rendersCharts = (value: JsonObject): boolean => FIELDS.some((name) => value[name] !== undefined);

/** Returns the Helm charts of a kustomization, without entries of a wrong type. */
export function helmChartsOf(value: JsonObject, directory: string): readonly HelmChartEntry[] {
  const {helmGlobals} = value;
  const home = textOf(isObject(helmGlobals) ? helmGlobals['chartHome'] : undefined);
  return FIELDS.flatMap((field) => {
    const list = value[field];
    if (!isList(list)) return [];
    return list.flatMap((item, index) => (isObject(item) ? [chartOf(item, [field, index], {home, directory})] : []));
  });
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

type Above = {readonly home: string | undefined; readonly directory: string};

function chartOf(item: JsonObject, path: JsonPath, {home, directory}: Above): HelmChartEntry {
  const name = textOf(item['name']) ?? textOf(item['chartName']) ?? '';
  const repository = textOf(item['repo']) ?? textOf(item['chartRepoUrl']);
  const version = textOf(item['version']) ?? textOf(item['chartVersion']);
  const top = resolve(directory, textOf(item['chartHome']) ?? home ?? 'charts');
  // A chart with a repository and a version has a directory of its own, so that another version is fetched beside it.
  const parent = repository !== undefined && version !== undefined ? join(top, `${name}-${version}`) : top;
  const chart = join(parent, name);
  const exists = statSync(chart, {throwIfNoEntry: false})?.isDirectory() === true;
  const more = item['additionalValuesFiles'];
  const files = [
    {text: item['valuesFile'] ?? item['values'], path: [...path, 'valuesFile']},
    ...(isList(more) ? more.map((text, i) => ({text, path: [...path, 'additionalValuesFiles', i]})) : []),
  ];
  const values = files.flatMap(({text, path: at}) => (typeof text === 'string' ? [{text, path: at}] : []));
  return {directory: chart, exists, repository, name, path, values};
}
