import type {Json} from '../json.ts';

/** A key of a Secret, as a module writes it in an output: `secret://NAME/KEY`. */
const SECRET_KEY = /^secret:\/\/([^/]+)\/([^/]+)$/;

/** Returns the key of a Secret that an output or a variable names; undefined for other values. */
export function secretOutput(value: Json | undefined): {readonly name: string; readonly key: string} | undefined {
  const [, name, key] = typeof value === 'string' ? (SECRET_KEY.exec(value) ?? []) : [];
  return name === undefined || key === undefined ? undefined : {name, key};
}
