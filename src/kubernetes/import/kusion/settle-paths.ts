import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../../core/json.ts';
import {jsonAt} from '../../../core/json-at.ts';
import {isSecretName} from '../../../core/workspace/mask.ts';

const PREFIX = '$kusion_path.';

/** Attributes with their `$kusion_path` references replaced, or the reason why they cannot be. */
export type SettledPaths =
  | {readonly attributes: JsonObject; readonly filled: readonly string[]}
  /** The reason: a reference to a resource that is not imported, and whose value must not be written to a file. */
  | {readonly because: string};

/** The attributes of a Kusion resource, and its last state. */
export type PathsRequest = {
  readonly attributes: JsonObject;
  /** The same object in the last state, with the values that Kusion put in place of the references. */
  readonly applied: JsonObject | undefined;
  /** Reports whether a reference refers to a resource that is also imported. */
  readonly leadsOn: (reference: string) => boolean;
};

/** Replaces references to resources that are not imported by the values of the last release. */
export function settlePaths({attributes, applied, leadsOn}: PathsRequest): SettledPaths {
  const filled: string[] = [];
  const lost: string[] = [];
  const settle = (value: Json, path: JsonPath): Json => {
    if (typeof value === 'string' && value.startsWith(PREFIX) && !leadsOn(value)) {
      const now = applied && jsonAt(applied, path);
      const last = value.split('.').at(-1) ?? '';
      const isPlain = now !== undefined && now !== null && typeof now !== 'object' && !String(now).startsWith(PREFIX);
      if (isPlain && !isSecretName(last)) {
        filled.push(value);
        return now;
      }
      lost.push(value);
      return value;
    }
    if (isList(value)) return value.map((item, i) => settle(item, [...path, i]));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, settle(field, [...path, name])]));
  };
  const settled = settle(attributes, []) as JsonObject;
  const [first] = lost;
  return first === undefined ? {attributes: settled, filled} : {because: `it takes ${first}, which is not imported`};
}
