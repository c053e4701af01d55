import {type FieldPath, formatFieldPath} from '../../core/fields/field-path.ts';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {FieldChange} from '../../core/plan/plan.ts';
import {hideInPath} from '../../core/secret/hide-in-path.ts';
import {containsRedacted, showRedacted} from '../../core/secret/redacted-value.ts';
import {defined} from '../../lib/defined.ts';
import {compareObjects, type FieldDifference} from '../fields/compare.ts';
import {fieldSetOf} from '../fields/field-set-of.ts';
import {project} from '../fields/project.ts';
import type {Schema} from '../fields/schema.ts';
import {decideConflict} from './decide-conflict.ts';
import {foreignOwner} from './explain-differences.ts';

/** The live object, and the record of the last release. */
export type Released = {
  readonly live: JsonObject;
  /** The live object with its secrets sealed like those of `applied`. */
  readonly redacted: JsonObject;
  /** The server's answer to our last write, projected on our fields. */
  readonly applied: JsonObject;
  readonly schema: Schema;
  /** True if an autoscaler targets the object; absent if unknown. */
  readonly isAutoscaled?: boolean;
  /** Reports whether a text contains a known secret value. */
  readonly knows: (text: string) => boolean;
};

/** A field that differs from the last release. */
export type ReleasedDifference = {readonly path: FieldPath; readonly change: FieldChange};

/** Returns the differences between an object after the last release and now, in the fields that are ours. It needs no dry run. */
export function compareRelease(released: Released): readonly ReleasedDifference[] {
  const {redacted, applied, schema} = released;
  // A redacted value is one value, although it is written as an object.
  const fields = fieldSetOf(showRedacted(applied), schema);
  const now = project(redacted, fields, schema);
  return compareObjects(withMaps(isObject(now) ? now : {}), withMaps(applied), schema).map((difference) => ({
    path: difference.path,
    change: explain(difference, released),
  }));
}

function explain({path, before, after}: FieldDifference, {live, isAutoscaled, knows}: Released): FieldChange {
  const owner = foreignOwner(live, path);
  // Replicas that an autoscaler has scaled to zero have no owner.
  const isTheirs = owner === undefined && isAutoscaled === true && formatFieldPath(path) === 'spec.replicas';
  const isUnscaled = isAutoscaled === false;
  const yielded =
    isTheirs || (owner !== undefined && decideConflict({owner, releasedByUs: true, isUnscaled}) === 'yield');
  return {
    path: formatFieldPath(hideInPath(path, knows)),
    ...shown(before, after),
    cause: yielded ? 'conflict' : 'drift',
    ...(owner === undefined ? {} : {manager: owner.manager, ...defined({time: owner.time})}),
    ...defined({yielded: yielded ? (true as const) : undefined}),
  };
}

/** Returns the sides of a difference. For a secret they show only whether it was added, removed or changed. */
function shown(before: Json | undefined, after: Json | undefined): Pick<FieldChange, 'before' | 'after' | 'sensitive'> {
  const sensitive = [before, after].some((side) => side !== undefined && containsRedacted(side));
  if (sensitive && before !== undefined && after !== undefined) return {sensitive};
  return defined({
    before: before === undefined ? undefined : showRedacted(before),
    after: after === undefined ? undefined : showRedacted(after),
    sensitive: sensitive || undefined,
  });
}

/** Adds empty labels and annotations, so that the removal of the last one is reported at that label or annotation. */
const withMaps = (object: JsonObject): JsonObject => ({
  ...object,
  metadata: {labels: {}, annotations: {}, ...(isObject(object['metadata']) ? object['metadata'] : {})},
});
