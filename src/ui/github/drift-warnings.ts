import type {DriftReport, StackDrift} from '../../app/detect-drift.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {ObjectDrift} from '../../core/plan/drift.ts';
import {failureDiagnostics} from '../command-failure.ts';
import {addedFields} from '../plan/added-text.ts';
import {putBack} from '../put-back.ts';
import {addedMessage, driftText} from './plan-warnings.ts';

/** Returns warnings for each drifted object, and for each stack that could not be checked. They contain no values. */
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

/** Returns the warning for a drifted object. */
export function driftWarning(object: ObjectDrift, stack: StackDrift): Diagnostic {
  const {id, drift, reason, fields} = object;
  const drifted = fields.filter(({yielded, cause}) => yielded !== true && cause !== 'added');
  const added = addedFields({fields}, 'drift');
  const texts = [
    ...(reason === undefined ? (drifted.length === 0 ? [] : [driftText(drifted)]) : [`${drift}: ${reason}`]),
    ...(added.length === 0 ? [] : [addedMessage(added)]),
  ];
  return {
    severity: 'warning',
    code: `drift/${drift}`,
    message: texts.join('; '),
    resource: id,
    hint: `To undo this change, run "${putBack(stack, {}, [object])}".`,
  };
}
