import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {list, own, part, texts} from '../../model/part.ts';
import {child, invalid, required, tooMany} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {enumProblem, formatProblem, numberProblems, type Spot, textProblem, typeProblem} from './check-scalar.ts';
import {olderItem} from './older-item.ts';
import {counted, type Found, failed, isValid, merged, NOTHING, type Outcome, passed} from './outcome.ts';

/** A value and its old version. The server ignores problems of unchanged values. */
export type Compared = {readonly value: Json; readonly before?: Json | undefined};

/** Validates a value against an OpenAPI schema, with the messages of the server. `under` is the field of the value, empty for a whole object. */
export function valueProblems(compared: Compared, schema: JsonObject, under = ''): readonly Problem[] {
  return check(compared, schema, {path: '', under}).problems.map(({problem}) => problem);
}

type Place = {
  /** The path as messages have it: `spec.ports[0]`. */
  readonly path: string;
  readonly under: string;
};

function spotOf({path, under}: Place): Spot {
  const name = path.replace(/^\./, '');
  const field = [under, name].filter((one) => one !== '').join('.');
  return {path, field: field === '' ? '<nil>' : field};
}

const inField = ({path, under}: Place, name: string): Place => ({path: child(path, name), under});

/** Checks a value, and ignores problems of unchanged ones. */
function check(compared: Compared, schema: JsonObject, place: Place): Outcome {
  const outcome = checkValue(compared, schema, place);
  if (isValid(outcome) || compared.before === undefined) return outcome;
  return deepEqual(compared.value, compared.before) ? passed(outcome.matches) : outcome;
}

const ofOne = (found: Found | undefined): Outcome => (found === undefined ? NOTHING : failed(found));

function checkValue(compared: Compared, schema: JsonObject, place: Place): Outcome {
  const {value} = compared;
  const spot = spotOf(place);
  const type = counted(ofOne(typeProblem(value, schema, spot)));
  const values = ofOne(enumProblem(value, schema, spot));
  if (value === null) return merged(type, values);
  const parts = [counted(type), counted(alternatives(compared, schema, place)), counted(values)];
  if (typeof value === 'string')
    parts.splice(
      2,
      0,
      counted(ofOne(textProblem(value, schema, spot))),
      counted(ofOne(formatProblem(value, schema, spot))),
    );
  if (typeof value === 'number') parts.splice(2, 0, counted(counted(failed(...numberProblems(value, schema, spot)))));
  if (isList(value)) parts.splice(2, 0, counted(counted(itemsOutcome(value, compared.before, schema, place))));
  if (isObject(value)) parts.push(counted(fieldsOutcome(value, compared.before, schema, place)));
  return counted(merged(...parts));
}

/** Checks `anyOf`, `oneOf`, `allOf` and `not`, in this order. If all branches fail, the one with the most matches is reported. */
function alternatives(compared: Compared, schema: JsonObject, place: Place): Outcome {
  const run = (one: Json): Outcome => checkValue(compared, part(one), place);
  const [any, one, all] = [list(schema['anyOf']), list(schema['oneOf']), list(schema['allOf'])];
  return counted(
    merged(
      any.length === 0 ? NOTHING : anyOutcome(any.map(run), place),
      one.length === 0 ? NOTHING : oneOutcome(one.map(run), place),
      all.length === 0 ? NOTHING : allOutcome(all.map(run), place),
      isObject(schema['not']) && isValid(run(schema['not']))
        ? whole(place, 'must not validate the schema (not)')
        : NOTHING,
    ),
  );
}

/** Returns a problem of a whole value, for which the server names no field. */
function whole({path}: Place, what: string): Outcome {
  const text = `${JSON.stringify(path)} ${what}`;
  return failed({text, problem: invalid('<nil>', '', text)});
}

const best = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.reduce((most, one) => (one.matches > most.matches ? one : most));

