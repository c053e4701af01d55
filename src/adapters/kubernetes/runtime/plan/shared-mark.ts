import {formatFieldPath} from '../../../../core/fields/field-path.ts';
import type {JsonObject} from '../../../../core/json.ts';
import type {FieldChange} from '../../../../core/plan/plan.ts';
import {isLabeledShared} from '../../../../kubernetes/plan/co-owned.ts';
import {annotationOf} from '../../../../kubernetes/plan/ownership.ts';
import {CREATED_ANNOTATION, CREATED_SHARED} from '../../../../kubernetes/resource/labels.ts';
import {defined} from '../../../../lib/defined.ts';

/** Returns the annotation that a Namespace or CRD of two stacks still lacks: it says that neither stack may delete the object. */
export function sharedMark(live: JsonObject): readonly FieldChange[] {
  if (isLabeledShared(live)) return [];
  const path = formatFieldPath([{field: 'metadata'}, {field: 'annotations'}, {field: CREATED_ANNOTATION}]);
  const before = annotationOf(live, CREATED_ANNOTATION);
  return [defined({path, before, after: CREATED_SHARED, cause: 'ownership' as const})];
}
