import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {fieldSet} from '../../../../src/kubernetes/fields/field-set.ts';
import type {Manager} from '../../../../src/kubernetes/fields/managers.ts';
import {DEDUCED} from '../../../../src/kubernetes/fields/schema.ts';
import {conflictsLeft, withLastApplied} from '../../../../src/sandbox/fields/last-applied.ts';

const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';

const map = (data: JsonObject, applied?: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'a',
    ...(applied === undefined ? {} : {annotations: {[ANNOTATION]: JSON.stringify(applied)}}),
  },
  data,
});

const conflict = (...keys: readonly string[]): Manager => ({
  manager: 'kubectl-client-side-apply',
  operation: 'Update',
  apiVersion: 'v1',
  subresource: '',
  fields: fieldSet(keys.map((key) => [{field: 'data'}, {field: key}])),
});

const left = (live: JsonObject, manager = 'kubectl') =>
  conflictsLeft([conflict('a', 'b')], {manager, live, schema: DEDUCED}).flatMap(({fields}) => [
    ...(fields.children.get('f:data')?.members ?? []),
  ]);

describe("fields of kubectl's client-side apply", () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ['all of it stands as it was applied', map({a: '1', b: '2'}, map({a: '1', b: '2'})), []],
    ['somebody changed a part of it', map({a: '1', b: '9'}, map({a: '1', b: '2'})), ['f:b']],
    ['it applied less', map({a: '1', b: '2'}, map({a: '1'})), ['f:b']],
    [
      'it was applied in another version',
      map({a: '1', b: '2'}, {...map({a: '1', b: '2'}), apiVersion: 'v2'}),
      ['f:a', 'f:b'],
    ],
    ['the annotation is none', map({a: '1', b: '2'}), ['f:a', 'f:b']],
  ])('kubectl conflicts only over fields that it did not apply before: %s', (_, live, expected) => {
    expect(left(live)).toEqual(expected);
  });

  it("fields of kubectl's client-side apply are not taken over by other managers", () => {
    expect(left(map({a: '1', b: '2'}, map({a: '1', b: '2'})), 'gantry')).toEqual(['f:a', 'f:b']);
  });
});

describe("the annotation of kubectl's client-side apply", () => {
  const live = map({a: '2'}, map({a: '1'}));
  const annotated = (object: JsonObject) =>
    (object['metadata'] as {annotations?: JsonObject}).annotations?.[ANNOTATION];

  it('the annotation contains the applied configuration without itself, sorted by name', () => {
    const desired = {...map({b: '2', a: '2'}, {}), kind: 'ConfigMap'};
    expect(annotated(withLastApplied(live, desired, 'kubectl'))).toBe(
      '{"apiVersion":"v1","data":{"a":"2","b":"2"},"kind":"ConfigMap","metadata":{"annotations":{},"name":"a"}}\n',
    );
  });

  it('the annotation is not changed by other managers', () => {
    expect(withLastApplied(live, map({a: '2'}), 'gantry')).toBe(live);
  });

  it('the annotation is not created if it is missing', () => {
    expect(withLastApplied(map({a: '1'}), map({a: '2'}), 'kubectl')).toEqual(map({a: '1'}));
  });
});
