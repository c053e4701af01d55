import {chartSchema} from '../../config/sources/helm/chart-schema.ts';
import type {KnownValues} from '../../core/chart/unknown-values.ts';
import {isObject, type JsonObject} from '../../core/json.ts';
import type {ChartFiles} from '../../ports/chart-files.ts';
import {chartDetails, yamlOf} from './chart-details.ts';

/** Returns the values that a chart knows: its defaults, those of its dependencies under their names, and its schema. */
export function knownValues(files: ChartFiles): KnownValues {
  const own = yamlOf(files, 'values.yaml');
  const below = chartDetails(files).dependencies.map(({name, alias}): readonly [string, JsonObject] => {
    const key = alias ?? name;
    const written = own[key];
    const defaults = yamlOf(files, `charts/${name}/values.yaml`);
    return [key, {...defaults, ...(isObject(written) ? written : {})}];
  });
  return {defaults: {...own, ...Object.fromEntries(below)}, schema: chartSchema(files)};
}
