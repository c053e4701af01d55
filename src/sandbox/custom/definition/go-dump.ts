import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {part} from '../../model/part.ts';

/** The fields of a schema as the server's own types have them, in their order, with what they are when nothing is said. */
const SCHEMA_FIELDS: readonly (readonly [name: string, json: string, empty: Json])[] = [
  ['ID', 'id', ''],
  ['Schema', '$schema', ''],
  ['Ref', '$ref', null],
  ['Description', 'description', ''],
  ['Type', 'type', ''],
  ['Nullable', 'nullable', false],
  ['Format', 'format', ''],
  ['Title', 'title', ''],
  ['Default', 'default', null],
  ['Maximum', 'maximum', null],
  ['ExclusiveMaximum', 'exclusiveMaximum', false],
  ['Minimum', 'minimum', null],
  ['ExclusiveMinimum', 'exclusiveMinimum', false],
  ['MaxLength', 'maxLength', null],
  ['MinLength', 'minLength', null],
  ['Pattern', 'pattern', ''],
  ['MaxItems', 'maxItems', null],
  ['MinItems', 'minItems', null],
  ['UniqueItems', 'uniqueItems', false],
  ['MultipleOf', 'multipleOf', null],
  ['Enum', 'enum', null],
  ['MaxProperties', 'maxProperties', null],
  ['MinProperties', 'minProperties', null],
  ['Required', 'required', null],
  ['Items', 'items', null],
  ['AllOf', 'allOf', null],
  ['OneOf', 'oneOf', null],
  ['AnyOf', 'anyOf', null],
  ['Not', 'not', null],
  ['Properties', 'properties', null],
  ['AdditionalProperties', 'additionalProperties', null],
  ['PatternProperties', 'patternProperties', null],
  ['Dependencies', 'dependencies', null],
  ['AdditionalItems', 'additionalItems', null],
  ['Definitions', 'definitions', null],
  ['ExternalDocs', 'externalDocs', null],
  ['Example', 'example', null],
  ['XPreserveUnknownFields', 'x-kubernetes-preserve-unknown-fields', null],
  ['XEmbeddedResource', 'x-kubernetes-embedded-resource', false],
  ['XIntOrString', 'x-kubernetes-int-or-string', false],
  ['XListMapKeys', 'x-kubernetes-list-map-keys', null],
  ['XListType', 'x-kubernetes-list-type', null],
  ['XMapType', 'x-kubernetes-map-type', null],
  ['XValidations', 'x-kubernetes-validations', null],
];

/** The names of the fields of a schema that are set, as Go calls them. */
export const goFieldsOf = (schema: JsonObject): readonly string[] =>
  SCHEMA_FIELDS.filter(([, json, empty]) => schema[json] !== undefined && schema[json] !== empty).map(([name]) => name);

/** A schema as the server shows it where a whole schema is wrong. */
export const goSchema = (schema: JsonObject): JsonObject =>
  Object.fromEntries(SCHEMA_FIELDS.map(([name, json, empty]) => [name, shownField(json, schema[json] ?? empty)]));

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

/** As the server shows a rule: by the names of its own fields. */
export const goRule = (rule: JsonObject): JsonObject => ({
  Rule: rule['rule'] ?? '',
  Message: rule['message'] ?? '',
  MessageExpression: rule['messageExpression'] ?? '',
  Reason: rule['reason'] ?? null,
  FieldPath: rule['fieldPath'] ?? '',
  OptionalOldSelf: rule['optionalOldSelf'] ?? null,
});

/** A version as the server shows it; what all versions have in common it keeps elsewhere. */
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
    Scale: isObject(scale)
      ? {
          SpecReplicasPath: scale['specReplicasPath'] ?? '',
          StatusReplicasPath: scale['statusReplicasPath'] ?? '',
          LabelSelectorPath: scale['labelSelectorPath'] ?? null,
        }
      : null,
  };
};

const goColumn = (column: JsonObject): JsonObject => ({
  Name: column['name'] ?? '',
  Type: column['type'] ?? '',
  Format: column['format'] ?? '',
  Description: column['description'] ?? '',
  Priority: column['priority'] ?? 0,
  JSONPath: column['jsonPath'] ?? '',
});

const goSelectable = (value: Json | undefined): Json =>
  isList(value) ? value.map((one) => ({JSONPath: part(one)['jsonPath'] ?? ''})) : null;
