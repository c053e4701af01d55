import type {JsonPath} from '../../core/json.ts';
import {follow} from '../../core/reference/path.ts';
import type {StackReference} from '../../core/reference/stack-references-in.ts';
import {type ResourceState, recordedValues} from '../../core/release/resource-state.ts';
import {containsRedacted} from '../../core/secret/redacted-value.ts';

/** The reason why a value of another stack cannot be taken. */
export type LostResource = {readonly because: string; readonly hint?: string | undefined; readonly code?: string};

/** Returns why a value of a secret is refused: releases hold none, and the using resource would show it. */
export function secretIn(
  {id, path}: Pick<StackReference, 'id' | 'path'>,
  state: ResourceState | undefined,
): LostResource | undefined {
  const isSecret =
    state === undefined
      ? id.startsWith('v1:Secret:')
      : state.type === 'Kubernetes' && state.apiVersion === 'v1' && state.kind === 'Secret';
  const ofSecret = isSecret && !isOpen(path);
  const found = state === undefined ? undefined : follow(recordedValues(state), path);
  if (!ofSecret && !(found !== undefined && 'value' in found && containsRedacted(found.value))) return undefined;
  return {
    code: 'reference/secret-value',
    because: 'releases do not hold values of secrets, and the value would be shown and recorded here',
    hint: 'Let the workload read the Secret itself, or take the value from the secret store (ref://…).',
  };
}

/** Reports whether a field of a Secret contains no values of it: kubectl stores them in an annotation, too. */
function isOpen([first, second, third]: JsonPath): boolean {
  if (first !== 'metadata') return first === 'type' || first === 'immutable';
  if (second !== 'annotations') return second !== undefined;
  return third !== undefined && third !== 'kubectl.kubernetes.io/last-applied-configuration';
}
