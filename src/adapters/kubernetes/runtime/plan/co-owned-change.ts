import {formatFieldPath} from '../../../../core/fields/field-path.ts';
import type {JsonObject} from '../../../../core/json.ts';
import type {Change, FieldChange} from '../../../../core/plan/plan.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {isMarkedShared} from '../../../../kubernetes/plan/co-owned.ts';
import {annotationOf} from '../../../../kubernetes/plan/ownership.ts';
import {CREATED_ANNOTATION, CREATED_SHARED} from '../../../../kubernetes/resource/labels.ts';

/** A live Namespace or CRD of another stack, which this one shares. */
export type CoOwned = {
  readonly id: string;
  readonly live: JsonObject;
  /** Left by the last release: it is in there already. */
  readonly state: KubernetesState | undefined;
};

/** A Namespace or CRD of another stack joins this one as it is; nothing but the mark that it is shared is written. */
export function coOwnedChange({id, live, state}: CoOwned): Change {
  const joined = state !== undefined && isMarkedShared(live);
  return {
    id,
    type: 'Kubernetes',
    action: joined ? 'unchanged' : 'adopt',
    reason: 'another stack has it too: both keep it, and neither deletes it',
    verified: true,
    fields: isMarkedShared(live) ? [] : [markOf(live)],
  };
}

function markOf(live: JsonObject): FieldChange {
  const path = formatFieldPath([{field: 'metadata'}, {field: 'annotations'}, {field: CREATED_ANNOTATION}]);
  const before = annotationOf(live, CREATED_ANNOTATION);
  return {path, ...(before === undefined ? {} : {before}), after: CREATED_SHARED, cause: 'ownership'};
}
