import {DEDUCED} from '../../../../core/fields/schema.ts';
import {isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {explainObject} from '../../../../core/plan/explain-object.ts';
import type {ObjectExplanation} from '../../../../core/plan/explanation.ts';
import {maskKubernetes} from '../../../../core/secret/mask.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import {sourceOf} from './explain-object.ts';
import type {PlannedRemoval} from './plan-removal.ts';
import type {PlannedResources} from './plan-resources.ts';
import type {PlannedObject} from './planned-object.ts';

/** All that the plan found out about one resource, secrets sealed. */
export function explainPlanned(
  {objects, removals}: Pick<PlannedResources, 'objects' | 'removals'>,
  sealKey: Secret,
  id: string,
  path?: string,
): ObjectExplanation | undefined {
  const object = objects.find(({target}) => target.resource.id === id);
  if (object !== undefined) return explainWanted(object, path);
  const removal = removals.find(({state}) => state.id === id);
  return removal === undefined ? undefined : explainRemoval(removal, sealKey, path);
}

function explainWanted({target, live, predicted, state}: PlannedObject, path?: string): ObjectExplanation {
  const {seal, desired, kind} = target;
  const source = sourceOf(target);
  return explainObject(
    {
      source: {...source, written: seal(source.written)},
      schema: kind.schema,
      sent: seal(desired),
      ...(live === undefined ? {} : {live: seal(live)}),
      ...appliedOf(state?.applied),
      ...(predicted === undefined ? {} : {after: seal(predicted)}),
    },
    path,
  );
}

/** Its kind may be served no longer: then its fields have no types. */
function explainRemoval({state, live}: PlannedRemoval, sealKey: Secret, path?: string): ObjectExplanation {
  const seal = (object: JsonObject): JsonObject => maskKubernetes(sealKey.reveal(), state.id, object);
  const sides = {schema: DEDUCED, ...(live === undefined ? {} : {live: seal(live)}), ...appliedOf(state.applied)};
  return explainObject(sides, path);
}

const appliedOf = (applied: Json | undefined) => (isObject(applied) ? {applied} : {});
