import type {Json, JsonPath} from '../../core/json.ts';
import {type Finding, refused} from './finding.ts';

/** Returns the problem of a port number. Names, and values of a wrong type, are not checked here. */
export function portProblem(port: Json | undefined, path: JsonPath): readonly Finding[] {
  if (typeof port !== 'number' || (port >= 1 && port <= 65535)) return [];
  return [refused('object/range', path, `is ${port}, must be from 1 to 65535`)];
}
