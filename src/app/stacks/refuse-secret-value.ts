import type {JsonPath} from '../../core/json.ts';
import {follow} from '../../core/reference/path.ts';
import type {StackReference} from '../../core/reference/stack-references-in.ts';
import {
  NOT_SHOWN,
  SENSITIVE_NOT_SHOWN,
  type SecretHolder,
  SHARED_SECRET_HINT,
  takesSharedSecret,
} from '../../core/reference/takes-shared-secret.ts';
import {type ResourceState, recordedValues} from '../../core/release/resource-state.ts';
import {containsRedacted} from '../../core/secret/redacted-value.ts';
import {isSharedStack} from '../../core/stacks/shared-stacks.ts';

/** A value of another stack that is refused because it is secret. */
export type RefusedSecret = {readonly code: string; readonly because: string; readonly hint: string};

/** Refuses values of secrets where they would be shown: releases hold none. A Secret or a Terraform resource may take one value of a shared Secret. */
export function refuseSecretValue(
  one: Pick<StackReference, 'stack' | 'id' | 'path' | 'at' | 'isSecret' | 'isDigested'>,
  state: ResourceState | undefined,
  holder: SecretHolder,
): RefusedSecret | undefined {
  if (one.isSecret === true)
    return one.isDigested === true || takesSharedSecret(holder, one.at)
      ? undefined
      : {code: 'reference/secret-value', because: NOT_SHOWN, hint: SHARED_SECRET_HINT};
  if (!isSecretValue(one, state)) return undefined;
  // Shared stacks and their users have one backend, whose sealed state has the value.
  if (state?.type !== 'Terraform' || !isSharedStack(one.stack))
    return one.path[0] === 'data' && isSharedStack(one.stack) ? {...REFUSED, hint: CLAIMED} : REFUSED;
  return one.isDigested === true || takesSharedSecret(holder, one.at)
    ? undefined
    : {code: 'reference/secret-value', because: SENSITIVE_NOT_SHOWN, hint: SHARED_SECRET_HINT};
}

function isSecretValue({id, path}: Pick<StackReference, 'id' | 'path'>, state: ResourceState | undefined): boolean {
  const isSecret =
    state === undefined
      ? id.startsWith('v1:Secret:')
      : state.type === 'Kubernetes' && state.apiVersion === 'v1' && state.kind === 'Secret';
  if (path.length === 0) return false;
  if (isSecret && !isOpen(path)) return true;
  const found = state === undefined ? undefined : follow(recordedValues(state), path);
  return found !== undefined && 'value' in found && containsRedacted(found.value);
}

/** Reports whether a field of a Secret contains no values of it: kubectl stores them in an annotation, too. */
function isOpen([first, second, third]: JsonPath): boolean {
  if (first !== 'metadata') return first === 'type' || first === 'immutable';
  if (second !== 'annotations') return second !== undefined;
  return third !== undefined && third !== 'kubectl.kubernetes.io/last-applied-configuration';
}

const REFUSED: RefusedSecret = {
  code: 'reference/secret-value',
  because: 'releases do not hold values of secrets, and the value would be shown and recorded here',
  hint: 'Let the workload read the Secret itself, or take the value from the secret store (ref://…).',
};

/** The id of a claimed Secret is not known when the reference is read, so its values need the field that only Secrets have. */
const CLAIMED =
  'Write `stringData.KEY` in place of `data.KEY`, under `stringData` of a Secret or in a Terraform resource.';
