import {isList, isObject, type JsonObject} from '../../core/json.ts';
import {once} from '../../lib/once.ts';
import {part} from '../model/part.ts';
import goFields from './go-fields.json' with {type: 'json'};

/** The type of a value, as Go has it. */
export type GoType =
  | {readonly is: 'string' | 'int32' | 'int64' | 'bool' | 'float64'; readonly name: string}
  /** `[]byte`, in base64. */
  | {readonly is: 'bytes'; readonly name: string}
  | {readonly is: 'time' | 'micro-time' | 'quantity' | 'int-or-string' | 'raw'; readonly name: string}
  | {readonly is: 'list' | 'map'; readonly name: string; readonly items: GoType}
  | {readonly is: 'struct'; readonly name: string; readonly struct: () => GoStruct};

/**
 * What becomes of a field that is zero or not there: `pointer`s are kept when they were given, `omitempty` is left out,
 * `always` there are values without omitempty, `null` lists, maps and pointers without it.
 */
export type Presence = 'pointer' | 'omitempty' | 'always' | 'null';

/** A field of a Go struct: its type, and when it is written to JSON. */
export type GoField = {readonly type: GoType; readonly presence: Presence};

/** A Go struct of the Kubernetes API, as JSON is decoded into it; `field` answers undefined for unknown names. */
export type GoStruct = {
  readonly name: string;
  readonly field: (name: string) => GoField | undefined;
  /** Fields that are there even where nobody gave them. */
  readonly always: readonly string[];
};

type Structs = (component: string) => GoStruct;

const cache = new WeakMap<JsonObject, Structs>();

/** The Go types that a document of OpenAPI describes, by the names of its components. */
export function goStructs(components: JsonObject): Structs {
  let structs = cache.get(components);
  if (structs === undefined) {
    const known = new Map<string, GoStruct>();
    const made: Structs = (component) => {
      const struct = known.get(component) ?? structOf(component, components, made);
      known.set(component, struct);
      return struct;
    };
    cache.set(components, (structs = made));
  }
  return structs;
}

type Code = {readonly code: string; readonly type: string};

function structOf(component: string, components: JsonObject, structs: Structs): GoStruct {
  const node = part(components[component]);
  const properties = part(node['properties']);
  const codes = codesOf(component);
  const isKind = 'x-kubernetes-group-version-kind' in node;
  const fields = new Map<string, GoField>();
  const field = (name: string): GoField | undefined => {
    const known = fields.get(name);
    if (known !== undefined || !Object.hasOwn(properties, name)) return known;
    const made = fieldOf(part(properties[name]), codes.get(name), structs);
    fields.set(name, isKind && (name === 'kind' || name === 'apiVersion') ? {...made, presence: 'omitempty'} : made);
    return fields.get(name);
  };
  const names = Object.keys(properties);
  return {
    name: component.slice(component.lastIndexOf('.') + 1),
    field,
    always: names.filter((name) => ['always', 'null'].includes(field(name)?.presence ?? '')),
  };
}

/**
 * What the OpenAPI of Kubernetes does not tell of its Go types, by component: `field:code:type`. Made by
 * `node scripts/sandbox-pack.ts` out of the sources of Kubernetes.
 * Codes: `o` a value that is left out when it is zero, `z` one that is not, `s` a struct that is always there, `n` null when
 * it is not there, `t` a type of its own that is always there, `w` one that is left out when it is zero. What is not listed is
 * left out when it was not given, or follows from the default in the OpenAPI. The type is what Go calls it in errors: of a list or
 * map the items, or `=` the whole; `[K]` is a map whose keys are K, and behind it is said what its items are.
 */
const GO_FIELDS: Readonly<Record<string, string>> = goFields;

function codesOf(component: string): ReadonlyMap<string, Code> {
  const line = GO_FIELDS[component.replace('io.k8s.', '')] ?? '';
  return new Map(
    line
      .split(' ')
      .filter((entry) => entry !== '')
      .map((entry) => {
        const [name = '', code = '', type = ''] = entry.split(':');
        return [name, {code, type}];
      }),
  );
}

