import {expect, it} from 'vitest';
import {readSchemaErrors} from '../../../../src/core/chart/schema-errors.ts';
import {schemaKeys} from '../../../../src/core/chart/schema-keys.ts';

const HEAD = "helm: values don't meet the specifications of the schema(s) in the following chart(s):";
const UNKNOWN = 'the schema of the chart does not know this key';

it('errors of Helm 3.18 and later are read with the paths of their values', () => {
  const text = [
    HEAD,
    'web:',
    "- at '/image': validation failed",
    "  - at '/image/tag': got number, want string",
    "  - at '/image': additional properties 'repo', 'it\\'s' not allowed",
    "- at '/hosts/0': 'A' does not match pattern '^[a-z]+$'",
    "- at '/x': 'oneOf' failed, none matched",
    "  - at '/x': got array, want string",
    "- at '/a~1b/~0': got string, want integer",
    'db:',
    "- at '': missing property 'port'",
    '',
  ].join('\n');
  const error = (chart: string, path: readonly (string | number)[], message: string, isUnknownKey = false) => ({
    chart,
    path,
    message,
    isUnknownKey,
  });
  expect(readSchemaErrors(text)).toEqual([
    error('web', ['image', 'tag'], 'got number, want string'),
    error('web', ['image', 'repo'], UNKNOWN, true),
    error('web', ['image', "it's"], UNKNOWN, true),
    error('web', ['hosts', 0], "'A' does not match pattern '^[a-z]+$'"),
    error('web', ['x'], "'oneOf' failed, none matched"),
    error('web', ['a/b', '~'], 'got string, want integer'),
    error('db', [], "missing property 'port'"),
  ]);
});

it('errors of Helm before 3.18 are read as well', () => {
  const text = [
    HEAD,
    'web:',
    '- (root): Additional property replica is not allowed',
    '- image.tag: Invalid type. Expected: string, given: integer',
    '- hosts.0: Does not match pattern',
    '',
  ].join('\n');
  expect(readSchemaErrors(text)).toEqual([
    {chart: 'web', path: ['replica'], message: UNKNOWN, isUnknownKey: true},
    {
      chart: 'web',
      path: ['image', 'tag'],
      message: 'Invalid type. Expected: string, given: integer',
      isUnknownKey: false,
    },
    {chart: 'web', path: ['hosts', 0], message: 'Does not match pattern', isUnknownKey: false},
  ]);
});

it('another error of Helm has no schema errors', () => {
  expect(readSchemaErrors('helm: template: web/templates/a.yaml:1:2: boom')).toBeUndefined();
});

const SCHEMA = {
  properties: {
    image: {$ref: '#/definitions/image'},
    list: {items: {properties: {name: {}}}},
    loop: {$ref: '#/definitions/loop'},
  },
  allOf: [{properties: {extra: {}}}],
  definitions: {image: {properties: {tag: {}, repository: {}}}, loop: {$ref: '#/definitions/loop'}},
};

it.each([
  {path: [], keys: ['image', 'list', 'loop', 'extra']},
  {path: ['image'], keys: ['tag', 'repository']},
  {path: ['list', 3], keys: ['name']},
  {path: ['loop'], keys: []},
  {path: ['none'], keys: []},
])('the keys of a schema at $path are $keys', ({path, keys}) => {
  expect(schemaKeys(SCHEMA, path)).toEqual(keys);
});
