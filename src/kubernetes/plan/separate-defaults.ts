import {elementKey, type FieldPath} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {once} from '../../lib/once.ts';
import {compareObjects, type FieldDifference} from '../fields/compare.ts';
import {below, type FieldSet} from '../fields/field-set.ts';
import {project} from '../fields/project.ts';
import {sameQuantity} from '../fields/quantity.ts';
import type {Schema} from '../fields/schema.ts';
import {valueAt} from '../fields/value-at.ts';
import {schemaAt} from './schema-at.ts';

/** The answer of a dry run, and the object that was sent. */
export type Answered = {
  /** The object in the server's answer. */
  readonly answer: JsonObject;
  /** The object that we send, and its field set. */
  readonly desired: JsonObject;
  readonly fields: FieldSet;
  readonly schema: Schema;
};

/** Splits the differences: a new part is shown as we send it, and the values that others add to it become separate differences. */
export function separateDefaults(
  differences: readonly FieldDifference[],
  answered: Answered,
): readonly FieldDifference[] {
  const {answer, fields, schema} = answered;
  const ours = once(() => oursOf(answered));
  const defaults = once(() => compareObjects(ours(), answer, schema));
  return differences.flatMap((difference) => {
    const {path, before, after} = difference;
    if (before !== undefined || after === undefined || below(fields, path) === undefined) return [difference];
    const sent = valueAt(ours(), path, schema);
    if (sent === undefined) return [difference];
    return [{path, after: sent}, ...defaults().filter((defaulted) => isBelow(defaulted.path, path))];
  });
}

/** The differences between the sent object and the server's answer. */
export type SeparatedDefaults = {
  /** The fields that we do not send. */
  readonly defaulted: readonly FieldDifference[];
  /** The values that replace those that we send. */
  readonly rewritten: readonly FieldDifference[];
};

/** Returns what the server and webhooks change in a new object. */
export function defaultsOfNew(answered: Answered): SeparatedDefaults {
  const {answer, desired, schema} = answered;
  const ours = oursOf(answered);
  return {
    defaulted: compareObjects(ours, answer, schema)
      .flatMap(asAddition)
      .filter(({path}) => !isIdentity(path)),
    rewritten: compareObjects(desired, ours, schema)
      .filter((one) => isRewritten(one, schema))
      .map(({path, after = null}) => ({path, after})),
  };
}

const oursOf = ({answer, fields, schema}: Answered): JsonObject => {
  const ours = project(answer, fields, schema);
  return isObject(ours) ? ours : {};
};

/** Ignores another order of items: it is not a change of a new object. */
const asAddition = ({path, before, after}: FieldDifference): FieldDifference[] =>
  before === undefined && after !== undefined ? [{path, after}] : [];

/** Reports whether a path is part of the object's identity, which nobody owns. A bare `metadata` is one that we sent nothing for. */
const isIdentity = (path: FieldPath): boolean => {
  const [first, second] = path.map((step) => ('field' in step ? step.field : ''));
  if (first === 'apiVersion' || first === 'kind') return true;
  return first === 'metadata' && (second === undefined || second === 'name' || second === 'namespace');
};

/** Reports whether the value, and not only its spelling, differs. Lists of objects contain defaults, so it is unknown who changed them. */
export function isRewritten({path, before, after}: FieldDifference, schema: Schema): boolean {
  if (before === undefined || after === undefined || !isPlain(before) || !isPlain(after)) return false;
  const type = schemaAt(schema, path);
  if (type?.type === 'scalar' && type.scalar === 'formatted') return false;
  return !deepEqual(before, after) && !sameQuantity(before, after);
}

const isPlain = (value: Json): boolean => (isList(value) ? value.every(isScalar) : isScalar(value));
const isScalar = (value: Json): boolean => value !== null && typeof value !== 'object';

const isBelow = (path: FieldPath, outer: FieldPath): boolean =>
  path.length > outer.length &&
  outer.every((step, i) => {
    const own = path[i];
    return own !== undefined && elementKey(own) === elementKey(step);
  });
