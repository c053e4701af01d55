import {expect, it} from 'vitest';
import {readYaml} from '../../../../src/config/yaml/read-yaml.ts';
import {formatFieldPath} from '../../../../src/core/fields/field-path.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {findField} from '../../../../src/kubernetes/plan/find-field.ts';
import {fieldPathOf, placeOf} from '../../../../src/kubernetes/plan/source-map.ts';
import {schemaOf} from '../fields/fixtures/schema-of.ts';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {"a.b/c": x, team: shop}
spec:
  replicas: 2
  template:
    spec:
      containers:
        - image: busybox:1
          name: side
        - name: app
          args: [--a, --b]
          ports:
            - containerPort: 80
            - containerPort: 80
              protocol: UDP
          env:
            - {name: A, value: "1"}
`;
const SECRET = `apiVersion: v1
kind: Secret
metadata: {name: keys}
data: {a: YQ==, b: Yg==}
stringData:
  a: more
`;

const read = (text: string, filled: JsonObject = {}) => {
  const [document] = readYaml(text, 'web.yaml').documents;
  const object = document?.value as JsonObject & {readonly metadata: JsonObject};
  const written = {...object, metadata: {...object.metadata, ...filled}};
  return {written, schema: schemaOf(written as never), origin: document?.origin};
};

it.each([
  {path: 'spec.replicas', want: '7:13'},
  {path: 'metadata.labels.team', want: '5:30'},
  {path: 'metadata.labels["a.b/c"]', want: '5:21'},
  {path: 'spec.template.spec.containers[name="app"].args', want: '14:17'},
  {path: 'spec.template.spec.containers[name="side"].image', want: '11:18'},
  {path: 'spec.template.spec.containers[name="app"]', want: '13:11'},
  {
    path: 'spec.template.spec.containers[name="app"].ports[containerPort=80,protocol="TCP"].containerPort',
    want: '16:30',
  },
  {path: 'spec.template.spec.containers[name="app"].ports[containerPort=80,protocol="UDP"].protocol', want: '18:25'},
  {path: 'spec.template.spec.containers[name="app"].env[name="A"].value', want: '20:32'},
  {path: 'spec.template', want: '8:3'},
  {path: 'metadata.namespace', filled: {namespace: 'shop'}, want: undefined},
])('$path is located at $want', ({path, filled, want}) => {
  const source = read(WEB, filled);
  const found = findField(path, [source.written], source.schema);
  expect(found && formatFieldPath(found)).toBe(path);
  const place = placeOf(source, found ?? []);
  expect(place && `${place.line}:${place.column}`).toBe(want);
});

it.each(['spec.paused', 'spec.template.spec.containers[name="gone"].image', 'metadata.labels.other'])(
  'a field that the file does not contain has no location: %s',
  (path) => {
    const source = read(WEB);
    const whole = {
      ...source.written,
      metadata: {labels: {other: 'y'}},
      spec: {paused: true, template: {spec: {containers: [{name: 'gone', image: 'x'}]}}},
    };
    const found = findField(path, [whole], source.schema);
    expect(found).toBeDefined();
    expect(placeOf(source, found ?? [])).toBeUndefined();
  },
);

it.each([
  {key: 'a', want: 6},
  {key: 'b', want: 4},
])('data.$key of a Secret has the line of its value, in stringData first', ({key, want}) =>
  expect(placeOf(read(SECRET), [{field: 'data'}, {field: key}])?.line).toBe(want),
);

it('a location in the text has the same field path as in a plan', () => {
  const {written, schema} = read(WEB);
  const place = ['spec', 'template', 'spec', 'containers', 1, 'ports', 0, 'containerPort'];
  expect(formatFieldPath(fieldPathOf(written, place, schema))).toBe(
    'spec.template.spec.containers[name="app"].ports[containerPort=80,protocol="TCP"].containerPort',
  );
});
