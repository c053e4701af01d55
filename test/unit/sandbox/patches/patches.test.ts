import {expect, it} from 'vitest';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {customResources} from '../../../../src/sandbox/custom/custom-resources.ts';
import {applyJsonPatch} from '../../../../src/sandbox/patches/json-patch.ts';
import {applyMergePatch} from '../../../../src/sandbox/patches/merge-patch.ts';
import {patchType} from '../../../../src/sandbox/patches/patch-type.ts';
import {patchedObject} from '../../../../src/sandbox/patches/patched-object.ts';
import {applyStrategicPatch} from '../../../../src/sandbox/patches/strategic-merge-patch.ts';
import {widgets} from '../custom/measured/read-measured.ts';
import {builtIn, refusal, shared} from '../decode/resource.ts';

const REFUSED = 'the server rejected our request due to an error in our request';

it.each<[string, readonly JsonObject[], Json]>([
  ['adds behind the last', [{op: 'add', path: '/l/-', value: 3}], {a: 1, l: [1, 2, 3]}],
  ['counts from the end', [{op: 'remove', path: '/l/-1'}], {a: 1, l: [1]}],
  ['replaces what is not there', [{op: 'replace', path: '/b', value: 2}], {a: 1, b: 2, l: [1, 2]}],
  [
    'tests before it goes on',
    [
      {op: 'test', path: '/a', value: 1},
      {op: 'remove', path: '/a'},
    ],
    {l: [1, 2]},
  ],
  ['moves', [{op: 'move', from: '/a', path: '/l/0'}], {l: [1, 1, 2]}],
  ['reads ~1 as a slash', [{op: 'add', path: '/x~1y', value: 0}], {a: 1, l: [1, 2], 'x/y': 0}],
])('a JSON patch %s', (_, operations, want) => expect(applyJsonPatch({a: 1, l: [1, 2]}, operations)).toEqual(want));

it.each<[string, JsonObject]>([
  ['a test that fails', {op: 'test', path: '/a', value: 2}],
  ['a missing field', {op: 'remove', path: '/b'}],
  ['an index beyond the end', {op: 'add', path: '/l/4', value: 1}],
  ['a path into a missing field', {op: 'add', path: '/b/c', value: 1}],
  ['an unknown operation', {op: 'foo', path: '/a'}],
])('a JSON patch is refused for %s', (_, operation) =>
  expect(refusal(() => applyJsonPatch({a: 1, l: [1, 2]}, [operation]))).toBe(REFUSED),
);

it('a merge patch removes fields that are null, also inside of new values', () => {
  const patched = applyMergePatch({a: 1, b: {c: 1}}, {a: null, b: {d: {e: null, f: [null]}}});
  expect(patched).toEqual({b: {c: 1, d: {f: [null]}}});
});

const POD = builtIn('pods');
const pod = (spec: Json): JsonObject => ({spec});
const strategic = (before: JsonObject, patch: JsonObject) =>
  applyStrategicPatch(before, patch, patchType(POD.components(), POD.component));

const both = pod({
  containers: [
    {name: 'a', image: '1'},
    {name: 'b', image: '1'},
  ],
  tolerations: [{key: 'x'}],
});
const names = (patch: Json) => {
  const {containers} = strategic(both, pod(patch))['spec'] as {containers: readonly {name: string}[]};
  return containers.map(({name}) => name).join('');
};

// The outcomes are those of kube-apiserver 1.34.4.
it.each<[string, Json, string]>([
  ['merges by name', {containers: [{name: 'b', image: '2'}]}, 'ab'],
  ['follows the order of the patch', {containers: [{name: 'b', image: '2'}, {name: 'a'}]}, 'ba'],
  ['deletes one', {containers: [{name: 'a', $patch: 'delete'}]}, 'b'],
  ['replaces the list', {containers: [{name: 'c'}, {$patch: 'replace'}]}, 'c'],
  ['reorders alone', {'$setElementOrder/containers': [{name: 'b'}, {name: 'a'}]}, 'ba'],
])('a strategic merge patch %s', (_, patch, want) => expect(names(patch)).toBe(want));

it('a strategic merge patch replaces lists without a merge key, and keeps only the retained keys', () => {
  const {spec} = strategic(both, pod({tolerations: [{key: 'y'}]}));
  expect(spec).toMatchObject({tolerations: [{key: 'y'}]});
  const volumes = pod({volumes: [{name: 'v', emptyDir: {}}]});
  const patch = pod({volumes: [{name: 'v', $retainKeys: ['name', 'configMap'], configMap: {name: 'c'}}]});
  expect(strategic(volumes, patch)).toEqual(pod({volumes: [{name: 'v', configMap: {name: 'c'}}]}));
});

it.each<[Json, string]>([
  [{containers: [{image: 'x'}]}, 'map: map[image:x] does not contain declared merge key: name'],
  [{containers: [{name: 'a', $patch: 'foo'}]}, 'unknown patch type: foo in map: map[$patch:foo name:a]'],
  [{$retainKeys: 'x'}, 'invalid patch format of retainKeys'],
  [{'$setElementOrder/containers': 'x'}, 'expected a []interface {}, but received a string'],
])('the strategic merge patch %j is refused', (patch, want) =>
  expect(refusal(() => strategic(both, pod(patch)))).toBe(want),
);

it('the error of a custom resource after an invalid patch shows all fields sorted, as the server keeps them', () => {
  const [resource] = customResources(widgets(), shared);
  if (resource === undefined) throw new Error('no version is served');
  const before = {
    apiVersion: 'custom.example.com/v1',
    kind: 'Widget',
    metadata: {name: 'w', uid: 'u', labels: {b: '1', a: '2'}},
    spec: {color: 'red', nested: {bar: 1}},
  };
  const body = {value: {spec: {color: 'blue', bad: 1}}, duplicates: [], complaints: []};
  const patching = {type: 'application/merge-patch+json', body, before, resource, validation: 'Strict'} as const;
  const shown = {
    apiVersion: 'custom.example.com/v1',
    kind: 'Widget',
    metadata: {labels: {a: '2', b: '1'}, name: 'w', uid: 'u'},
    spec: {bad: 1, color: 'blue', nested: {bar: 1}},
  };
  expect(refusal(() => patchedObject(patching))).toContain(
    `patch: Invalid value: ${JSON.stringify(JSON.stringify(shown))}: strict decoding error: unknown field "spec.bad"`,
  );
});
