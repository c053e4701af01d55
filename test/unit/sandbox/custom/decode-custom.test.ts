import {describe, expect, it} from 'vitest';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {customResources} from '../../../../src/sandbox/custom/custom-resources.ts';
import {decodeCustom} from '../../../../src/sandbox/custom/decode-custom.ts';
import {Refusal} from '../../../../src/sandbox/model/status.ts';
import {shared} from '../decode/resource.ts';
import {widgets} from './measured/read-measured.ts';

const [resource] = customResources(widgets(), shared);
if (resource === undefined) throw new Error('no version is served');

const widget = (spec: JsonObject, more: JsonObject = {}): JsonObject => ({
  apiVersion: 'custom.example.com/v1',
  kind: 'Widget',
  metadata: {name: 'w'},
  spec: {color: 'red', ...spec},
  ...more,
});

const refusalOf = (body: Json): string => {
  try {
    decodeCustom(body, resource, 'Strict');
    return '';
  } catch (error) {
    if (error instanceof Refusal) return `${error.status.code} ${error.message}`;
    throw error;
  }
};

const CANNOT = '400 Widget in version "v1" cannot be handled as a Widget: ';
const {kind: _kind, ...kindless} = widget({});
const {apiVersion: _version, ...versionless} = widget({});

describe('an invalid body', () => {
  it.each<{name: string; body: Json; says: string}>([
    {
      name: 'fields that the schema does not have, sorted',
      body: widget({foo: 1, nested: {bar: 2, deep: {x: 1}}, ports: [{port: 1, z: 1}]}, {bad: 1}),
      says: `${CANNOT}strict decoding error: unknown field "bad", unknown field "spec.foo", unknown field "spec.nested.bar", unknown field "spec.nested.deep.x", unknown field "spec.ports[0].z"`,
    },
    {
      name: 'fields that metadata do not have',
      body: widget(
        {},
        {metadata: {name: 'w', foo: 'x', ownerReferences: [{apiVersion: 'v1', kind: 'X', name: 'y', uid: 'z', zz: 1}]}},
      ),
      says: `${CANNOT}strict decoding error: unknown field "metadata.foo", unknown field "metadata.ownerReferences[0].zz"`,
    },
    {
      name: 'a label that is no text',
      body: widget({}, {metadata: {name: 'w', labels: {a: 1}}}),
      says: `${CANNOT}json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string`,
    },
    {
      name: 'labels that are a text',
      body: widget({}, {metadata: {name: 'w', labels: 'x'}}),
      says: `${CANNOT}json: cannot unmarshal string into Go struct field ObjectMeta.labels of type map[string]string`,
    },
    {
      name: 'metadata that are a text',
      body: widget({}, {metadata: 'x'}),
      says: `${CANNOT}json: cannot unmarshal string into Go value of type v1.ObjectMeta`,
    },
    {
      name: 'metadata of an embedded object',
      body: widget({template: {metadata: {labels: {a: 1}}}}),
      says: `${CANNOT}spec.template.metadata: Invalid value: {"labels":{"a":1}}: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string`,
    },
    {
      name: 'unknown metadata of an embedded object',
      body: widget({template: {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'x', foo: 1}}}),
      says: `${CANNOT}strict decoding error: unknown field "spec.template.metadata.foo"`,
    },
    {
      name: 'an embedded apiVersion that is a number',
      body: widget({template: {apiVersion: 1, kind: 'Pod'}}),
      says: `${CANNOT}spec.template.apiVersion: Invalid value: 1: must be a string`,
    },
    {
      name: 'no apiVersion',
      body: versionless,
      says: '400 the API version in the data () does not match the expected API version (custom.example.com/v1)',
    },
    {
      name: 'no kind',
      body: kindless,
      says: `400 the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing in '{"apiVersion":"custom.example.com/v1","metadata":{"name":"w"},"spec":{"color":"red"}}' ({"apiVersion":"custom.example. ...)`,
    },
    {
      name: 'nothing',
      body: {},
      says: "400 the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing in '{}' ({})",
    },
    {
      name: 'a list',
      body: [],
      says: String.raw`400 the object provided is unrecognized (must be of type Widget): couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" } (5b5d)`,
    },
  ])('a body with $name is refused', ({body, says}) => expect(refusalOf(body)).toBe(says));
});

describe('decoded custom resources', () => {
  it('each unknown field is dropped with a warning', () => {
    const {object, warnings} = decodeCustom(widget({foo: 1, free: {x: 1}}), resource, 'Warn', [
      'duplicate field "spec.a"',
    ]);
    expect(object['spec']).toEqual({color: 'red', free: {x: 1}});
    expect(warnings).toEqual(['duplicate field "spec.a"', 'unknown field "spec.foo"']);
  });

  it('unknown fields are dropped without a warning if validation is Ignore', () => {
    const {object, warnings} = decodeCustom(widget({foo: 1}), resource, 'Ignore');
    expect({spec: object['spec'], warnings}).toEqual({spec: {color: 'red'}, warnings: []});
  });

  it('nulls without a meaning are dropped, and nulls of nullable fields stay', () => {
    const spec = {name: null, maybe: null, free: {a: null}, replicas: null};
    expect(decodeCustom(widget(spec), resource, 'Strict').object['spec']).toEqual({
      color: 'red',
      maybe: null,
      free: {a: null},
      // The field has a default, which replaces null.
      replicas: null,
    });
  });

  it('metadata are decoded like in Go: an annotation without a value is empty, and empty labels are dropped', () => {
    const metadata = {name: 'w', labels: null, annotations: {a: null}, creationTimestamp: null};
    expect(decodeCustom(widget({}, {metadata}), resource, 'Strict').object['metadata']).toEqual({
      name: 'w',
      annotations: {a: ''},
    });
  });
});
