import type {Json} from '../json.ts';
import type {Resource} from './resource.ts';

/** Kusion's extension with the id of the live object that a resource adopts. */
export const IMPORT_ID = 'kusionstack.io/import-id';

/** Reports whether a resource adopts a live object without `--adopt`. */
export const isImported = ({extensions}: Pick<Resource, 'extensions'>): boolean => extensions[IMPORT_ID] !== undefined;

/** Returns the problem of the value of the extension, for a resource with these ids; undefined if it is valid. */
export function importIdProblem(
  value: Json,
  ids: readonly string[],
): {readonly message: string; readonly hint: string} | undefined {
  const [id = ''] = ids;
  if (typeof value === 'string' && ids.includes(value)) return undefined;
  const hint = `Write \`${IMPORT_ID}: ${id}\`, or remove the extension.`;
  if (typeof value !== 'string')
    return {message: `\`${IMPORT_ID}\` must be the id of a live object, as a string`, hint};
  return {
    message: `\`${IMPORT_ID}\` is ${value === '' ? 'empty' : value}, but the resource has the id ${id}: a resource can only adopt the object with its own id`,
    hint,
  };
}
