import type {ValidateOutcome} from '../../../app/plan/validate-stack.ts';
import {count} from '../../count.ts';
import {FORMAT_VERSION} from '../../json.ts';

/** Returns the result of `gantry validate` for a valid stack. */
export function validText({
  project,
  stack,
  resources,
  diagnostics,
  kubernetes,
  unchecked,
  isOnline,
}: ValidateOutcome): string {
  const remarks = diagnostics.length === 0 ? '' : `, ${count(diagnostics.length, 'remark')}`;
  const valid = `${project}/${stack} is valid: ${count(resources.length, 'resource')}${remarks}.`;
  const kinds = unchecked.map(({apiVersion, kind, objects}) => `${apiVersion} ${kind} (${objects})`);
  return [
    `${valid} Checked against Kubernetes ${kubernetes.join(', ')}, ${isOnline ? 'with the cluster' : 'without a cluster'}.`,
    ...(kinds.length === 0 ? [] : [`Not checked, because the stack has no CRD for these kinds: ${kinds.join(', ')}.`]),
    '',
  ].join('\n');
}

/** Returns the JSON document of `gantry validate` for a valid stack. Invalid stacks get the error document. */
export const validDocument = ({
  project,
  stack,
  resources,
  diagnostics,
  kubernetes,
  unchecked,
  isOnline: online,
}: ValidateOutcome): unknown => ({
  formatVersion: FORMAT_VERSION,
  project,
  stack,
  valid: true,
  resources: resources.length,
  kubernetes,
  online,
  unchecked,
  diagnostics,
});