function fieldOf(node: JsonObject, code: Code | undefined, structs: Structs): GoField {
  const type = typeOf(node, code?.type ?? '', structs);
  return {type, presence: presenceOf(node, code?.code ?? '', type)};
}

function presenceOf(node: JsonObject, code: string, type: GoType): Presence {
  switch (code) {
    case 'o':
    case 'w':
      return 'omitempty';
    case 'z':
    case 's':
    case 't':
      return 'always';
    case 'n':
      return 'null';
    default:
      return presenceByType(node, type);
  }
}

/** Without a code: lists and maps have omitempty, values with a zero default are always there, everything else is a pointer. */
function presenceByType(node: JsonObject, type: GoType): Presence {
  if (type.is === 'list' || type.is === 'map' || type.is === 'bytes') return 'omitempty';
  const zero = node['default'];
  const isZero = zero === '' || zero === 0 || zero === false || (isObject(zero) && Object.keys(zero).length === 0);
  return isZero ? 'always' : 'pointer';
}

function typeOf(node: JsonObject, named: string, structs: Structs): GoType {
  const reference = referenceOf(node);
  if (reference !== undefined) return referredType(reference, structs);
  const {type} = node;
  if (type === 'array' || type === 'object') return collectionType(node, named, structs);
  if (type === 'boolean') return {is: 'bool', name: 'bool'};
  if (type === 'number') return {is: 'float64', name: 'float64'};
  if (type === 'integer') {
    const is = node['format'] === 'int32' ? 'int32' : 'int64';
    return {is, name: named === '' ? is : named};
  }
  if (type !== 'string') return {is: 'raw', name: 'interface {}'};
  if (node['format'] === 'byte') return {is: 'bytes', name: '[]uint8'};
  return {is: 'string', name: named === '' ? 'string' : named};
}

const NAMED_KEYS = /^\[([^\]]+)\](.*)$/;

function collectionType(node: JsonObject, named: string, structs: Structs): GoType {
  const isArray = node['type'] === 'array';
  const own = named.startsWith('=') ? named.slice(1) : undefined;
  const [, key = 'string', ofItems = named] = (isArray ? undefined : NAMED_KEYS.exec(named)) ?? [];
  const content = part(node[isArray ? 'items' : 'additionalProperties']);
  const items = typeOf(content, own === undefined ? ofItems : '', structs);
  return isArray
    ? {is: 'list', name: own ?? `[]${items.name}`, items}
    : {is: 'map', name: own ?? `map[${key}]${items.name}`, items};
}

/** The component that a node of a schema refers to. */
export function referenceOf(node: JsonObject): string | undefined {
  const all = node['allOf'];
  const pointer = node['$ref'] ?? (isList(all) ? part(all[0])['$ref'] : undefined);
  return typeof pointer === 'string' ? pointer.slice(pointer.lastIndexOf('/') + 1) : undefined;
}

/** Types that read and write themselves. */
const OWN: Readonly<Record<string, GoType>> = {
  Quantity: {is: 'quantity', name: 'resource.Quantity'},
  IntOrString: {is: 'int-or-string', name: 'int32'},
  Time: {is: 'time', name: 'string'},
  MicroTime: {is: 'micro-time', name: 'string'},
  FieldsV1: {is: 'raw', name: 'v1.FieldsV1'},
  RawExtension: {is: 'raw', name: 'runtime.RawExtension'},
  JSON: {is: 'raw', name: 'v1.JSON'},
};

function referredType(reference: string, structs: Structs): GoType {
  const parts = reference.split('.');
  const [version = '', name = ''] = parts.slice(-2);
  const own = OWN[name];
  if (own !== undefined) return own;
  if (name.startsWith('JSONSchemaPropsOr')) return {is: 'raw', name: `v1.${name}`};
  return {is: 'struct', name: `${version}.${name}`, struct: once(() => structs(reference))};
}
