import {expect, it} from 'vitest';
import {canonicalQuantity} from '../../../../src/sandbox/decode/canonical-quantity.ts';
import {decodeObject} from '../../../../src/sandbox/decode/decode-object.ts';
import {readBody} from '../../../../src/sandbox/decode/read-body.ts';
import {builtIn, refusal} from './resource.ts';

const read = (text: string, contentType = 'application/json', kind = 'ConfigMap') =>
  readBody({body: Buffer.from(text), contentType, kind, protobuf: () => ({})});

const decode = (key: string, text: string, validation: 'Strict' | 'Warn' | 'Ignore' = 'Strict', type?: string) => {
  const resource = builtIn(key);
  const body = read(text, type, resource.kind);
  return decodeObject(body.value, resource, validation, body);
};

const UNKNOWN = 'the object provided is unrecognized (must be of type ConfigMap): ';
const PARSE = `${UNKNOWN}couldn't get version/kind; json parse error: `;

// All measured on kube-apiserver 1.34.4.
it.each([
  ['', `${PARSE}unexpected end of JSON input (<empty>)`],
  ['{"a":}', `${PARSE}invalid character '}' looking for beginning of value ({"a":})`],
  ['{"a" 1}', `${PARSE}invalid character '1' after object key ({"a" 1})`],
  ['{"a":1,}', `${PARSE}invalid character '}' looking for beginning of object key string ({"a":1,})`],
  ['{"a":tru}', `${PARSE}invalid character '}' in literal true (expecting 'e') ({"a":tru})`],
  ['[1,]', `${PARSE}invalid character ']' looking for beginning of value (5b312c5d)`],
  ['{"kind":1}', `${PARSE}json: cannot unmarshal number into Go struct field .kind of type string ({"kind":1})`],
  [
    '{"apiVersion":"a/b/c","kind":"ConfigMap"}',
    `${UNKNOWN}unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c","kind":" ...)`,
  ],
])("the body %j has the server's error", (text, want) => expect(refusal(() => read(text))).toBe(want));

it.each([['text/plain'], ['application/json;foo'], ['application/cbor'], ['*/*']])(
  'a body of type %s is refused',
  (type) => {
    expect(refusal(() => read('{}', type))).toMatch(
      /^the body of the request was in an unknown format - accepted media/,
    );
  },
);

it('a body over 3 MiB is refused', () => {
  expect(refusal(() => read(`"${'x'.repeat(3_145_728)}"`))).toBe('Request entity too large: limit is 3145728');
});

const MAP = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: ';
const DEPLOYMENT = 'Deployment in version "v1" cannot be handled as a Deployment: ';
const CLAIM = 'PersistentVolumeClaim in version "v1" cannot be handled as a PersistentVolumeClaim: ';
const SLICE = 'ResourceSlice in version "v1" cannot be handled as a ResourceSlice: ';
const REQUEST = 'CertificateSigningRequest in version "v1" cannot be handled as a CertificateSigningRequest: ';
const container = (fields: object) => JSON.stringify({spec: {template: {spec: {containers: [fields]}}}});

