import type {Failure} from '../../../../core/failure/failure.ts';
import {fieldSet} from '../../../../kubernetes/fields/field-set.ts';
import {annotationOf} from '../../../../kubernetes/plan/ownership.ts';
import {CREATED_ANNOTATION} from '../../../../kubernetes/resource/labels.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import {hideValues} from '../plan/hide-values.ts';
import {inputProblems} from '../plan/input-problems.ts';
import type {PlannedObject} from '../plan/planned-object.ts';
import {resolveText} from '../plan/resolve-text.ts';
import {type Target, targetOf} from '../plan/target.ts';
import type {ExecuteSession} from './execute-session.ts';

/** Returns the object with the values that became known when its references were applied. */
export function retarget(
  {lineage, stackName, digestKey}: ExecuteSession,
  {target}: PlannedObject,
  {live, isSensitive}: Pick<StepRun, 'live' | 'isSensitive'>,
): {readonly target: Target} | {readonly failure: Failure} {
  const {secrets, written, kind, podDigests} = target;
  const {object, problems, secretFields} = resolveText({
    written,
    schema: kind.schema,
    lookup: live,
    secrets: secrets.values,
    digestKey,
    isSensitive,
  });
  const created = annotationOf(target.desired, CREATED_ANNOTATION) === 'true';
  const ownership = {lineage, stackName, created};
  const wrong = problems.map(({message}) => message).concat(inputProblems(target, object).map(({message}) => message));
  if (wrong.length > 0)
    return {
      failure: {
        code: 'object/failed',
        resource: target.resource.id,
        detail: hideValues(wrong.join('; '), secrets.values),
      },
    };
  const fresh = targetOf({
    candidate: target,
    object,
    ownership,
    digestKey,
    secrets: {...secrets, fields: fieldSet(secretFields)},
    podDigests: podDigests && {...podDigests, text: podDigests.settle(live)},
  });
  return {target: target.leaveAgain?.(fresh) ?? fresh};
}
