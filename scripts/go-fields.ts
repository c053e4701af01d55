import {isObject, type Json, type JsonObject} from '../src/core/json.ts';
import {type DeclaredField, type GoTypes, type GoTypeText, goTypes, isBasic, mapParts, underlying} from './go-types.ts';

/**
 * The entries of src/sandbox/decode/go-fields.json, whose form is explained in go-struct.ts: for each component of these documents of OpenAPI
 * (v3) that a request can have in its body, what the declaration of its type in Go says beyond it.
 */
export function goFields(documents: readonly JsonObject[]): Readonly<Record<string, string>> {
  const components = new Map(documents.flatMap(sentComponents));
  const packages = new Set([...components.keys()].map((component) => packageOf(component)));
  const types = goTypes([...packages, ...NAMED_ELSEWHERE].toSorted());
  const entries = [...components].flatMap(([component, node]) => {
    const name = component.slice(component.lastIndexOf('.') + 1);
    const fields = fieldsOf(`${packageOf(component)}.${name}`, types);
    const codes = Object.entries(object(node['properties'])).flatMap(([property, schema]) =>
      codeOf(property, object(schema), fields.get(property), types),
    );
    return codes.length === 0 ? [] : [[component.replace('io.k8s.', ''), codes.join(' ')] as const];
  });
  return Object.fromEntries(entries);
}

const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/** Returns the components of request bodies, such as `io.k8s.api.core.v1.Pod`. Clients send no lists or discovery documents. */
function sentComponents(document: JsonObject): readonly (readonly [string, JsonObject])[] {
  const schemas = object(object(document['components'])['schemas']);
  const sent = new Set<string>();
  const visit = (node: Json): void => {
    for (const name of referredBy(node)) {
      if (sent.has(name)) continue;
      sent.add(name);
      visit(object(schemas[name]));
    }
  };
  for (const operations of Object.values(object(document['paths'])))
    for (const operation of Object.values(object(operations))) visit(object(object(operation)['requestBody']));
  return [...sent].map((name) => [name, object(schemas[name])]);
}

const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;

const referredBy = (node: Json): readonly string[] =>
  [...JSON.stringify(node).matchAll(REFERENCE)].map(([, name = '']) => name);

/** Packages whose types have no component of their own: text and numbers with a name. */
const NAMED_ELSEWHERE = ['k8s.io/apimachinery/pkg/types'];

function packageOf(component: string): string {
  const parts = component.replace(/^io\.k8s\./, '').split('.');
  return ['k8s.io', ...parts.slice(0, -1)].join('/');
}

/** The fields of a struct by their names in JSON, with those of the structs that are embedded in it. */
function fieldsOf(type: GoTypeText, types: GoTypes): ReadonlyMap<string, DeclaredField> {
  const fields = types(type)?.fields ?? [];
  return new Map(
    fields.flatMap((field) => {
      const [name = ''] = field.json.split(',');
      if (name !== '') return [[name, field] as const];
      // The server sets kind and apiVersion of every object: see go-struct.ts.
      return field.name !== '' || field.type.endsWith('.TypeMeta') ? [] : [...fieldsOf(field.type, types)];
    }),
  );
}

function codeOf(
  property: string,
  schema: JsonObject,
  field: DeclaredField | undefined,
  types: GoTypes,
): readonly string[] {
  if (field === undefined) {
    if (property === 'kind' || property === 'apiVersion') return [];
    throw new Error(`no field is declared for the property ${property}`);
  }
  const code = presenceOf(field, schema, types);
  const name = nameOf(field.type.replace(/^\*/, ''), types);
  if (name !== '') return [`${property}:${code}:${name}`];
  return code === '' ? [] : [`${property}:${code}`];
}

function presenceOf({type, json}: DeclaredField, schema: JsonObject, types: GoTypes): string {
  const [, ...options] = json.split(',');
  const omitsEmpty = options.includes('omitempty');
  const is = underlying(type, types);
  if (is.startsWith('*') || is.startsWith('[]') || is.startsWith('map[')) return omitsEmpty ? '' : 'n';
  if (isBasic(is)) return omitsEmpty ? 'o' : Object.hasOwn(schema, 'default') ? '' : 'z';
  if (types(is) === undefined) throw new Error(`${is} is declared in no package that was read: see NAMED_ELSEWHERE`);
  if (options.includes('omitzero')) return 'w';
  return WRITES_ITSELF.test(is) ? 't' : Object.hasOwn(schema, 'default') ? '' : 's';
}

/** Structs whose JSON is not an object. */
const WRITES_ITSELF = /\.(Time|MicroTime|Quantity|IntOrString|RawExtension|JSON|FieldsV1)$/;

/** Returns the name of the type in errors of Go, if it does not follow from OpenAPI. */
function nameOf(type: GoTypeText, types: GoTypes): string {
  const is = underlying(type, types);
  const [key, value] = mapParts(is) ?? [];
  const items = value ?? (is.startsWith('[]') ? is.slice(2) : undefined);
  if (items === undefined) return isBasic(is) && is !== type ? short(type) : '';
  if (is !== type) return `=${short(type)}`;
  const name = nameOf(items, types);
  const isPlain = key === undefined || (key === 'string' && !/^[=[]/.test(name));
  return isPlain ? name : `[${short(key)}]${name}`;
}

/** `v1.Container`: a type with the last part of its package's path. */
const short = (type: GoTypeText): string => type.slice(type.lastIndexOf('/') + 1);
