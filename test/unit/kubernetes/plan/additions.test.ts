import {expect, it} from 'vitest';
import {formatFieldPath} from '../../../../src/core/fields/field-path.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {fieldSetOf} from '../../../../src/kubernetes/fields/field-set-of.ts';
import {DEDUCED} from '../../../../src/kubernetes/fields/schema.ts';
import {findAdditions} from '../../../../src/kubernetes/plan/additions.ts';

const entry = (manager: string, fieldsV1: JsonObject, more: JsonObject = {}): JsonObject => ({
  manager,
  operation: 'Update',
  apiVersion: 'v1',
  time: '2026-01-02T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1,
  ...more,
});

const found = (spec: JsonObject, ours: JsonObject, ...entries: readonly JsonObject[]) =>
  findAdditions({
    live: {apiVersion: 'example.dev/v1', kind: 'Widget', spec, status: {a: 1}, metadata: {managedFields: entries}},
    ours: () => fieldSetOf({spec: ours}, DEDUCED),
    schema: DEDUCED,
  }).map(({path, owner, byController}) => [formatFieldPath(path), owner.manager, byController]);

const CASES: readonly {readonly title: string; readonly got: () => unknown; readonly want: readonly unknown[]}[] = [
  {
    title: 'a field of somebody else',
    got: () => found({a: 1, b: 2}, {a: 1}, entry('kubectl-edit', {'f:spec': {'f:b': {}}})),
    want: [['spec.b', 'kubectl-edit', false]],
  },
  {
    title: 'not a field that is ours, too',
    got: () => found({a: 1}, {a: 1}, entry('kubectl-edit', {'f:spec': {'f:a': {}}})),
    want: [],
  },
  {
    title: 'a part that others hold alone, as a whole',
    got: () =>
      found({a: 1, b: {c: 1, d: {e: 2}}}, {a: 1}, entry('k9s', {'f:spec': {'f:b': {'f:c': {}, 'f:d': {'f:e': {}}}}})),
    want: [['spec.b', 'k9s', false]],
  },
  {
    title: 'of a part in which nobody owns a field only what is somebody’s',
    got: () => found({a: 1, b: {c: 1, filled: 2}}, {a: 1}, entry('k9s', {'f:spec': {'f:b': {'f:c': {}}}})),
    want: [['spec.b.c', 'k9s', false]],
  },
  {
    title: 'what is in an empty map of ours',
    got: () => found({b: {c: 1}}, {b: {}}, entry('k9s', {'f:spec': {'f:b': {'f:c': {}}}})),
    want: [['spec.b.c', 'k9s', false]],
  },
  {
    title: 'one part once: by the person before the controller',
    got: () =>
      found(
        {b: {c: 1}},
        {},
        entry('some-operator', {'f:spec': {'f:b': {'f:c': {}}}}, {time: '2026-01-03T00:00:00Z'}),
        entry('k9s', {'f:spec': {'f:b': {'f:c': {}}}}),
      ),
    want: [['spec.b', 'k9s', false]],
  },
  {
    title: 'not the status, and nothing that is no longer there',
    got: () => found({}, {}, entry('k9s', {'f:status': {'f:a': {}}, 'f:spec': {'f:gone': {}}})),
    want: [],
  },
  {
    title: 'not what Gantry itself holds',
    got: () => found({b: 1}, {}, entry('gantry', {'f:spec': {'f:b': {}}}, {operation: 'Apply'})),
    want: [],
  },
];

it.each(CASES)('lists $title', ({got, want}) => expect(got()).toEqual(want));
