import {join} from 'node:path';
import {mergeValues} from '../../../core/chart/merge-values.ts';
import {isObject} from '../../../core/json.ts';
import {type Located, locate} from '../../../core/variation/located.ts';
import type {ChartFiles} from '../../../ports/chart-files.ts';
import type {Chart} from '../../../ports/charts.ts';
import {readYaml} from '../../yaml/read-yaml.ts';
import type {ShowFile} from './chart-templates.ts';
import {subCharts} from './subcharts.ts';

/**
 * Returns the default values of a chart with their positions. Those of a subchart are below its name, and the values of its parent have
 * priority.
 */
export function chartDefaults(files: ChartFiles, {name, path}: Pick<Chart, 'name' | 'path'>, show: ShowFile): Located {
  const levels = subCharts(files).map(({directory, path: keys}) => {
    const file = `${directory}values.yaml`;
    const shown = show?.(join(path, file)) ?? `${name}/${file}`;
    const [document] = readYaml(files.get(file) ?? '', shown).documents;
    const isValues = document !== undefined && isObject(document.value);
    const origin = document?.origin ?? {
      file: shown,
      position: () => ({file: shown, line: 1, column: 1, endColumn: 2, text: ''}),
    };
    return below(keys, locate(isValues ? document.value : {}, origin));
  });
  return levels.toReversed().reduce(mergeValues);
}

/** Returns a value below keys. */
const below = (keys: readonly string[], node: Located): Located =>
  keys.reduceRight<Located>(
    (inner, key) => ({value: {[key]: inner.value}, place: inner.place, parts: new Map([[key, inner]])}),
    node,
  );
