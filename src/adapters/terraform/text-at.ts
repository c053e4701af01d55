import type {JsonObject} from '../../core/json.ts';

/** Returns the text of a field; empty if it has none. */
export const textAt = (object: JsonObject, name: string): string => {
  const value = object[name];
  return typeof value === 'string' ? value : '';
};
