import type {Json, JsonObject} from '../json.ts';
import {showPath} from './path.ts';
import type {Reference, ReferenceProblem} from './reference.ts';

/**
 * Returns problems for references that would copy a value of a Secret to a field whose value is shown and recorded. Only the values of
 * another Secret are hidden as well.
 */
export function secretDataReferences(
  holder: JsonObject,
  references: readonly Reference[],
  isSecret: (id: string) => boolean,
): readonly ReferenceProblem[] {
  return references
    .filter(
      ({id, path, at, isDigested}) =>
        isDigested !== true && isSecret(id) && !isMetadata(path[0]) && !(isSecretObject(holder) && isValues(at[0])),
    )
    .map(({id, path, at}) => ({
      code: 'reference/secret-value',
      at,
      message: `refers to ${showPath(path)} of ${id}: a value of a Secret would be shown and recorded here`,
      hint: 'Let the workload read the Secret itself (secretKeyRef, envFrom or a volume).',
    }));
}

/** Tells a Secret of the core group from other objects. */
export const isSecretObject = ({apiVersion, kind}: {readonly apiVersion?: Json; readonly kind?: Json}): boolean =>
  apiVersion === 'v1' && kind === 'Secret';

const isValues = (name: string | number | undefined): boolean => name === 'data' || name === 'stringData';

/** Reports whether a field belongs to the metadata of a Secret, which is not secret. */
const isMetadata = (name: string | number | undefined): boolean =>
  ['metadata', 'type', 'kind', 'apiVersion', 'immutable'].includes(String(name));
