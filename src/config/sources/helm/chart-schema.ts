import {isObject, type Json, type JsonObject} from '../../../core/json.ts';
import type {ChartFiles} from '../../../ports/chart-files.ts';

/** Returns the schema of the values of a chart. A broken one counts as none: Helm reports it. */
export function chartSchema(files: ChartFiles): JsonObject | undefined {
  try {
    const schema = JSON.parse(files.get('values.schema.json') ?? 'null') as Json;
    return isObject(schema) ? schema : undefined;
  } catch {
    return undefined;
  }
}
