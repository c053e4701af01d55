import {expect, it} from 'vitest';
import {fieldSetOf} from '../../../../src/core/fields/field-set-of.ts';
import {toFieldsV1} from '../../../../src/core/fields/fields-v1.ts';
import {DEDUCED} from '../../../../src/core/fields/schema.ts';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {needsRequest} from '../../../../src/core/plan/needs-request.ts';

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
    sealedProjection: () => null,
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
      sealedProjection: () => 'answer',
    },
    want: false,
  },
  {
    name: 'a rewritten value that someone changed since',
    over: {
      live: live({data: {k: 'z'}}),
      recorded: {desiredDigest: 'd', applied: 'answer'},
      sealedProjection: () => 'other',
    },
    want: true,
  },
  {
    name: 'another request than the recorded one',
    over: {
      live: live({data: {k: 'w'}}),
      recorded: {desiredDigest: 'e', applied: 'answer'},
      sealedProjection: () => 'answer',
    },
    want: true,
  },
])('$name', ({over, want}) => expect(ask(over)).toBe(want));
