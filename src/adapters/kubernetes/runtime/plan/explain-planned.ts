import {isObject} from '../../../../core/json.ts';
import type {ObjectExplanation} from '../../../../core/plan/explanation.ts';
import {KNOWS_NONE} from '../../../../core/secret/known-values.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import {fieldSet} from '../../../../kubernetes/fields/field-set.ts';
import {DEDUCED} from '../../../../kubernetes/fields/schema.ts';
import {explainObject} from '../../../../kubernetes/plan/explain-object.ts';
import {redactObject} from '../../../../kubernetes/secret/redact-object.ts';
import {redactedFields} from '../../../../kubernetes/secret/secret-fields.ts';
import {defined} from '../../../../lib/defined.ts';
import type {PlannedRemoval} from './plan-removal.ts';
import type {PlannedObject} from './planned-object.ts';
import {sourceOf} from './target.ts';

/** Returns everything that the plan knows about one resource, with secrets sealed. */
export function explainPlanned(
  {objects, removals}: {readonly objects: readonly PlannedObject[]; readonly removals: readonly PlannedRemoval[]},
  digestKey: Secret,
  id: string,
  path?: string,
): ObjectExplanation | undefined {
  const object = objects.find(({target}) => target.resource.id === id);
  if (object !== undefined) return explainWanted(object, path);
  const removal = removals.find(({state}) => state.id === id);
  return removal === undefined ? undefined : explainRemoval(removal, digestKey, path);
}

function explainWanted({target, live, predicted, state}: PlannedObject, path?: string): ObjectExplanation {
  const {sealSeen: seal, desired, kind} = target;
  const source = sourceOf(target);
  return explainObject(
    {
      source: {...source, written: target.redactedText()},
      schema: kind.schema,
      sent: seal(desired),
      knows: target.secrets.knowsSeen,
      live: live && seal(live),
      ...defined({applied: isObject(state?.applied) ? seal(state.applied) : undefined}),
      after: predicted && seal(predicted),
    },
    path,
  );
}

/** Explains a removed object. If its kind is no longer served, its fields have no types. */
function explainRemoval({state, live}: PlannedRemoval, digestKey: Secret, path?: string): ObjectExplanation {
  const {applied} = state;
  if (!isObject(applied)) return explainObject({schema: DEDUCED}, path);
  const fields = fieldSet(redactedFields(applied, DEDUCED));
  const redaction = {key: digestKey.reveal(), resourceId: state.id, schema: DEDUCED, fields, knows: KNOWS_NONE};
  const sides = {schema: DEDUCED, live: live && redactObject(redaction, live), applied};
  return explainObject(sides, path);
}
