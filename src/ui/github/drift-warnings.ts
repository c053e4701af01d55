import type {DriftReport, StackDrift} from '../../app/detect-drift.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {ObjectDrift} from '../../core/plan/drift.ts';
import {putBack} from '../put-back.ts';
import {failureDiagnostics} from '../trouble.ts';
import {driftText} from './plan-warnings.ts';

/** What nobody should miss of drift: each object, and each stack that could not be looked at. No values. */
export const driftWarnings = ({stacks, failed}: DriftReport): readonly Diagnostic[] => [
  ...failed.flatMap(({failure, project, stack, workspace}) =>
    failureDiagnostics(failure).map((one) => ({
      ...one,
      message: `${project}/${stack} in ${workspace}: ${one.message}`,
    })),
  ),
  ...stacks.flatMap((stack) =>
    stack.objects.filter(({drift}) => drift !== 'none').map((object) => driftWarning(object, stack)),
  ),
];

/** One object that has drifted. */
export function driftWarning({id, drift, reason, fields}: ObjectDrift, stack: StackDrift): Diagnostic {
  const drifted = fields.filter(({yielded}) => yielded !== true);
  return {
    severity: 'warning',
    code: `drift/${drift}`,
    message: reason === undefined ? driftText(drifted) : `${drift}: ${reason}`,
    resource: id,
    hint: `"${putBack(stack)}" puts it back.`,
  };
}
