import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';

/** A pattern of paths. `*` is each part of a list, a set or a map. */
export type Pattern = readonly string[];

/** The facts about a type of resource that a state file does not say. */
export type TypeFacts = {
  /** The places of sensitive values. */
  readonly sensitive: readonly Pattern[];
  /** The places of values of any type: a state file has them with their type. */
  readonly dynamic: readonly Pattern[];
};

/** The facts about the types of each provider, by its source: `aws_db_instance`, `data.aws_ami`. A type without facts is left out. */
export type SchemaFacts = Readonly<Record<string, Readonly<Record<string, TypeFacts>>>>;

/** Reads the facts in the output of `providers schema -json`. */
export const factsIn = (document: JsonObject): SchemaFacts =>
  mapObjects(document['provider_schemas'], (provider) =>
    Object.fromEntries([
      ...typesIn(provider['resource_schemas']),
      ...typesIn(provider['data_source_schemas']).map(([type, facts]) => [`data.${type}`, facts] as const),
    ]),
  );

const typesIn = (schemas: Json | undefined): readonly (readonly [string, TypeFacts])[] =>
  Object.entries(mapObjects(schemas, (schema) => inBlock(partOf(schema, 'block')))).filter(
    ([, {sensitive, dynamic}]) => sensitive.length + dynamic.length > 0,
  );

const NONE: TypeFacts = {sensitive: [], dynamic: []};

/** Returns the facts about a block: its attributes, and the blocks in it. */
function inBlock(block: JsonObject): TypeFacts {
  const attributes = mapObjects(block['attributes'], inAttribute);
  const blocks = mapObjects(block['block_types'], (one) => nested(one, inBlock(partOf(one, 'block'))));
  return joined(Object.entries({...attributes, ...blocks}).map(([name, facts]) => below(name, facts)));
}

function inAttribute(attribute: JsonObject): TypeFacts {
  const {nested_type: type} = attribute;
  const inner = isObject(type) ? nested(type, inBlock(type)) : {...NONE, dynamic: dynamicIn(attribute['type'])};
  return attribute['sensitive'] === true ? {...inner, sensitive: [[]]} : inner;
}

/** Returns the facts about a part that contains objects. The items of a set have no place: the whole set is sensitive. */
function nested({nesting_mode: mode}: JsonObject, inner: TypeFacts): TypeFacts {
  if (mode === 'single' || mode === 'group') return inner;
  const each = below('*', inner);
  return mode === 'set' && inner.sensitive.length > 0 ? {...each, sensitive: [[]]} : each;
}

/** Returns the places of values of any type in a type: `"dynamic"`, `["map", T]`, `["object", {NAME: T}]` or `["tuple", [T]]`. */
function dynamicIn(type: Json | undefined): readonly Pattern[] {
  if (type === 'dynamic') return [[]];
  if (!isList(type)) return [];
  const [kind, of] = type;
  if (kind === 'object' || kind === 'tuple')
    return Object.entries(of ?? {}).flatMap(([name, one]) => dynamicIn(one as Json).map((rest) => [name, ...rest]));
  return dynamicIn(of).map((rest) => ['*', ...rest]);
}

const below = (name: string, {sensitive, dynamic}: TypeFacts): TypeFacts => ({
  sensitive: sensitive.map((rest) => [name, ...rest]),
  dynamic: dynamic.map((rest) => [name, ...rest]),
});

const joined = (all: readonly TypeFacts[]): TypeFacts => ({
  sensitive: all.flatMap(({sensitive}) => sensitive),
  dynamic: all.flatMap(({dynamic}) => dynamic),
});

const partOf = (object: JsonObject, name: string): JsonObject => (isObject(object[name]) ? object[name] : {});

const mapObjects = <T>(value: Json | undefined, map: (one: JsonObject) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([name, one]) => (isObject(one) ? [[name, map(one)]] : [])),
  );
