import {describe, expect, it} from 'vitest';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {fieldSetOf} from '../../../../src/kubernetes/fields/field-set-of.ts';
import {toFieldsV1} from '../../../../src/kubernetes/fields/fields-v1.ts';
import {project} from '../../../../src/kubernetes/fields/project.ts';
import {DEDUCED, type Schema} from '../../../../src/kubernetes/fields/schema.ts';
import {needsRequest} from '../../../../src/kubernetes/plan/needs-request.ts';
import type {Sample} from '../fields/fixtures/objects.ts';
import {schemaOf} from '../fields/fixtures/schema-of.ts';

const desired = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {name: 'a', namespace: 'b', labels: {x: '1'}},
  data: {k: 'v'},
};
const fields = fieldSetOf(desired, DEDUCED);

function live(changes: {data?: JsonObject; entry?: JsonObject; metadata?: JsonObject} = {}): JsonObject {
  const managedFields: Json = [
    {manager: 'gantry', operation: 'Apply', apiVersion: 'v1', fieldsV1: changes.entry ?? toFieldsV1(fields)},
  ];
  return {
    ...desired,
    data: changes.data ?? desired.data,
    metadata: {...desired.metadata, uid: 'u', ...changes.metadata, managedFields},
  };
}

const ask = (over: Partial<Parameters<typeof needsRequest>[0]>) =>
  needsRequest({
    desired,
    fields,
    live: live(),
    schema: DEDUCED,
    digest: () => 'd',
    redactedProjection: () => null,
    ...over,
  });

it.each([
  {name: 'nothing differs: no request', over: {}, want: false},
  {name: 'more fields of others: no request', over: {live: live({data: {k: 'v', other: 'x'}})}, want: false},
  {name: 'a value differs', over: {live: live({data: {k: 'w'}})}, want: true},
  {name: 'an equal field that is not ours yet', over: {live: live({entry: {'f:data': {}}})}, want: true},
  {
    name: 'a field that is still ours but no longer wanted',
    over: {live: live({entry: {...toFieldsV1(fields), 'f:immutable': {}}})},
    want: true,
  },
  {name: 'an object that is being deleted', over: {live: live({metadata: {deletionTimestamp: 'now'}})}, want: true},
  {
    name: 'a rewritten value that was the server’s answer to the same request',
    over: {
      live: live({data: {k: 'w'}}),
      recorded: {desiredDigest: 'd', applied: 'answer'},
      redactedProjection: () => 'answer',
    },
    want: false,
  },
  {
    name: 'a rewritten value that someone changed since',
    over: {
      live: live({data: {k: 'z'}}),
      recorded: {desiredDigest: 'd', applied: 'answer'},
      redactedProjection: () => 'other',
    },
    want: true,
  },
  {
    name: 'another request than the recorded one',
    over: {
      live: live({data: {k: 'w'}}),
      recorded: {desiredDigest: 'e', applied: 'answer'},
      redactedProjection: () => 'answer',
    },
    want: true,
  },
])('$name', ({over, want}) => expect(ask(over)).toBe(want));

const widget = (spec: JsonObject): JsonObject => ({
  apiVersion: 'example.dev/v1',
  kind: 'Widget',
  metadata: {name: 'w'},
  spec,
});

