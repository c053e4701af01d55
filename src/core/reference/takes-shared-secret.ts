import type {JsonObject, JsonPath} from '../json.ts';
import {isSecretObject} from './secret-data-references.ts';

/** Reports whether a place may have a value of a shared Secret: only the values of a Secret are hidden everywhere. */
export const takesSharedSecret = (holder: JsonObject, at: JsonPath): boolean =>
  isSecretObject(holder) && (at[0] === 'data' || at[0] === 'stringData') && at.length > 1;

/** The reason why another place is refused, after the reference. */
export const NOT_SHOWN = 'a value of a shared Secret would be shown and recorded here';

/** Says what to do instead. */
export const SHARED_SECRET_HINT =
  'Write it under `stringData` of a Secret, and let the workload read that Secret (secretKeyRef, envFrom or a volume).';