function anyOutcome(outcomes: readonly Outcome[], place: Place): Outcome {
  const valid = outcomes.find(isValid);
  return valid ?? merged(whole(place, 'must validate at least one schema (anyOf)'), best(outcomes));
}

function oneOutcome(outcomes: readonly Outcome[], place: Place): Outcome {
  const valid = outcomes.filter(isValid);
  const [first, second] = valid;
  if (first === undefined)
    return merged(whole(place, 'must validate one and only one schema (oneOf). Found none valid'), best(outcomes));
  if (second === undefined) return first;
  return whole(place, `must validate one and only one schema (oneOf). Found ${valid.length} valid alternatives`);
}

function allOutcome(outcomes: readonly Outcome[], place: Place): Outcome {
  const valid = outcomes.filter(isValid).length;
  if (valid === outcomes.length) return merged(...outcomes);
  const text = `must validate all the schemas (allOf)${valid === 0 ? '. None validated' : ''}`;
  return merged(...outcomes, whole(place, text));
}

function itemsOutcome(value: readonly Json[], before: Json | undefined, schema: JsonObject, place: Place): Outcome {
  const {items, minItems, maxItems} = schema;
  const spot = spotOf(place);
  const {path, field} = spot;
  const inside = isObject(items)
    ? value.map((item, i) =>
        check({value: item, before: olderItem(item, before, schema)}, items, {...place, path: `${place.path}[${i}]`}),
      )
    : [];
  const count = value.length;
  return merged(
    ...inside,
    typeof minItems === 'number' && count < minItems
      ? shown(`${path} in body should have at least ${minItems} items`, field, count)
      : NOTHING,
    typeof maxItems === 'number' && count > maxItems
      ? failed({
          text: `${path} in body should have at most ${maxItems} items`,
          problem: tooMany(field, count, maxItems),
        })
      : NOTHING,
  );
}

function fieldsOutcome(value: JsonObject, before: Json | undefined, schema: JsonObject, place: Place): Outcome {
  const properties = part(schema['properties']);
  const {additionalProperties} = schema;
  const older = (name: string): Json | undefined => (isObject(before) ? own(before, name) : undefined);
  const others = isObject(additionalProperties)
    ? Object.entries(value)
        .filter(([name]) => own(properties, name) === undefined)
        .map(([name, inner]) =>
          // Unlike declared fields, these keep the leading dot at the root.
          check({value: inner, before: older(name)}, additionalProperties, {...place, path: `${place.path}.${name}`}),
        )
    : [];
  const declared = Object.entries(properties).flatMap(([name, property]) => {
    const inner = own(value, name);
    return inner === undefined
      ? []
      : [check({value: inner, before: older(name)}, part(property), inField(place, name))];
  });
  return merged(
    countOutcome(Object.keys(value).length, schema, place),
    ...others,
    ...declared,
    missing(value, schema, place),
  );
}

function countOutcome(count: number, {minProperties, maxProperties}: JsonObject, place: Place): Outcome {
  const {path, field} = spotOf(place);
  return merged(
    typeof minProperties === 'number' && count < minProperties
      ? shown(`${path} in body should have at least ${minProperties} properties`, field, count)
      : NOTHING,
    typeof maxProperties === 'number' && count > maxProperties
      ? failed({
          text: `${path} in body should have at most ${maxProperties} properties`,
          problem: tooMany(field, count, maxProperties),
        })
      : NOTHING,
  );
}

const shown = (text: string, field: string, value: Json): Outcome =>
  failed({text, problem: invalid(field, value, text)});

function missing(value: JsonObject, schema: JsonObject, place: Place): Outcome {
  const names = texts(schema['required']).filter((name) => !Object.hasOwn(value, name));
  return failed(
    ...names.map((name) => {
      const at = {...place, path: `${place.path}.${name}`};
      return {text: `${at.path} in body is required`, problem: required(spotOf(at).field)};
    }),
  );
}
