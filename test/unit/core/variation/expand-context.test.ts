import {expect, it} from 'vitest';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {resolveReferences} from '../../../../src/core/reference/resolve-references.ts';
import {expandContext} from '../../../../src/core/variation/expand-context.ts';
import {locate} from '../../../../src/core/variation/located.ts';

const ORIGIN = {file: 'a.yaml', position: () => ({file: 'a.yaml', line: 1, column: 1, endColumn: 1, text: ''})};
const context: JsonObject = {
  region: 'eu-1',
  replicas: 3,
  zones: ['a', 'b'],
  literal: '${ref:v1:ConfigMap:a#data.b}',
  'dotted.name': 'd',
  dollar: '$&',
};

function expand(value: Json, escapes = false): {readonly value: Json; readonly problems: readonly string[]} {
  const problems: string[] = [];
  const workspace = {name: 'prod', context};
  const node = expandContext(locate(value, ORIGIN), {
    workspace,
    escapes,
    report: ({message}) => problems.push(message),
  });
  return {value: node.value, problems};
}

it.each<[Json, Json]>([
  ['${context:region}', 'eu-1'],
  ['${context:replicas}', 3],
  ['${context:zones}', ['a', 'b']],
  ['n=${context:replicas} in ${context:region}', 'n=3 in eu-1'],
  ['${context:dotted.name}', 'd'],
  // `$&` is data, not a pattern of replacement.
  ['a ${context:dollar} b', 'a $& b'],
  ['$${context:region}', '${context:region}'],
  ['$$${context:region}', '$${context:region}'],
  ['${contextual} $context:region {context:region}', '${contextual} $context:region {context:region}'],
  [
    ['x', {a: '${context:region}'}],
    ['x', {a: 'eu-1'}],
  ],
])('%j becomes %j', (value, want) => expect(expand(value)).toEqual({value: want, problems: []}));

it('a value without context variables is returned unchanged', () => {
  const node = locate({a: ['x', {b: '$${ref:a#b}'}]}, ORIGIN);
  expect(expandContext(node, {workspace: undefined, escapes: true, report: () => undefined})).toBe(node);
});

it.each(['${context:literal}', 'x ${context:literal}'])(
  'a value substituted for %s is never read as a reference',
  (text) => {
    const {value} = expand({a: text}, true);
    const lookup = () => ({data: {b: 'taken'}});
    const {attributes} = resolveReferences(value as JsonObject, lookup);
    expect(attributes).toEqual({a: text.replace('${context:literal}', '${ref:v1:ConfigMap:a#data.b}')});
  },
);

it('an error about a possible credential does not contain its value', () => {
  const problems: string[] = [];
  const workspace = {name: 'prod', context: {apiToken: 'hunter2', url: 'https://u:hunter2@host'}};
  expandContext(locate(['${context:apiToken}', '${context:url}'], ORIGIN), {
    workspace,
    escapes: false,
    report: ({message, hint}) => problems.push(`${message} ${hint ?? ''}`),
  });
  expect(problems).toHaveLength(2);
  expect(problems.join()).not.toContain('hunter2');
});

it.each<[string, Json]>([
  ['a reference', 'ref://db/host'],
  ['a reference inside a text', 'postgres://${ref://db/host}'],
  ['a mapping that contains a reference', {host: {name: ['ref://db/host']}}],
  ['a list that contains a reference', ['a', 'ref://db/host']],
  ['a presigned URL', 'https://files.example/k?X-Amz-Signature=hunter2'],
  ['a mapping that contains a password', {db: {password: 'hunter2'}}],
])('%s is refused as a value for a stack, because a spec would contain it', (_name, value) => {
  const problems: string[] = [];
  const node = expandContext(locate('${context:HOST}', ORIGIN), {
    workspace: {name: 'prod', context: {HOST: value}},
    escapes: false,
    report: ({message}) => problems.push(message),
  });
  expect(problems).toEqual([expect.stringContaining('is, or may be, a credential')]);
  expect(JSON.stringify([node.value, problems])).not.toMatch(/hunter2|ref:\/\//);
});
