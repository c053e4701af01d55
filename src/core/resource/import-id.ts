import type {Json} from '../json.ts';
import type {Resource} from './resource.ts';

/** Kusion's extension with the id of the live object that a resource adopts. */
export const IMPORT_ID = 'kusionstack.io/import-id';

/** Reports whether a resource adopts a live object without `--adopt`. */
export const isImported = ({extensions}: Pick<Resource, 'extensions'>): boolean => extensions[IMPORT_ID] !== undefined;

/** Returns the id at the provider that a Terraform resource is imported by. */
export function importIdOf(resource: Pick<Resource, 'extensions'> | undefined): string | undefined {
  const id = resource?.extensions[IMPORT_ID];
  return typeof id === 'string' ? id : undefined;
}

/** Returns the problem of the value of the extension for a Terraform resource: the provider decides about all else. */
export const providerIdProblem = (value: Json): {readonly message: string; readonly hint: string} | undefined =>
  typeof value === 'string' && value !== ''
    ? undefined
    : {
        message: `\`${IMPORT_ID}\` must be the id of an existing resource at its provider, as a string`,
        hint: 'Write the id that the documentation of the resource type names, or remove the extension.',
      };

/** Returns the problem of the value of the extension, for a Kubernetes resource with these ids; undefined if it is valid. */
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
