import {expect, it} from 'vitest';
import {formatFieldPath} from '../../../../src/core/fields/field-path.ts';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {redactLeaf} from '../../../../src/core/secret/redacted-value.ts';
import {DEDUCED} from '../../../../src/kubernetes/fields/schema.ts';
import {writtenSince} from '../../../../src/kubernetes/plan/written-since.ts';

const entry = (manager: string, operation: string, fieldsV1: JsonObject): JsonObject => ({
  manager,
  operation,
  apiVersion: 'v1',
  fieldsType: 'FieldsV1',
  fieldsV1,
});

const OURS = {'f:data': {'f:size': {}, 'f:zones': {}}};
const SECRET = (value: string): Json => redactLeaf('k', 'id', ['data', 'size'], value);

type Case = {
  readonly name: string;
  readonly data: JsonObject;
  readonly applied?: JsonObject;
  readonly managers?: readonly JsonObject[];
  readonly want: readonly string[];
};

it.each<Case>([
  {name: 'the recorded value', data: {size: '1'}, want: []},
  {name: 'another value that only Gantry owns', data: {size: '2'}, want: ['data.size']},
  {name: 'a field that Gantry owns and the record does not have', data: {size: '1', zones: 'a'}, want: ['data.zones']},
  {
    name: 'another value that another program owns',
    data: {size: '2'},
    managers: [
      entry('gantry', 'Apply', {'f:data': {'f:zones': {}}}),
      entry('kubectl-edit', 'Update', {'f:data': {'f:size': {}}}),
    ],
    want: [],
  },
  {
    name: 'another value that Gantry shares with another program',
    data: {size: '2'},
    managers: [entry('gantry', 'Apply', OURS), entry('argocd', 'Apply', {'f:data': {'f:size': {}}})],
    want: [],
  },
  {name: 'a field that was removed', data: {zones: 'a'}, applied: {size: '1', zones: 'a'}, want: []},
  {name: 'an empty value in place of none', data: {size: '1', zones: ''}, want: []},
  {name: 'a value that the record has redacted', data: {size: '1'}, applied: {size: SECRET('1')}, want: []},
  {name: 'an object that Gantry has not written', data: {size: '2'}, managers: [], want: []},
])(
  'a live object with $name shows $want',
  ({data, applied = {size: '1'}, managers = [entry('gantry', 'Apply', OURS)], want}) => {
    const live = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {managedFields: managers}, data};
    const found = writtenSince({
      live,
      apiVersion: 'v1',
      applied: {data: applied},
      schema: DEDUCED,
      seal: (object) => object,
    });
    expect(found.map(formatFieldPath)).toEqual(want);
  },
);
