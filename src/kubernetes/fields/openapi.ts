import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {once} from '../../lib/once.ts';
import {
  type AnySchema,
  DEDUCED,
  type ListKey,
  type ListSchema,
  type MapSchema,
  type ScalarSchema,
  type ScalarType,
  type Schema,
  UNTYPED,
} from './schema.ts';

/** The group, version and kind of an object; the core group is ''. */
export type GroupVersionKind = {readonly group: string; readonly version: string; readonly kind: string};

/** Returns the schema of a kind, or undefined if the document has none. */
export type Schemas = (gvk: GroupVersionKind) => Schema | undefined;

/**
 * Reads one OpenAPI v3 document of a Kubernetes server (`/openapi/v3/apis/apps/v1`). Types are resolved on first use
 * and cached. The rules are those by which the server builds its merge types from the same document.
 * @param enforcesEnums true if the server enforces each enum of the document, and not only those of custom resources
 */
export function openApiSchemas(document: JsonObject, enforcesEnums = false): Schemas {
  const components = object(object(document['components'])['schemas']);
  const byKind = new Map<string, string>();
  for (const name of Object.keys(components)) {
    for (const gvk of list(object(components[name])[`${EXTENSION}group-version-kind`])) {
      byKind.set(kindKey(object(gvk) as GroupVersionKind), name);
    }
  }
  const named = namedTypes(components, enforcesEnums);
  return (gvk) => {
    const name = byKind.get(kindKey(gvk));
    return name === undefined ? undefined : named(name);
  };
}

const EXTENSION = 'x-kubernetes-';
const QUANTITY = 'io.k8s.apimachinery.pkg.api.resource.Quantity';
const RAW_EXTENSION = 'io.k8s.apimachinery.pkg.runtime.RawExtension';

/** Matches the built-in groups. Groups of custom resources may end in k8s.io, too. */
const BUILT_IN = /^io\.k8s\.(api|kube-aggregator|apiextensions-apiserver|apimachinery)\./;

const kindKey = ({group, version, kind}: GroupVersionKind): string => `${group}/${version}/${kind}`;

type NamedTypes = (name: string) => Schema;

/** The position of a part of a document, as far as it affects the meaning of the part. */
type Place = {
  readonly named: NamedTypes;
  /** True if a parent keeps unknown fields; all inline types below it then keep them too. */
  readonly preserve: boolean;
  /** True if the part is reached from the kind without a reference, as everything in a custom resource is; the server enforces enums there. */
  readonly inline: boolean;
  readonly enforcesEnums: boolean;
};

function namedTypes(components: JsonObject, enforcesEnums: boolean): NamedTypes {
  const known = new Map<string, Schema>([
    [QUANTITY, {type: 'scalar', scalar: 'quantity'}],
    [RAW_EXTENSION, UNTYPED],
  ]);
  const named: NamedTypes = (name) => {
    let schema = known.get(name);
    if (schema === undefined) {
      const node = object(own(components, name));
      const inline = `${EXTENSION}group-version-kind` in node;
      const made = inlineSchema(node, {named, preserve: false, inline, enforcesEnums});
      const isCustomKind = inline && made.type === 'map' && !BUILT_IN.test(name);
      known.set(name, (schema = isCustomKind ? {...made, custom: true} : made));
    }
    return schema;
  };
  return named;
}

function schemaOf(node: JsonObject, place: Place): Schema {
  const reference = referenceOf(node);
  if (reference === undefined) return inlineSchema(node, place);
  const target = place.named(reference);
  const mapType = node[`${EXTENSION}map-type`];
  const overridden = isMapType(mapType) ? withRelationship(target, mapType) : target;
  const extra = common(node);
  return Object.keys(extra).length === 0 ? overridden : {...overridden, ...extra};
}

/** Returns the reference of a node. It is the whole node, or the single item of `allOf` so that a default may be set beside it. */
function referenceOf(node: JsonObject): string | undefined {
  const all = node['allOf'];
  const pointer = node['$ref'] ?? (isList(all) && all.length === 1 ? object(all[0])['$ref'] : undefined);
  return typeof pointer === 'string' ? pointer.slice(pointer.lastIndexOf('/') + 1) : undefined;
}

/** Applies the relationship that the referring field declares: it may say whether the value is atomic there. */
function withRelationship(schema: Schema, mapType: MapSchema['mapType']): Schema {
  if (schema.type === 'map') return {...schema, mapType};
  return schema.type === 'any' ? {...schema, map: {...schema.map, mapType}} : schema;
}

function inlineSchema(node: JsonObject, above: Place): Schema {
  const preserve = above.preserve || node[`${EXTENSION}preserve-unknown-fields`] === true;
  const place: Place = {...above, preserve};
  switch (text(node['type'])) {
    case 'object':
      return mapSchema(node, place);
    case 'array':
      return listSchema(node, place);
    case '':
      if (isIntOrString(node)) return {type: 'scalar', scalar: intOrString(node), ...common(node)};
      return anySchema(node, place);
    default:
      return scalarSchema(node, place);
  }
}

