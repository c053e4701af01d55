import type {JsonPath} from '../json.ts';
import type {Position} from './diagnostic.ts';

/** The origin of a resource. Returns the position of a field, or of its nearest parent in the file. */
export type Origin = {
  readonly file: string;
  readonly position: (path: JsonPath, part?: 'key' | 'value') => Position;
};

/** The origin of each resource, by resource id. */
export type Origins = ReadonlyMap<string, Origin>;
