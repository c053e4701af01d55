import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {secretProblems} from '../../../../src/core/secret/secret-problems.ts';

const source: JsonObject = {kind: 'ConfigMap', data: {url: 'ref://db/url', plain: 'x', both: 'u:${ref://db/p}@h'}};
const wanted = new Map<string, JsonObject>([['v1:ConfigMap:a', source]]);

type Row = {readonly name: string; readonly holder: JsonObject; readonly want: readonly JsonObject[]};
it.each<Row>([
  {name: 'a value', holder: {data: {a: 'ref://db/x', b: 'u:${ref://db/x}'}}, want: []},
  {
    name: 'what cannot be read',
    holder: {data: {a: 'ref://', b: 'x${ref://a//b}'}},
    want: [
      {code: 'reference/secret-syntax', at: ['data', 'a']},
      {code: 'reference/secret-syntax', at: ['data', 'b']},
    ],
  },
  {
    name: 'a name',
    holder: {kind: 'ref://k', metadata: {name: 'a${ref://n}', namespace: 'ref://ns', labels: {name: 'ref://l'}}},
    want: [
      {code: 'reference/secret-name', at: ['kind']},
      {code: 'reference/secret-name', at: ['metadata', 'name']},
      {code: 'reference/secret-name', at: ['metadata', 'namespace']},
    ],
  },
  {
    name: 'what another resource takes from the store',
    holder: {data: {a: '${ref:v1:ConfigMap:a#data.url}', b: '${ref:v1:ConfigMap:a#data.both}'}},
    want: [
      {code: 'reference/secret-value', at: ['data', 'a'], hint: 'Refer to the secret itself: ref://db/url'},
      {code: 'reference/secret-value', at: ['data', 'b'], hint: 'Refer to the secret itself: ref://db/p'},
    ],
  },
  {
    name: 'a whole in which a secret stands',
    holder: {data: '${ref:v1:ConfigMap:a#data}'},
    want: [{code: 'reference/secret-value', at: ['data']}],
  },
  {name: 'what stands beside a secret', holder: {data: {a: '${ref:v1:ConfigMap:a#data.plain}'}}, want: []},
])('in the place of $name', ({holder, want}) =>
  expect(secretProblems({type: 'Kubernetes', attributes: holder}, wanted)).toMatchObject(want),
);
