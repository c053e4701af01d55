import {type FieldPath, formatFieldPath} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {FieldExplanation, Holding, ObjectExplanation, ValueSource} from '../../core/plan/explanation.ts';
import type {Owner} from '../../core/plan/owner.ts';
import {isSecretObject} from '../../core/reference/secret-data-references.ts';
import {secretReferencesIn} from '../../core/reference/secret-references-in.ts';
import {hideInPath} from '../../core/secret/hide-in-path.ts';
import {KNOWS_NONE} from '../../core/secret/known-values.ts';
import {showRedacted} from '../../core/secret/redacted-value.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {defined} from '../../lib/defined.ts';
import type {FieldDifference} from '../fields/compare.ts';
import {leaves} from '../fields/field-set.ts';
import {fromFieldsV1} from '../fields/fields-v1.ts';
import {ownersOf} from '../fields/owners.ts';
import type {Schema} from '../fields/schema.ts';
import {valueAt} from '../fields/value-at.ts';
import {FIELD_MANAGER} from '../resource/labels.ts';
import {defaultCause} from './default-cause.ts';
import {findField, nearestFields} from './find-field.ts';
import {isRewritten} from './separate-defaults.ts';
import {placeOf, type Source, writtenPath} from './source-map.ts';

/** One object from all sources, with secrets sealed. A source is absent if it does not have the object. */
export type Sides = {
  /** The user's own text; absent if the spec no longer contains the object. */
  readonly source?: Source;
  readonly schema: Schema;
  /** The object as it is sent, with our ownership label and annotations. */
  readonly sent?: JsonObject;
  readonly live?: JsonObject | undefined;
  readonly applied?: JsonObject;
  readonly after?: JsonObject | undefined;
  /** Reports whether a text contains a known secret value. */
  readonly knows?: (text: string) => boolean;
};

/** Explains who owns the fields of the live object, and, for a path, everything that is known of that field. */
export function explainObject(sides: Sides, path?: string): ObjectExplanation {
  const owners = holdingsOf(managedFieldsOf(sides.live));
  if (path === undefined) return {owners};
  const {source, sent, live, applied, after, schema} = sides;
  const objects = [source?.written, sent, live, after, applied].filter((object) => object !== undefined);
  const asked = isSecretObject(sent ?? live ?? applied ?? {}) ? asData(path) : path;
  const found = findField(asked, objects, schema);
  if (found === undefined) return {owners, field: {nearest: nearestFields(asked, objects, schema)}};
  return {owners, ...explainField(sides, found)};
}

