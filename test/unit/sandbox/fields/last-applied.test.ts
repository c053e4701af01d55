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

describe('what kubectl applied the older way', () => {
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
  ])('is in conflict only where it is not its own: %s', (_, live, expected) => {
    expect(left(live)).toEqual(expected);
  });

  it('is not taken over by others', () => {
    expect(left(map({a: '1', b: '2'}, map({a: '1', b: '2'})), 'gantry')).toEqual(['f:a', 'f:b']);
  });
});

describe('the annotation of the older apply', () => {
  const live = map({a: '2'}, map({a: '1'}));
  const annotated = (object: JsonObject) =>
    (object['metadata'] as {annotations?: JsonObject}).annotations?.[ANNOTATION];

  it('says what kubectl applies, in the order of names and without itself', () => {
    const desired = {...map({b: '2', a: '2'}, {}), kind: 'ConfigMap'};
    expect(annotated(withLastApplied(live, desired, 'kubectl'))).toBe(
      '{"apiVersion":"v1","data":{"a":"2","b":"2"},"kind":"ConfigMap","metadata":{"annotations":{},"name":"a"}}\n',
    );
  });

  it('is left alone by every other manager', () => {
    expect(withLastApplied(live, map({a: '2'}), 'gantry')).toBe(live);
  });

  it('is not made where there is none', () => {
    expect(withLastApplied(map({a: '1'}), map({a: '2'}), 'kubectl')).toEqual(map({a: '1'}));
  });
});