it.each([
  [
    'configmaps',
    '{"data":{"a":1}}',
    `${MAP}json: cannot unmarshal number into Go struct field ConfigMap.data of type string`,
  ],
  [
    'configmaps',
    '{"data":[]}',
    `${MAP}json: cannot unmarshal array into Go struct field ConfigMap.data of type map[string]string`,
  ],
  [
    'configmaps',
    '{"metadata":"x"}',
    `${MAP}json: cannot unmarshal string into Go struct field ConfigMap.metadata of type v1.ObjectMeta`,
  ],
  ['configmaps', '{"binaryData":{"a":"!"}}', `${MAP}illegal base64 data at input byte 0`],
  [
    'configmaps',
    '{"metadata":{"creationTimestamp":"x"}}',
    `${MAP}parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"`,
  ],
  [
    'configmaps',
    '{"apiVersion":"v1","kind":"Secret"}',
    'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
  ],
  [
    'configmaps',
    '{"apiVersion":"v2","kind":"ConfigMap"}',
    'ConfigMap in version "v2" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "v2" in scheme "pkg/runtime/scheme.go:110"',
  ],
  [
    'deployments.apps',
    '{"spec":{"replicas":"3"}}',
    `${DEPLOYMENT}json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32`,
  ],
  [
    'deployments.apps',
    '{"spec":{"replicas":1.5}}',
    `${DEPLOYMENT}json: cannot unmarshal number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32`,
  ],
  [
    'deployments.apps',
    container({ports: [{protocol: 1}]}),
    `${DEPLOYMENT}json: cannot unmarshal number into Go struct field ContainerPort.spec.template.spec.containers.ports.protocol of type v1.Protocol`,
  ],
  [
    'deployments.apps',
    container({ports: {}}),
    `${DEPLOYMENT}json: cannot unmarshal object into Go struct field Container.spec.template.spec.containers.ports of type []v1.ContainerPort`,
  ],
  [
    'deployments.apps',
    container({resources: {limits: 'a'}}),
    `${DEPLOYMENT}json: cannot unmarshal string into Go struct field ResourceRequirements.spec.template.spec.containers.resources.limits of type v1.ResourceList`,
  ],
  [
    'persistentvolumeclaims',
    '{"status":{"allocatedResourceStatuses":5}}',
    `${CLAIM}json: cannot unmarshal number into Go struct field PersistentVolumeClaimStatus.status.allocatedResourceStatuses of type map[v1.ResourceName]v1.ClaimResourceStatus`,
  ],
  [
    'persistentvolumeclaims',
    '{"status":{"allocatedResourceStatuses":{"storage":5}}}',
    `${CLAIM}json: cannot unmarshal number into Go struct field PersistentVolumeClaimStatus.status.allocatedResourceStatuses of type v1.ClaimResourceStatus`,
  ],
  [
    'resourceslices.resource.k8s.io',
    '{"spec":{"devices":[{"attributes":5}]}}',
    `${SLICE}json: cannot unmarshal number into Go struct field Device.spec.devices.attributes of type map[v1.QualifiedName]v1.DeviceAttribute`,
  ],
  [
    'certificatesigningrequests.certificates.k8s.io',
    '{"spec":{"extra":5}}',
    `${REQUEST}json: cannot unmarshal number into Go struct field CertificateSigningRequestSpec.spec.extra of type map[string]v1.ExtraValue`,
  ],
  [
    'certificatesigningrequests.certificates.k8s.io',
    '{"spec":{"extra":{"a":5}}}',
    `${REQUEST}json: cannot unmarshal number into Go struct field CertificateSigningRequestSpec.spec.extra of type v1.ExtraValue`,
  ],
  [
    'certificatesigningrequests.certificates.k8s.io',
    '{"spec":{"extra":{"a":[5]}}}',
    `${REQUEST}json: cannot unmarshal number into Go struct field CertificateSigningRequestSpec.spec.extra of type string`,
  ],
  [
    'deployments.apps',
    container({foo: 1}),
    `${DEPLOYMENT}strict decoding error: unknown field "spec.template.spec.containers[0].foo"`,
  ],
  [
    'configmaps',
    '{"metadata":{"name":"a","foo":1,"name":"b"},"x":1,"data":{"a":"b","a":"c"}}',
    `${MAP}strict decoding error: unknown field "metadata.foo", duplicate field "metadata.name", unknown field "x", duplicate field "data.a"`,
  ],
])("a %s with %j is refused in the server's words", (key, text, want) =>
  expect(refusal(() => decode(key, text))).toBe(want),
);

it('unknown fields are reported as warnings, or dropped silently', () => {
  expect(decode('configmaps', '{"Data":{}}', 'Warn').warnings).toEqual(['unknown field "Data"']);
  expect(decode('configmaps', '{"Data":{}}', 'Ignore')).toMatchObject({warnings: [], object: {kind: 'ConfigMap'}});
});

it('a duplicate field in YAML is reported with the line of the second one', () => {
  const text = 'kind: ConfigMap\ndata: {a: "1"}\ndata: {b: "2"}\n';
  expect(refusal(() => decode('configmaps', text, 'Strict', 'application/yaml'))).toBe(
    `${MAP}strict decoding error: yaml: unmarshal errors:\n  line 3: key "data" already set in map`,
  );
});

it('zero values are left out like in Go, and values with a pointer type stay', () => {
  const text = JSON.stringify({
    metadata: {name: 'a', labels: {}},
    data: {a: null},
    binaryData: {b: null},
    immutable: false,
  });
  expect(decode('configmaps', text).object).toEqual({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {name: 'a'},
    data: {a: ''},
    binaryData: {b: ''},
    immutable: false,
  });
  const role = decode('roles.rbac.authorization.k8s.io', '{"metadata":{"name":"a"},"rules":[]}').object;
  expect(role['rules']).toBeNull();
  const {spec} = decode('deployments.apps', '{"spec":{"replicas":0,"paused":false,"template":{}}}').object;
  expect(spec).toMatchObject({replicas: 0, selector: null, strategy: {}});
  expect(spec).not.toHaveProperty('paused');
});

it.each([
  ['0.5', '500m'],
  ['1000m', '1'],
  ['1.5Gi', '1536Mi'],
  ['1024Mi', '1Gi'],
  ['512', '512'],
  ['0.5Ki', '512'],
  ['1e3', '1e3'],
  ['0.1n', '1n'],
  ['-0', '0'],
  ['1Zi', undefined],
  ['', undefined],
])('the quantity %j is written as %j', (text, want) => expect(canonicalQuantity(text)).toBe(want));
