import type {JsonPath} from '../json.ts';
import type {Resource} from '../resource/resource.ts';
import {isSecretObject} from './secret-data-references.ts';

/** A resource whose values refer to secrets. */
export type SecretHolder = Pick<Resource, 'type' | 'attributes'>;

/**
 * Reports whether a place may have a value of a shared Secret: the values of a Secret are hidden everywhere, and Terraform gets a value of a secret
 * as a sensitive variable.
 */
export const takesSharedSecret = ({type, attributes}: SecretHolder, at: JsonPath): boolean =>
  type === 'Terraform' || (isSecretObject(attributes) && (at[0] === 'data' || at[0] === 'stringData') && at.length > 1);

/** The reason why another place is refused, after the reference. */
export const NOT_SHOWN = 'a value of a shared Secret would be shown and recorded here';

/** The same, for a sensitive attribute of a Terraform resource. */
export const SENSITIVE_NOT_SHOWN = 'a sensitive value would be shown and recorded here';

/** Says what to do instead. */
export const SHARED_SECRET_HINT =
  'Write it under `stringData` of a Secret, and let the workload read that Secret (secretKeyRef, envFrom or a volume).';
