import {type FieldPath, formatFieldPath} from '../../../../core/fields/field-path.ts';
import type {JsonObject} from '../../../../core/json.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {fieldSetOf} from '../../../../kubernetes/fields/field-set-of.ts';
import {withoutPart} from '../../../../kubernetes/fields/without-part.ts';
import {clearedFields} from '../../../../kubernetes/plan/cleared-fields.ts';
import type {Refusal} from '../client/status.ts';
import type {Target} from './target.ts';

type Past = {
  readonly state: KubernetesState | undefined;
  /** The desired object of the last release, sealed. */
  readonly prior: JsonObject | undefined;
};

/** Returns the target without the maps and lists that the files empty and that a request cannot empty: see `clearedFields`. */
export function leaveOutCleared(target: Target, live: JsonObject, past: Past): Target {
  const {state, prior} = past;
  const {desired, kind} = target;
  const {schema} = kind;
  const cleared = clearedFields({desired, live, schema, prior, applied: state?.applied});
  return cleared.length === 0
    ? target
    : {
        ...without(target, cleared),
        // A map that contains only values known after apply is empty until then.
        leaveAgain: (fresh) => leaveOutCleared(target.leaveAgain?.(fresh) ?? fresh, live, past),
      };
}

function without(whole: Target, cleared: readonly FieldPath[]): Target {
  const {schema} = whole.kind;
  const desired = cleared.reduce((object, path) => withoutPart(object, path, schema), whole.desired);
  return {...whole, desired, fields: fieldSetOf(desired, schema), cleared, whole};
}

/**
 * Reports whether the server refuses the request because a field is missing that is left out because the files empty
 * it. A new object would not lack it.
 */
export const missesCleared = ({cleared = []}: Pick<Target, 'cleared'>, {causes}: Refusal): boolean =>
  cleared
    .map(formatFieldPath)
    .some((path) => causes.some(({field}) => field === path || (field !== '' && path.startsWith(`${field}.`))));
