import type {Json} from '../json.ts';
import type {Resource} from './resource.ts';

/** Kusion's extension that names the live object which a resource is from the beginning. */
export const IMPORT_ID = 'kusionstack.io/import-id';

/** The file says that the resource is a live object: it joins the stack without `--adopt`. */
export const isImported = ({extensions}: Pick<Resource, 'extensions'>): boolean => extensions[IMPORT_ID] !== undefined;

/** What is wrong with the value, given the ids that the resource has; undefined where it is right. */
export function importIdProblem(
  value: Json,
  ids: readonly string[],
): {readonly message: string; readonly hint: string} | undefined {
  const [id = ''] = ids;
  if (typeof value === 'string' && ids.includes(value)) return undefined;
  const hint = `Write \`${IMPORT_ID}: ${id}\`, or take it out.`;
  if (typeof value !== 'string') return {message: `\`${IMPORT_ID}\` is the id of a live object, as a text`, hint};
  return {
    message: `\`${IMPORT_ID}\` names ${value === '' ? 'nothing' : value}, and the resource is ${id}: another object cannot become it`,
    hint,
  };
}
