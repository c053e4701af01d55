import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../../core/json.ts';
import {jsonAt} from '../../../core/json-at.ts';
import {isSecretName} from '../../../core/workspace/mask.ts';

const PREFIX = '$kusion_path.';

/** Attributes with `$kusion_path` references settled, or the reason why they cannot be. */
export type SettledPaths =
  | {readonly attributes: JsonObject; readonly filled: readonly string[]}
  /** A value of a resource that stays behind, and that cannot stand in a file. */
  | {readonly because: string};

/** The attributes of a resource of Kusion, and its last state. */
export type PathsRequest = {
  readonly attributes: JsonObject;
  /** The same object as the last state has it, with what Kusion put in the place of each reference. */
  readonly applied: JsonObject | undefined;
  /** Whether a reference leads to a resource that is taken over, too. */
  readonly leadsOn: (reference: string) => boolean;
};

/** References to what stays behind become the values that they had at the last release. */
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
