import type {JsonObject} from '../../core/json.ts';
import {follow} from '../../core/reference/path.ts';
import type {StackReference} from '../../core/reference/stack-references-in.ts';
import {NOT_SHOWN, SHARED_SECRET_HINT, takesSharedSecret} from '../../core/reference/takes-shared-secret.ts';
import {type ResourceState, recordedValues} from '../../core/release/resource-state.ts';
import {containsRedacted} from '../../core/secret/redacted-value.ts';

/** A value of another stack that is refused because it is secret. */
export type RefusedSecret = {readonly code: string; readonly because: string; readonly hint: string};

/** Refuses values of secrets where they would be shown: releases hold none. A Secret may take one value of a shared Secret. */
export function refuseSecretValue(
  one: Pick<StackReference, 'id' | 'path' | 'at' | 'isSecret' | 'isDigested'>,
  state: ResourceState | undefined,
  holder: JsonObject,
): RefusedSecret | undefined {
  if (one.isSecret === true)
    return one.isDigested === true || takesSharedSecret(holder, one.at)
      ? undefined
      : {code: 'reference/secret-value', because: NOT_SHOWN, hint: SHARED_SECRET_HINT};
  return isSecretValue(one, state) ? REFUSED : undefined;
}

function isSecretValue({id, path}: Pick<StackReference, 'id' | 'path'>, state: ResourceState | undefined): boolean {
  const isSecret =
    state === undefined
      ? id.startsWith('v1:Secret:')
      : state.type === 'Kubernetes' && state.apiVersion === 'v1' && state.kind === 'Secret';
  const [first] = path;
  if (isSecret && first !== undefined && first !== 'metadata' && first !== 'type' && first !== 'immutable') return true;
  const found = state === undefined ? undefined : follow(recordedValues(state), path);
  return found !== undefined && 'value' in found && first !== undefined && containsRedacted(found.value);
}

const REFUSED: RefusedSecret = {
  code: 'reference/secret-value',
  because: 'releases do not hold values of secrets, and the value would be shown and recorded here',
  hint: 'Let the workload read the Secret itself, or take the value from the secret store (ref://…).',
};
