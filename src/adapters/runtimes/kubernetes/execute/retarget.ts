import type {Failure} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {annotationOf} from '../../../../core/plan/ownership.ts';
import {resolveReferences} from '../../../../core/reference/resolve-references.ts';
import {CREATED_ANNOTATION} from '../../../../core/resource/labels.ts';
import {inputProblems} from '../plan/candidate.ts';
import type {PlannedObject} from '../plan/planned-object.ts';
import {type Target, targetOf} from '../plan/target.ts';
import type {ExecuteSession} from './execute-session.ts';

/** The object with the values that became known when what it refers to was applied. */
export function retarget(
  {lineage, stackName, sealKey}: ExecuteSession,
  {target}: PlannedObject,
  live: (id: string) => JsonObject | undefined,
): {readonly target: Target} | {readonly failure: Failure} {
  const {attributes, problems} = resolveReferences(target.written, live);
  const created = annotationOf(target.desired, CREATED_ANNOTATION) === 'true';
  const marks = {lineage, stackName, created};
  const wrong = problems
    .map(({message}) => message)
    .concat(inputProblems(target, attributes).map(({message}) => message));
  if (wrong.length > 0)
    return {failure: {code: 'object/failed', resource: target.resource.id, detail: wrong.join('; ')}};
  const fresh = targetOf({candidate: target, object: attributes, marks, sealKey});
  return {target: target.leaveAgain?.(fresh) ?? fresh};
}
