import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {once} from '../../../lib/once.ts';
import {internalFields, internalJson} from '../../kinds/workloads/internal-json.ts';
import {part} from '../../model/part.ts';

/** The fields of the server's internal schema type with their zero values, in order. */
const schemaFields = once(() =>
  internalFields('JSONSchemaProps').map(([name, empty]) => ({name, json: jsonName(name), empty})),
);

/** Returns the JSON name of a field: `XListType` is `x-kubernetes-list-type`, `Ref` is `$ref`. */
function jsonName(name: string): string {
  if (/^X[A-Z]/.test(name))
    return `x-kubernetes${name.slice(1).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const own = name === 'ID' ? 'id' : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return own === 'ref' || own === 'schema' ? `$${own}` : own;
}

/** Returns the Go names of the fields that a schema sets. */
export const goFieldsOf = (schema: JsonObject): readonly string[] =>
  schemaFields()
    .filter(({json, empty}) => schema[json] !== undefined && schema[json] !== empty)
    .map(({name}) => name);

/** Returns a schema as the server prints it in messages about a whole schema. */
export const goSchema = (schema: JsonObject): JsonObject =>
  Object.fromEntries(schemaFields().map(({name, json, empty}) => [name, shownField(json, schema[json] ?? empty)]));

function shownField(json: string, value: Json): Json {
  if (json === 'not' && isObject(value)) return goSchema(value);
  if (json === 'items' && isObject(value)) return {Schema: goSchema(value), JSONSchemas: null};
  if (json === 'additionalProperties' && value !== null)
    return {Allows: value !== false, Schema: isObject(value) ? goSchema(value) : null};
  if (json === 'properties' && isObject(value)) {
    const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
    return Object.fromEntries(entries.map(([name, one]) => [name, goSchema(part(one))]));
  }
  if (['allOf', 'anyOf', 'oneOf'].includes(json) && isList(value)) return value.map((one) => goSchema(part(one)));
  if (json === 'x-kubernetes-validations' && isList(value)) return value.map((one) => goRule(part(one)));
  return value;
}

/** Returns a rule as the server prints it, with the names of its internal type. */
export const goRule = (rule: JsonObject): JsonObject => internalJson('ValidationRule', rule);

/** Returns a version as the server prints it, without the fields that all versions share. */
export const goVersion = (version: JsonObject, common: ReadonlySet<string>): JsonObject => {
  const own = (name: string): JsonObject | null =>
    common.has(name) || !isObject(version[name]) ? null : version[name];
  const schema = own('schema');
  const columns = common.has('additionalPrinterColumns') ? null : (version['additionalPrinterColumns'] ?? null);
  return {
    Name: version['name'] ?? '',
    Served: version['served'] ?? false,
    Storage: version['storage'] ?? false,
    Deprecated: version['deprecated'] ?? false,
    DeprecationWarning: version['deprecationWarning'] ?? null,
    Schema: schema === null ? null : {OpenAPIV3Schema: goSchema(part(schema['openAPIV3Schema']))},
    Subresources: goSubresources(own('subresources')),
    AdditionalPrinterColumns: isList(columns) ? columns.map((one) => goColumn(part(one))) : null,
    SelectableFields: common.has('selectableFields') ? null : goSelectable(version['selectableFields']),
  };
};

const goSubresources = (value: JsonObject | null): Json => {
  if (value === null) return null;
  const {status, scale} = value;
  return {
    Status: status === undefined ? null : {},
    Scale: isObject(scale) ? internalJson('CustomResourceSubresourceScale', scale) : null,
  };
};

const goColumn = (column: JsonObject): JsonObject => internalJson('CustomResourceColumnDefinition', column);

const goSelectable = (value: Json | undefined): Json =>
  isList(value) ? value.map((one) => ({JSONPath: part(one)['jsonPath'] ?? ''})) : null;
