import {isList, type Json, type JsonPath} from '../../../core/json.ts';
import {jsonAt} from '../../../core/json-at.ts';
import type {ChartFiles} from '../../../ports/chart-files.ts';
import {type SubChart, subCharts} from './subcharts.ts';

/** Returns the directories of subcharts that the values switch off. Helm renders nothing of them, and leaves out their CRDs. */
export function disabledCharts(files: ChartFiles, values: Json): readonly string[] {
  const byDirectory = Map.groupBy(subCharts(files), ({directory}) => directory);
  return [...byDirectory].flatMap(([directory, uses]) => (uses.every((one) => isOff(one, values)) ? [directory] : []));
}

/** A condition decides before tags do, and of several conditions the first that has a value. */
function isOff({path, wanted}: SubChart, values: Json): boolean {
  const {condition, tags} = wanted ?? {};
  const names = typeof condition === 'string' ? condition.split(',') : [];
  const decided = names
    .map((name) => booleanAt(values, [...path.slice(0, -1), ...name.trim().split('.')]))
    .find((value) => value !== undefined);
  if (decided !== undefined) return !decided;
  const tagged = isList(tags)
    ? tags.map((tag) => (typeof tag === 'string' ? booleanAt(values, ['tags', tag]) : undefined))
    : [];
  return tagged.includes(false) && !tagged.includes(true);
}

function booleanAt(values: Json, path: JsonPath): boolean | undefined {
  const value = jsonAt(values, path);
  return typeof value === 'boolean' ? value : undefined;
}
