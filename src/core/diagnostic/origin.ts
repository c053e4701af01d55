import type {JsonPath} from '../json.ts';
import type {Position} from './diagnostic.ts';

/** Where a resource was written: answers the position of any of its fields, or of the nearest parent that was written. */
export type Origin = {
  readonly file: string;
  readonly position: (path: JsonPath, part?: 'key' | 'value') => Position;
};

/** The origin of each resource, by resource id. */
export type Origins = ReadonlyMap<string, Origin>;