/** Converts a path below `stringData` of a Secret to `data`, because that is sent, stored and compared. */
const asData = (path: string): string => path.replace(/^\.?stringData(?=$|[.[])/, 'data');

function explainField(sides: Sides, path: FieldPath): Pick<ObjectExplanation, 'field' | 'written'> {
  const {source, schema} = sides;
  const written = source === undefined ? undefined : writtenPath(source.written, path, schema);
  const values = {
    written: written === undefined ? undefined : follow(source?.written, written),
    sent: at(sides.sent, path, schema),
    live: at(sides.live, path, schema),
    released: at(sides.applied, path, schema),
    after: at(sides.after, path, schema),
  };
  const place = source === undefined ? undefined : placeOf(source, path);
  const owners = ownersOf(managedFieldsOf(sides.live), path);
  const {source: from, allocated} = sourceOf({sides, path, values, isPlaced: place !== undefined, owners});
  const shown = Object.entries(values).flatMap(([name, value]) =>
    // A dry run allocates another value than the write.
    value === undefined || (allocated && name === 'after' && values.live === undefined)
      ? []
      : [[name, showRedacted(value)] as const],
  );
  const field: FieldExplanation = {
    path: formatFieldPath(hideInPath(path, sides.knows ?? KNOWS_NONE)),
    source: from,
    ...defined({at: place}),
    ...Object.fromEntries(shown),
    ...defined({rewritten: isRewritten({path, ...pair(values)}, schema) ? (true as const) : undefined}),
    owners,
  };
  return {field, ...defined({written})};
}

const pair = ({sent, after}: Values): Pick<FieldDifference, 'before' | 'after'> => defined({before: sent, after});

type Values = Readonly<Record<'written' | 'sent' | 'live' | 'released' | 'after', Json | undefined>>;

type Sourced = {
  readonly sides: Sides;
  readonly path: FieldPath;
  readonly values: Values;
  readonly isPlaced: boolean;
  readonly owners: readonly Owner[];
};

function sourceOf(sourced: Sourced): {readonly source: ValueSource; readonly allocated: boolean} {
  const {sides, path, values, owners} = sourced;
  const known = knownSource(sourced);
  if (known !== undefined) return {source: known, allocated: false};
  if (owners.length > 0) return {source: 'manager', allocated: false};
  const object = values.live === undefined ? sides.after : sides.live;
  if (object === undefined || isServerOwned(path)) return {source: 'server', allocated: true};
  const difference = {path, after: values.live ?? values.after ?? null};
  const {cause, allocated} = defaultCause({difference, schema: sides.schema, object});
  return {source: cause, allocated};
}

function knownSource({sides, path, values, isPlaced, owners}: Sourced): ValueSource | undefined {
  const {written, sent, released} = values;
  if (written !== undefined) {
    if (!isPlaced && sides.source?.origin !== undefined) return 'stack';
    if (!deepEqual(written, sent) && isSecret(written)) return 'secret';
    return deepEqual(written, sent ?? written) || isFolded(path, sides) ? 'files' : 'reference';
  }
  if (sent !== undefined) return 'gantry';
  return released !== undefined || owners.some(isOurs) ? 'release' : undefined;
}

const isSecret = (written: Json): boolean => typeof written === 'string' && secretReferencesIn({written}).length > 0;

/** Reports whether a path is in `stringData` or `data` of a Secret: another spelling, not a reference. */
const isFolded = ([first]: FieldPath, {sent}: Sides): boolean =>
  sent?.['kind'] === 'Secret' && first !== undefined && 'field' in first && first.field.endsWith('ata');

const isOurs = ({manager, operation}: Owner): boolean => manager === FIELD_MANAGER && operation === 'Apply';

const SERVER_METADATA = new Set([
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'managedFields',
  'selfLink',
  'deletionTimestamp',
]);

function isServerOwned([first, second]: FieldPath): boolean {
  if (first === undefined || !('field' in first)) return false;
  if (first.field === 'apiVersion' || first.field === 'kind' || first.field === 'status') return true;
  return first.field === 'metadata' && second !== undefined && 'field' in second && SERVER_METADATA.has(second.field);
}

const at = (object: JsonObject | undefined, path: FieldPath, schema: Schema): Json | undefined =>
  object === undefined ? undefined : valueAt(object, path, schema);

function follow(object: JsonObject | undefined, path: readonly (string | number)[]): Json | undefined {
  return path.reduce<Json | undefined>((value, step) => {
    if (isList(value) && typeof step === 'number') return value[step];
    return isObject(value) ? value[step] : undefined;
  }, object);
}

const managedFieldsOf = (live: JsonObject | undefined): Json | undefined =>
  isObject(live?.['metadata']) ? live['metadata']['managedFields'] : undefined;

/** Returns every manager of the object with the number of its fields, the largest first. */
function holdingsOf(managedFields: Json | undefined): readonly Holding[] {
  if (!isList(managedFields)) return [];
  return managedFields
    .flatMap((entry) => {
      if (!isObject(entry) || !isObject(entry['fieldsV1'])) return [];
      const owner = ownersOf([entry], [])[0];
      return owner === undefined ? [] : [{...owner, fields: leaves(fromFieldsV1(entry['fieldsV1'])).length}];
    })
    .toSorted((a, b) => b.fields - a.fields);
}
