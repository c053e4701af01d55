import {deepEqual} from '../../lib/deep-equal.ts';
import type {FieldDifference} from '../fields/compare.ts';
import {type FieldPath, formatFieldPath} from '../fields/field-path.ts';
import {below, type FieldSet, hasPath} from '../fields/field-set.ts';
import {type Owner, ownersOf} from '../fields/owners.ts';
import type {Schema} from '../fields/schema.ts';
import {valueAt} from '../fields/value-at.ts';
import {isObject, type Json, type JsonObject} from '../json.ts';
import {FIELD_MANAGER} from '../resource/labels.ts';
import type {Cause, FieldChange} from './plan.ts';

export type Evidence = {
  readonly schema: Schema;
  readonly live: JsonObject;
  /** What the user wants now and wanted at the last release, secret leaves sealed. No prior: never released. */
  readonly wanted: JsonObject;
  readonly prior: JsonObject | undefined;
  /** What is wanted now with its references resolved. */
  readonly resolved: JsonObject;
  /** The field set of what is wanted now. */
  readonly fields: FieldSet;
  /** The fields that our apply entry on the live object holds. */
  readonly held: FieldSet | undefined;
  /** Whether values at this path are never shown. */
  readonly sensitive: (path: FieldPath) => boolean;
};

/** Each difference between live and what the server would answer, with its cause. */
export const explainDifferences = (
  differences: readonly FieldDifference[],
  evidence: Evidence,
): readonly FieldChange[] => differences.map((difference) => explain(difference, evidence));

function explain({path, before, after}: FieldDifference, evidence: Evidence): FieldChange {
  const cause = causeOf({path, before, after}, evidence);
  const owner = cause === 'drift' || cause === 'conflict' ? foreignOwner(evidence.live, path) : undefined;
  const shown = evidence.sensitive(path)
    ? {sensitive: true as const, ...sides(before, after)}
    : {...(before === undefined ? {} : {before}), ...(after === undefined ? {} : {after})};
  return {
    path: formatFieldPath(path),
    ...shown,
    cause,
    ...(owner === undefined ? {} : {manager: owner.manager, ...(owner.time === undefined ? {} : {time: owner.time})}),
  };
}

/** Of a value that is never shown: whether it comes or goes. */
function sides(before: Json | undefined, after: Json | undefined): Pick<FieldChange, 'before' | 'after'> {
  if (before === undefined) return {after: '***'};
  return after === undefined ? {before: '***'} : {};
}

type Difference = {readonly path: FieldPath; readonly before: Json | undefined; readonly after: Json | undefined};

function causeOf({path, before, after}: Difference, evidence: Evidence): Cause {
  const {schema, wanted, prior, fields, held} = evidence;
  const isWanted = holds(fields, path);
  if (!isWanted) {
    if (held !== undefined && holds(held, path)) return 'spec';
    return after !== undefined && before === undefined ? 'server' : 'default';
  }
  if (prior === undefined) return 'spec';
  const [now, then] = [valueAt(wanted, path, schema), valueAt(prior, path, schema)];
  if (!deepEqual(now, then)) return 'spec';
  // The user's text is the same, and nobody else wrote the field: what it refers to has another value.
  const refers = !deepEqual(now, valueAt(evidence.resolved, path, schema));
  return refers && before !== undefined && foreignOwner(evidence.live, path) === undefined ? 'reference' : 'drift';
}

/** The set has this path, something below it, or the whole that it is a part of. */
function holds(set: FieldSet, path: FieldPath): boolean {
  if (hasPath(set, path) || below(set, path) !== undefined) return true;
  return path.some((_, i) => i > 0 && hasPath(set, path.slice(0, i)) && below(set, path.slice(0, i)) === undefined);
}

/** The manager other than us that wrote the field last. A removal leaves no owner. */
export function foreignOwner(live: JsonObject, path: FieldPath): Owner | undefined {
  const metadata = isObject(live['metadata']) ? live['metadata'] : {};
  return ownersOf(metadata['managedFields'], path)
    .filter(({manager, operation}) => manager !== FIELD_MANAGER || operation !== 'Apply')
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))[0];
}
