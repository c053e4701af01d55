import {describe, expect, it} from 'vitest';
import {type Field, fieldsOfSchema} from '../../../../src/config/fields/field.ts';
import {fileSchema} from '../../../../src/config/fields/file-schema.ts';
import {FILE_MODELS} from '../../../../src/config/file-models.ts';
import type {JsonObject} from '../../../../src/core/json.ts';

const all = (field: Field): readonly Field[] => [field, ...field.fields.flatMap(all)];

describe.each(Object.keys(FILE_MODELS))('the schema of %s', (file) => {
  const fields = all(fieldsOfSchema(file, fileSchema(file)));

  it('every field of the schema has a description', () =>
    expect(fields.filter(({description}) => description === undefined).map(({path}) => path)).toEqual([]));

  it('every field of the schema has a readable type', () =>
    expect(fields.filter(({type}) => /undefined|\[object/.test(type))).toEqual([]));
});

const text: JsonObject = {type: 'string'};
const TYPES: readonly {readonly schema: JsonObject; readonly type: string}[] = [
  {schema: text, type: 'string'},
  {schema: {type: ['string', 'null']}, type: 'string'},
  {schema: {anyOf: [text, {type: 'null'}]}, type: 'string'},
  {schema: {type: 'array', items: text}, type: '[]string'},
  {schema: {type: 'object', additionalProperties: text}, type: 'map[string]string'},
  {schema: {anyOf: [text, {type: 'object', properties: {a: text}}]}, type: 'string | Object'},
  {schema: {type: 'array', items: {anyOf: [text, {type: 'integer'}]}}, type: '[]string|integer'},
  {schema: {$ref: '#/$defs/json'}, type: 'any'},
  {schema: {type: ['null', 'object', 'array'], maxItems: 0, maxProperties: 0}, type: 'null'},
];

describe('the type of a field', () => {
  it.each(TYPES)('a field with the schema $schema has the type $type', ({schema, type}) =>
    expect(fieldsOfSchema('file', {type: 'object', properties: {a: schema}}).fields[0]?.type).toBe(type),
  );
});

describe('fields of one name in several forms of an object', () => {
  const form = (kind: string, required: readonly string[]): JsonObject => ({
    type: 'object',
    properties: {kind: {const: kind, type: 'string', description: 'Which form.'}, [kind]: text},
    required,
  });
  const {fields} = fieldsOfSchema('file', {anyOf: [form('a', ['kind', 'a']), form('b', ['kind'])]});

  it('fields with one name become one field with the values of all forms', () =>
    expect(fields.map(({path, values, required}) => ({path, values, required}))).toEqual([
      {path: 'file.kind', values: ['a', 'b'], required: true},
      {path: 'file.a', values: undefined, required: false},
      {path: 'file.b', values: undefined, required: false},
    ]));
});
