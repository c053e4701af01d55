import {expect, it} from 'vitest';
import {localDifferences} from '../../../../../../src/adapters/kubernetes/runtime/plan/local-result.ts';
import {type Target, targetOf} from '../../../../../../src/adapters/kubernetes/runtime/plan/target.ts';
import {formatFieldPath} from '../../../../../../src/core/fields/field-path.ts';
import type {JsonObject} from '../../../../../../src/core/json.ts';
import {idOf} from '../../../../../../src/core/resource/id.ts';
import {identityOf} from '../../../../../../src/core/resource/identity.ts';
import {Secret} from '../../../../../../src/core/secret/secret.ts';
import {toFieldsV1} from '../../../../../../src/kubernetes/fields/fields-v1.ts';
import {schemaOf} from '../../../../kubernetes/fields/fixtures/schema-of.ts';

const settings = (data: JsonObject) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {name: 'settings', namespace: 'shop'},
  data,
});

/** `object` is what was written with its references resolved. */
function target(written: ReturnType<typeof settings>, object: JsonObject = written): Target {
  const identity = identityOf(written);
  const id = idOf(identity);
  const resource = {
    apiVersion: 'v1',
    group: '',
    version: 'v1',
    kind: 'ConfigMap',
    resource: 'configmaps',
    namespaced: true,
    verbs: [],
  };
  return targetOf({
    candidate: {
      resource: {id, type: 'Kubernetes', attributes: written, dependsOn: [], extensions: {}},
      origin: undefined,
      identity,
      ownId: id,
      kind: {resource, schema: schemaOf(written), planned: false},
      written,
    },
    object,
    ownership: {lineage: 'l', stackName: 's', created: false},
    digestKey: new Secret('key'),
  });
}

/** As the last apply of this left it. */
function live(data: JsonObject, more: JsonObject = {}): JsonObject {
  const {desired, fields} = target(settings(data));
  const entry = {manager: 'gantry', operation: 'Apply', apiVersion: 'v1', fieldsV1: toFieldsV1(fields)};
  const metadata = desired['metadata'] as JsonObject;
  return {...desired, data: {...data, ...more}, metadata: {...metadata, uid: 'u', managedFields: [entry]}};
}

it.each<{name: string; live: JsonObject; target: Target; want: readonly JsonObject[]}>([
  {
    name: 'what is no longer wanted goes',
    live: live({a: '1', b: '2'}),
    target: target(settings({a: '1'})),
    want: [{path: 'data.b', before: '2'}],
  },
  {
    name: 'what others have added stays',
    live: live({a: '1'}, {theirs: '9'}),
    target: target(settings({a: '1'})),
    want: [],
  },
  {
    name: 'what is set anew comes',
    live: live({a: '1'}),
    target: target(settings({a: '2', b: '3'})),
    want: [
      {path: 'data.a', before: '1', after: '2'},
      {path: 'data.b', after: '3'},
    ],
  },
  {
    name: 'what waits for its value does not go',
    live: live({a: '1', b: '2'}),
    target: target(settings({a: '1', b: '${ref:x#y}'}), settings({a: '1'})),
    want: [],
  },
])('without the server’s word $name', ({live: object, target: wanted, want}) =>
  expect(localDifferences(object, wanted).map(({path, ...rest}) => ({path: formatFieldPath(path), ...rest}))).toEqual(
    want,
  ),
);
