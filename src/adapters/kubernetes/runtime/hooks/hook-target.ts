import type {Failure} from '../../../../core/failure/failure.ts';
import {fieldSet} from '../../../../kubernetes/fields/field-set.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import type {ExecuteSession} from '../execute/execute-session.ts';
import {hideValues} from '../plan/hide-values.ts';
import {NO_SECRETS} from '../plan/object-secrets.ts';
import {resolveText} from '../plan/resolve-text.ts';
import {type Target, targetOf} from '../plan/target.ts';
import type {PlannedHook} from './planned-hook.ts';

type Naming = Pick<ExecuteSession, 'lineage' | 'stackName' | 'digestKey'>;

/** Returns the object of a hook as it is created: with the values of its references, and with the ownership label of the stack. */
export function hookTarget(
  {lineage, stackName, digestKey}: Naming,
  {due, candidate, secrets}: PlannedHook,
  {live, isSensitive}: Pick<StepRun, 'live' | 'isSensitive'>,
): {readonly target: Target} | {readonly failure: Failure} {
  const {written, kind} = candidate;
  const ownership = {lineage, stackName, created: false};
  if (!due.hook.isExpandable) return {target: targetOf({candidate, object: written, ownership, digestKey})};
  const resolved = resolveText({written, schema: kind.schema, lookup: live, secrets, digestKey, isSensitive});
  const {object, secretFields, problems} = resolved;
  const wrong = problems.map(({message}) => message).join('; ');
  if (wrong !== '') return {failure: {code: 'object/failed', resource: due.id, detail: hideValues(wrong, secrets)}};
  const sealed = {...NO_SECRETS, expands: true, values: secrets, fields: fieldSet(secretFields)};
  return {target: targetOf({candidate, object, ownership, digestKey, secrets: sealed})};
}
