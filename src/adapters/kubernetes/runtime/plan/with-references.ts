import {formatFieldPath} from '../../../../core/fields/field-path.ts';
import type {Json, JsonObject} from '../../../../core/json.ts';
import type {FieldChange} from '../../../../core/plan/plan.ts';
import {valueAt} from '../../../../kubernetes/fields/value-at.ts';
import {at} from '../../../../kubernetes/plan/source-map.ts';
import {deepEqual} from '../../../../lib/deep-equal.ts';
import {defined} from '../../../../lib/defined.ts';
import type {Candidate} from './candidate.ts';
import type {PlannedObject} from './planned-object.ts';
import {type UnreadField, unreadFields} from './unread-secrets.ts';

/** Adds what is known of its secrets to the plan of an object. Even without a difference it stays unverified. */
export function withReferences(
  planned: PlannedObject,
  fields: readonly UnreadField[],
  past: {readonly prior: JsonObject | undefined; readonly live: JsonObject | undefined},
): PlannedObject {
  const {change, target} = planned;
  const hidden = new Set(fields.map(({path}) => formatFieldPath(path)));
  const others = change.fields.filter(({path}) => !hidden.has(path));
  const all = [...others, ...changedReferences(target, fields, past)];
  const isSame = change.action === 'update' && all.every(({yielded, cause}) => yielded === true || cause === 'added');
  return {
    ...planned,
    unread: true,
    change: {...change, verified: false, fields: all, ...defined({action: isSame ? 'unchanged' : undefined})},
  };
}

/** Returns the differences between the current references and those of the last release. */
function changedReferences(
  {written, kind: {schema}, origin}: Pick<Candidate, 'written' | 'kind' | 'origin'>,
  fields: readonly UnreadField[],
  {prior, live}: {readonly prior: JsonObject | undefined; readonly live: JsonObject | undefined},
): readonly FieldChange[] {
  const before = new Map(
    (prior === undefined ? [] : unreadFields(prior, schema)).map(({path, text}) => [formatFieldPath(path), text]),
  );
  return fields.flatMap(({path, text}): FieldChange[] => {
    const shown = formatFieldPath(path);
    const then = before.get(shown);
    const isThere = live !== undefined && valueAt(live, path, schema) !== undefined;
    if (isThere && then !== undefined && deepEqual(then, text)) return [];
    const sides =
      isReference(text) && (then === undefined || isReference(then)) ? texts(then, text) : {sensitive: true as const};
    return [{path: shown, ...sides, cause: 'secret', ...at({written, schema, origin}, path)}];
  });
}

/** Reports whether a text is one whole reference, which names a secret and does not contain one. */
const isReference = (text: Json): text is string => typeof text === 'string' && /^ref:\/\/[^\s$]+$/.test(text);

const texts = (before: Json | undefined, after: Json) => ({...defined({before}), after});