const isIntOrString = (node: JsonObject): boolean =>
  node['format'] === 'int-or-string' || node[`${EXTENSION}int-or-string`] === true;

/** Returns the int-or-string type: that of built-in kinds has 32 bits, that of custom resources has no format. */
const intOrString = ({format}: JsonObject): ScalarType => (format === undefined ? 'int-or-string' : 'int32-or-string');

function scalarSchema(node: JsonObject, {inline, enforcesEnums}: Place): ScalarSchema {
  const values = node['enum'];
  return {
    type: 'scalar',
    scalar: scalarType(node),
    ...defined({enum: (inline || enforcesEnums) && isList(values) ? values : undefined}),
    ...common(node),
  };
}

function scalarType({type, format}: JsonObject): ScalarType {
  switch (text(type)) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return 'number';
    case 'integer':
      return format === 'int32' ? 'int32' : 'integer';
    default:
      if (format === 'byte') return 'bytes';
      if (format === 'int-or-string') return 'int32-or-string';
      return format === undefined ? 'string' : 'formatted';
  }
}

function anySchema(node: JsonObject, place: Place): AnySchema {
  return {type: 'any', list: listSchema(node, place), map: mapSchema(node, place), ...common(node)};
}

function listSchema(node: JsonObject, place: Place): ListSchema {
  const [listType, names] = listTypeOf(node);
  const items = once(() => (isObject(node['items']) ? schemaOf(node['items'], place) : UNTYPED));
  const keys = once(() => names.toSorted().map((name) => listKey(name, items())));
  return {type: 'list', listType, keys, items, ...common(node)};
}

function listTypeOf(node: JsonObject): [ListSchema['listType'], string[]] {
  const strategy = node[`${EXTENSION}patch-strategy`];
  const mergeKey = node[`${EXTENSION}patch-merge-key`];
  switch (text(node[`${EXTENSION}list-type`])) {
    case 'map':
      return ['map', strings(node[`${EXTENSION}list-map-keys`])];
    case 'set':
      return ['set', []];
    case 'atomic':
      return ['atomic', []];
    default:
      // Without a list type the server uses the older patch strategy.
      if (strategy !== 'merge' && strategy !== 'merge,retainKeys') return ['atomic', []];
      return typeof mergeKey === 'string' ? ['map', [mergeKey]] : ['set', []];
  }
}

/** Returns a key of a list. Its default is declared at the item's field. A zero default is ignored: the server rejects such an item. */
function listKey(name: string, items: Schema): ListKey {
  if (items.type !== 'map') return {name, required: true};
  const fallback = items.declared(name)?.default;
  const required = items.required.includes(name) && (fallback === undefined || fallback === '' || fallback === 0);
  return {name, required, ...defined({default: fallback})};
}

function mapSchema(node: JsonObject, place: Place): MapSchema {
  const properties = object(node['properties']);
  const fields = new Map<string, Schema>();
  const declared = (name: string): Schema | undefined => {
    const known = fields.get(name);
    if (known !== undefined || !Object.hasOwn(properties, name)) return known;
    const schema = schemaOf(object(properties[name]), place);
    fields.set(name, schema);
    return schema;
  };
  const mapType = node[`${EXTENSION}map-type`];
  return {
    type: 'map',
    mapType: isMapType(mapType) ? mapType : 'granular',
    fieldNames: Object.keys(properties),
    required: strings(node['required']),
    declared,
    additional: once(() => additionalFields(node, place)),
    ...defined({
      prunes: isPruned(node, place) ? true : undefined,
      embedded: node[`${EXTENSION}embedded-resource`] === true ? true : undefined,
    }),
    ...common(node),
  };
}

function additionalFields(node: JsonObject, place: Place): Schema | undefined {
  const additional = node['additionalProperties'];
  if (isObject(additional)) return schemaOf(additional, place);
  if (additional !== undefined) return additional === true ? DEDUCED : undefined;
  // An object that declares no fields is free-form.
  return place.preserve || Object.keys(object(node['properties'])).length === 0 ? DEDUCED : undefined;
}

/**
 * Reports whether the server drops undeclared fields. In a custom resource an object keeps them only if it says so
 * itself; the merge inherits that setting.
 */
function isPruned(node: JsonObject, {inline}: Place): boolean {
  const keeps = node['additionalProperties'] !== undefined || node[`${EXTENSION}preserve-unknown-fields`] === true;
  return inline && !keeps && node['type'] === 'object' && !(`${EXTENSION}group-version-kind` in node);
}

function common(node: JsonObject): {nullable?: true; default?: Json; description?: string} {
  const {nullable, default: fallback, description} = node;
  return defined({
    nullable: nullable === true ? nullable : undefined,
    default: fallback,
    description: typeof description === 'string' ? description : undefined,
  });
}

const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const list = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);
const strings = (value: Json | undefined): string[] => list(value).filter((item) => typeof item === 'string');
const own = (value: JsonObject, key: string): Json | undefined => (Object.hasOwn(value, key) ? value[key] : undefined);
const isMapType = (value: Json | undefined): value is MapSchema['mapType'] =>
  value === 'granular' || value === 'atomic';
