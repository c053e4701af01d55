import {isObject, type JsonObject, type JsonPath} from '../../core/json.ts';
import {jsonAt} from '../../core/json-at.ts';

const PLACES: readonly JsonPath[] = [
  ['spec', 'jobTemplate', 'spec', 'template'],
  ['spec', 'template'],
];

/** Returns the path of the pod template of a workload; undefined if it has none. */
export const podTemplatePath = (workload: JsonObject): JsonPath | undefined =>
  PLACES.find((path) => isObject(jsonAt(workload, path)));