describe('a map or list that an apply left empty', () => {
  /** Live is what the server answered to the same request. */
  const asked = (wanted: JsonObject, left: JsonObject, schema: Schema): boolean => {
    const own = fieldSetOf(wanted, schema);
    const managedFields: Json = [
      {
        manager: 'gantry',
        operation: 'Apply',
        apiVersion: String(wanted['apiVersion']),
        fieldsV1: toFieldsV1(own),
      },
    ];
    return needsRequest({
      desired: wanted,
      fields: own,
      live: {...left, metadata: {...(left['metadata'] as JsonObject), managedFields}},
      schema,
      digest: () => 'd',
      recorded: {desiredDigest: 'd', applied: project(left, own, schema)},
      redactedProjection: () => project(left, own, schema),
    });
  };
  const pod = (container: JsonObject): Sample => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {name: 'x'},
    spec: {containers: [{name: 'app', ...container}]},
  });

  it.each<{name: string; wanted: JsonObject; left: JsonObject; want: boolean}>([
    {name: 'left as null needs another request', wanted: widget({map: {}}), left: widget({map: null}), want: true},
    {name: 'left out needs another request', wanted: widget({list: []}), left: widget({}), want: true},
    {
      name: 'left out with its parent needs another request',
      wanted: widget({deep: {map: {}}}),
      left: widget({}),
      want: true,
    },
    {
      name: 'left empty needs no request',
      wanted: widget({map: {}, a: 1}),
      left: widget({map: {}, a: '1'}),
      want: false,
    },
    {
      name: 'set by others needs no request',
      wanted: widget({map: {}, a: 1}),
      left: widget({map: {b: 1}, a: 2}),
      want: false,
    },
  ])('an empty map or list of a custom resource that was $name', ({wanted, left, want}) =>
    expect(asked(wanted, left, DEDUCED)).toBe(want),
  );

  it.each<{name: string; wanted: Sample; left: Sample; want: boolean}>([
    {
      name: 'a structure that is left out needs another request',
      wanted: pod({securityContext: {}}),
      left: pod({}),
      want: true,
    },
    {
      name: 'a list, which the server never keeps, needs no request',
      wanted: pod({args: []}),
      left: pod({}),
      want: false,
    },
    {
      name: 'a list of items, which the server never keeps, needs no request',
      wanted: pod({env: [], image: 'a'}),
      left: pod({image: 'b'}),
      want: false,
    },
    {
      name: 'a map, which the server never keeps, needs no request',
      wanted: pod({resources: {limits: {}}}),
      left: pod({resources: {}}),
      want: false,
    },
  ])('an empty value of a built-in kind: $name', ({wanted, left, want}) =>
    expect(asked(wanted, left, schemaOf(wanted))).toBe(want),
  );

  it('an answered empty list equals a live null', () => {
    const role = (rules: Json): Sample => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: {name: 'r'},
      rules,
    });
    const schema = schemaOf(role([]));
    const own = fieldSetOf(role([]), schema);
    const managedFields: Json = [
      {manager: 'gantry', operation: 'Apply', apiVersion: 'rbac.authorization.k8s.io/v1', fieldsV1: toFieldsV1(own)},
    ];
    const comparison = {
      desired: role([]),
      fields: own,
      live: {...role(null), metadata: {name: 'r', managedFields}},
      schema,
      digest: () => 'd',
      recorded: {desiredDigest: 'd', applied: {rules: []}},
    };
    expect(needsRequest({...comparison, redactedProjection: () => ({rules: null})})).toBe(false);
    expect(needsRequest({...comparison, redactedProjection: () => ({rules: [{verbs: ['get']}]})})).toBe(true);
  });
});

describe('a value that the server stores in another form and that another manager also owns', () => {
  const wanted: Sample = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'x'}, binaryData: {}, data: {a: '1'}};
  const left: Sample = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'x'}, data: {a: '1'}};
  const schema = schemaOf(wanted);
  const own = fieldSetOf(wanted, schema);
  const entry = (manager: string, fieldsV1: JsonObject): JsonObject => ({
    manager,
    operation: 'Apply',
    apiVersion: 'v1',
    fieldsV1,
  });
  const asked = (theirs: JsonObject): boolean => {
    const managedFields: Json = [entry('third', theirs), entry('gantry', toFieldsV1(own))];
    return needsRequest({
      desired: wanted,
      fields: own,
      live: {...left, metadata: {name: 'x', managedFields}},
      schema,
      digest: () => 'd',
      recorded: {desiredDigest: 'd', applied: 'answer'},
      redactedProjection: () => 'answer',
    });
  };

  it.each([
    {name: 'a map that it does not keep would be taken from them: a request', theirs: {'f:binaryData': {}}, want: true},
    {name: 'a field that is as it was written is shared', theirs: {'f:data': {'f:a': {}}}, want: false},
    {name: 'a field that we do not have is none of ours', theirs: {'f:immutable': {}}, want: false},
  ])('$name', ({theirs, want}) => expect(asked(theirs)).toBe(want));
});
