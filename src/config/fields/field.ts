import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {exampleText} from '../issues/examples.ts';

/** A field of a file that users write, from the file's JSON Schema. The file itself is the root field. */
export type Field = {
  /** The path from the name of the file, without indexes of lists: `stack.sources.references`. */
  readonly path: string;
  readonly name: string;
  /** As in `kubectl explain`: `string`, `[]Object`, `map[string]string`. */
  readonly type: string;
  readonly required: boolean;
  readonly description?: string | undefined;
  /** The allowed values. Absent: any value of the type. */
  readonly values?: readonly Json[] | undefined;
  /** An example in one line of YAML. */
  readonly example?: string | undefined;
  /** The value of a field that is not set. Absent: none, or only the description says it. */
  readonly default?: Json | undefined;
  readonly fields: readonly Field[];
};

/** The placeholder for a key of a map, which users choose. */
export const ANY_NAME = '<name>';

/** Returns the fields of a file from its JSON Schema. */
export const fieldsOfSchema = (file: string, schema: JsonObject): Field => fieldOf([file], [schema], true);

function fieldOf(path: readonly string[], schemas: readonly JsonObject[], required: boolean): Field {
  const name = path.at(-1) ?? '';
  const variants = schemas.flatMap(variantsOf);
  const described = [...schemas, ...variants];
  const values = [...new Set(variants.flatMap(valuesOf))];
  const [example] = described.map(({examples}) => examples).find(isList) ?? [];
  return {
    path: path.join('.'),
    name,
    type: typeOf(variants),
    required,
    description: described.map(({description}) => description).find(isText),
    values: values.length === 0 ? undefined : values,
    example: example === undefined ? undefined : exampleText(name, example),
    default: described.map((schema) => schema['default']).find((value) => value !== undefined),
    fields: fieldsIn(path, variants),
  };
}

/** Returns the fields of all variants. Fields of the same name are one field, required where every variant requires it. */
function fieldsIn(path: readonly string[], variants: readonly JsonObject[]): readonly Field[] {
  const objects = variants.flatMap(itemsOf).filter(({type}) => type === 'object');
  const schemas = new Map<string, JsonObject[]>();
  for (const [name, schema] of objects.flatMap(membersOf)) schemas.set(name, [...(schemas.get(name) ?? []), schema]);
  const isRequired = (name: string): boolean =>
    objects.every(({required}) => isList(required) && required.includes(name));
  return [...schemas].map(([name, several]) => fieldOf([...path, name], several, isRequired(name)));
}

/** Returns the schemas of a list's items; a schema that is not a list is returned as it is. */
const itemsOf = (variant: JsonObject): readonly JsonObject[] =>
  isObject(variant['items']) ? variantsOf(variant['items']).flatMap(itemsOf) : [variant];

function membersOf({properties, additionalProperties}: JsonObject): readonly (readonly [string, JsonObject])[] {
  const named = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]) =>
    isObject(schema) ? [[name, schema] as const] : [],
  );
  if (!isObject(additionalProperties)) return named;
  const isWorthNaming =
    additionalProperties['description'] !== undefined ||
    variantsOf(additionalProperties).some((variant) => itemsOf(variant).some((one) => membersOf(one).length > 0));
  return isWorthNaming ? [...named, [ANY_NAME, additionalProperties]] : named;
}

/** Returns the forms that a value may have, without `null`. References lead to any JSON value, and nowhere else. */
function variantsOf(schema: JsonObject): readonly JsonObject[] {
  const forms = [schema['anyOf'], schema['oneOf']].find(isList);
  if (forms === undefined) return schema['type'] === 'null' ? [] : [schema];
  return forms.filter((form): form is JsonObject => isObject(form)).flatMap(variantsOf);
}

const valuesOf = ({enum: several, const: one}: JsonObject): readonly Json[] =>
  isList(several) ? several : one === undefined ? [] : [one];

/** Returns the type of a field. A field that accepts only `null` or an empty value has the type `null`. */
function typeOf(variants: readonly JsonObject[]): string {
  const types = [...new Set(variants.flatMap(typesOf))].filter((type) => type !== 'null');
  return types.length === 0 ? 'null' : types.join(' | ');
}

const typesOf = (schema: JsonObject): readonly string[] =>
  isList(schema['type']) && schema['maxProperties'] !== 0
    ? schema['type'].map((type) => typeOfOne({...schema, type}))
    : [typeOfOne(schema)];

function typeOfOne({type, items, properties, additionalProperties, maxProperties}: JsonObject): string {
  if (maxProperties === 0) return 'null';
  if (type === 'array') return `[]${inList(isObject(items) ? typeOf(variantsOf(items)) : 'any')}`;
  if (type === 'object' && properties === undefined)
    return `map[string]${isObject(additionalProperties) ? inList(typeOf(variantsOf(additionalProperties))) : 'any'}`;
  if (type === 'object') return 'Object';
  return isText(type) ? type : 'any';
}

const inList = (type: string): string => type.replaceAll(' | ', '|');

const isText = (value: Json | undefined): value is string => typeof value === 'string';
