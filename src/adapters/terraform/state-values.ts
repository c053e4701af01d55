import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {instancesIn} from './instances.ts';
import {maskedTexts, withMask} from './masks.ts';
import {OUTPUTS, readOutputs} from './outputs.ts';
import type {Pattern, SchemaFacts, TypeFacts} from './schema-facts.ts';
import type {Shown} from './shown.ts';
import {resourcesIn} from './state/state-problems.ts';
import {providerIn} from './state-provider.ts';
import {textAt} from './text-at.ts';

/** Reads the values of a state file, as `show -json` prints them: those of each managed resource, by address, and the outputs. */
export function stateValues(state: JsonObject, facts: SchemaFacts): ReadonlyMap<string, Shown> {
  const outputs = readOutputs(state['outputs']);
  // An object that waits for its deletion has the address of the one that has replaced it, which counts.
  const instances = instancesIn(state).toSorted(
    (a, b) => Number(isDeposed(b.instance)) - Number(isDeposed(a.instance)),
  );
  return new Map([
    ...(outputs === undefined ? [] : [[OUTPUTS, outputs] as const]),
    ...instances.map(({address, resource, instance}): [string, Shown] => {
      const {source} = providerIn(resource);
      return [address, {...valuesOf(instance, factsOf(resource, facts)), provider: source}];
    }),
  ]);
}

/** Returns the sensitive texts of a state. Those of data sources can be a part of any other value. */
export function stateSecrets(state: JsonObject, facts: SchemaFacts): readonly string[] {
  const outputs = readOutputs(state['outputs']);
  return [
    ...maskedTexts(outputs?.sensitive, outputs?.values),
    ...resourcesIn(state).flatMap((resource) => {
      const {instances} = resource;
      const all = (isList(instances) ? instances : []).filter(isObject);
      return all.flatMap((instance) => {
        const {sensitive, values} = valuesOf(instance, factsOf(resource, facts));
        return maskedTexts(sensitive, values);
      });
    }),
  ];
}

function factsOf(resource: JsonObject, facts: SchemaFacts): TypeFacts | undefined {
  const type = textAt(resource, 'type');
  const {source} = providerIn(resource);
  if (!Object.hasOwn(facts, source)) return ALL_SENSITIVE;
  return facts[source]?.[resource['mode'] === 'data' ? `data.${type}` : type];
}

/** The facts of a provider without a schema: anything can be sensitive. */
const ALL_SENSITIVE: TypeFacts = {sensitive: [[]], dynamic: []};

const isDeposed = (instance: JsonObject): boolean => instance['deposed'] !== undefined;

function valuesOf(instance: JsonObject, {sensitive, dynamic}: TypeFacts = NONE): Omit<Shown, 'provider'> {
  const values = dynamic.reduce(withoutTypes, instance['attributes'] ?? {});
  const paths = [...sensitive.flatMap((pattern) => pathsTo(pattern, values)), ...markedIn(instance)];
  return {
    values: isObject(values) ? values : {},
    sensitive: paths.reduce<Json>((mask, path) => withMask(mask, path), {}),
    schemaVersion: Number(instance['schema_version'] ?? 0),
  };
}

const NONE: TypeFacts = {sensitive: [], dynamic: []};

/** Returns a value in which the values at a pattern are without the type that they are stored with. */
function withoutTypes(value: Json, [step, ...rest]: Pattern): Json {
  if (step === undefined) return isObject(value) ? (value['value'] ?? null) : value;
  const inner = (part: Json, name: string | number): Json =>
    step === '*' || step === String(name) ? withoutTypes(part, rest) : part;
  if (isList(value)) return value.map(inner);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inner(part, name)]));
}

/** Returns the paths of the values at a pattern. */
function pathsTo([step, ...rest]: Pattern, value: Json): readonly JsonPath[] {
  if (step === undefined) return [[]];
  const parts: readonly (readonly [string | number, Json])[] = isList(value)
    ? value.map((part, i) => [i, part])
    : Object.entries(isObject(value) ? value : {});
  return parts
    .filter(([name]) => step === '*' || step === String(name))
    .flatMap(([name, part]) => pathsTo(rest, part).map((path) => [name, ...path]));
}

/** Returns the paths in `sensitive_attributes` of an instance. A step without a name or an index ends its path: the whole part is sensitive. */
const markedIn = ({sensitive_attributes: paths}: JsonObject): readonly JsonPath[] =>
  (isList(paths) ? paths : []).filter(isList).map((steps) => {
    const names = steps.map((step) => (isObject(step) ? nameOf(step['value']) : undefined));
    const end = names.indexOf(undefined);
    return names.slice(0, end < 0 ? names.length : end).flatMap((name) => name ?? []);
  });

/** Returns the name of a step: `"a"`, or `{"value": 0, "type": "number"}`. */
function nameOf(value: Json | undefined): string | number | undefined {
  const name = isObject(value) ? value['value'] : value;
  return typeof name === 'string' || typeof name === 'number' ? name : undefined;
}
