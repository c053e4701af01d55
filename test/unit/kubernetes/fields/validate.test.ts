import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {type Problem, validateObject} from '../../../../src/kubernetes/fields/validate.ts';
import {OBJECTS, type Sample} from './fixtures/objects.ts';
import {schemaOf} from './fixtures/schema-of.ts';

const sample = (apiVersion: string, kind: string, rest: JsonObject): Sample => ({
  apiVersion,
  kind,
  metadata: {name: 'x'},
  ...rest,
});
const gadget = (spec: JsonObject): Sample => sample('fields.gantry.test/v1', 'Gadget', {spec});
const pod = (container: JsonObject): Sample => sample('v1', 'Pod', {spec: {containers: [{name: 'app', ...container}]}});
const configMap = (rest: JsonObject): Sample => sample('v1', 'ConfigMap', rest);
const deployment = (spec: JsonObject): Sample => sample('apps/v1', 'Deployment', {spec});

const check = (object: Sample): Problem[] => validateObject(object, schemaOf(object));

/** `path: code: message (hint)`, one line a problem. */
const lines = (object: Sample): string[] =>
  check(object).map(
    ({path, code, message, hint}) => `${path.join('.')}: ${code}: ${message}${hint === undefined ? '' : ` (${hint})`}`,
  );

const APART = 'which identifies the items of this list';

describe('validation reports', () => {
  it.each<{name: string; object: Sample; want: string[]}>([
    {
      name: 'an unknown field, with the one that was meant',
      object: deployment({replica: 1}),
      want: ['spec.replica: unknown-field: is not a field of this object (did you mean replicas?)'],
    },
    {
      name: 'an unknown field that is like no other',
      object: configMap({completelyElse: 1}),
      want: ['completelyElse: unknown-field: is not a field of this object'],
    },
    {
      name: 'a number where env wants a string',
      object: pod({env: [{name: 'PORT', value: 8080}]}),
      want: ['spec.containers.0.env.0.value: wrong-type: is a number, must be a string: quote it'],
    },
    {
      name: 'every wrong value of a ConfigMap',
      object: configMap({data: {port: 1, on: true, list: ['a']}}),
      want: [
        'data.port: wrong-type: is a number, must be a string: quote it',
        'data.on: wrong-type: is a boolean, must be a string: quote it',
        'data.list: wrong-type: is a list, must be a string',
      ],
    },
    {
      name: 'a label that YAML read as a boolean',
      object: {...configMap({}), metadata: {name: 'x', labels: {enabled: true}}},
      want: ['metadata.labels.enabled: wrong-type: is a boolean, must be a string: quote it'],
    },
    {
      name: 'a number in quotes',
      object: deployment({replicas: '3'}),
      want: ['spec.replicas: wrong-type: is a string, must be an integer of 32 bits: remove the quotes'],
    },
    {
      name: 'a boolean in quotes',
      object: configMap({immutable: 'true'}),
      want: ['immutable: wrong-type: is a string, must be true or false: remove the quotes'],
    },
    {
      name: 'a fraction for an integer',
      object: deployment({replicas: 1.5}),
      want: ['spec.replicas: wrong-type: is 1.5, must be an integer of 32 bits'],
    },
    {
      name: 'a number that the server would silently cut off',
      object: deployment({replicas: 5_000_000_000}),
      want: ['spec.replicas: wrong-type: is 5000000000, must be an integer of 32 bits'],
    },
    {
      name: 'what is no quantity',
      object: pod({resources: {limits: {cpu: 'much', memory: ''}}}),
      want: [
        'spec.containers.0.resources.limits.cpu: wrong-type: is "much", must be a quantity, for example 500m or 1Gi',
        'spec.containers.0.resources.limits.memory: wrong-type: is "", must be a quantity, for example 500m or 1Gi',
      ],
    },
    {
      name: 'a text or a list where an object must be',
      object: sample('v1', 'Pod', {spec: 'x', metadata: {name: 'x', labels: ['a']}}),
      want: [
        'metadata.labels: wrong-type: is a list, must be an object',
        'spec: wrong-type: is a string, must be an object',
      ],
    },
    {
      name: 'an object where a list must be',
      object: sample('v1', 'Pod', {spec: {containers: {name: 'x'}}}),
      want: ['spec.containers: wrong-type: is an object, must be a list'],
    },
    {
      name: 'bad base64',
      object: sample('v1', 'Secret', {data: {password: 'hunter2', fine: 'aGk=', broken: 'aGk='.repeat(2)}}),
      want: [
        'data.password: bad-base64: is not base64 (in a Secret, plain text goes under stringData)',
        'data.broken: bad-base64: is not base64 (in a Secret, plain text goes under stringData)',
      ],
    },
    {
      name: 'two items with one key, also when a default makes them one',
      object: pod({
        env: [{name: 'A'}, {name: 'B'}, {name: 'A'}],
        ports: [{containerPort: 80}, {containerPort: 80, protocol: 'TCP'}, {containerPort: 80, protocol: 'UDP'}],
      }),
      want: [
        'spec.containers.0.env.2: duplicate-key: has the same key {"name":"A"} as item 0 of this list',
        'spec.containers.0.ports.1: duplicate-key: has the same key {"containerPort":80,"protocol":"TCP"} as item 0 of this list',
      ],
    },
    {
      name: 'a value twice in a set',
      object: gadget({set: ['a', 'a']}),
      want: ['spec.set.1: duplicate-key: has the same key "a" as item 0 of this list'],
    },
    {
      name: 'an item without its key',
      object: pod({env: [{value: 'x'}], ports: [{protocol: 'TCP'}]}),
      want: [
        `spec.containers.0.env.0: missing-key: has no name, ${APART}`,
        `spec.containers.0.ports.0: missing-key: has no containerPort, ${APART}`,
      ],
    },
    {
      name: 'null as an item that needs a key',
      object: gadget({set: [null], parts: [null]}),
      want: [
        'spec.set.0: not-nullable: is null; an item of this list must not be null',
        'spec.parts.0: not-nullable: is null; an item of this list must not be null',
      ],
    },
    {
      name: 'an object in a set',
      object: gadget({set: [{a: 1}]}),
      want: ['spec.set.0: wrong-type: is an object, must be a string'],
    },
    {
      name: 'a value that the enum of a custom resource lacks',
      object: gadget({color: 'gren'}),
      want: ['spec.color: enum: is "gren", must be one of "red", "green" (did you mean green?)'],
    },
    {
      name: 'a field that the server takes, and drops without a word',
      object: gadget({free: {known: {aa: 'x'}}}),
      want: ['spec.free.known.aa: unknown-field: is not a field of this object: the server drops it (did you mean a?)'],
    },
    {
      name: 'problems at every depth at once, in the order of the object',
      object: gadget({blob: '?', nope: 1, parts: [{name: 1, size: true, tags: {a: 1}}]}),
      want: [
        'spec.blob: bad-base64: is not base64 (in a Secret, plain text goes under stringData)',
        'spec.nope: unknown-field: is not a field of this object',
        'spec.parts.0.name: wrong-type: is a number, must be a string: quote it',
        'spec.parts.0.size: wrong-type: is a boolean, must be an integer or a string',
        'spec.parts.0.tags.a: wrong-type: is a number, must be a string: quote it',
      ],
    },
  ])('$name', ({object, want}) => expect(lines(object)).toEqual(want));
});

describe('validation leaves alone', () => {
  it.each(OBJECTS.map((object) => ({object, name: `${object.kind} ${object.metadata.name}`})))(
    '$name, which a server accepted',
    ({object}) => expect(lines(object)).toEqual([]),
  );

  it.each<{name: string; object: Sample}>([
    {name: 'null: it is dropped before anything is sent', object: deployment({replicas: null, paused: null})},
    {name: 'required fields of built-in kinds', object: deployment({})},
    {name: 'enums of built-in kinds', object: pod({imagePullPolicy: 'Sometimes'})},
    {name: 'line breaks in base64', object: sample('v1', 'Secret', {data: {a: 'aGVs\nbG8=\n'}})},
    {name: 'a quantity that is a number', object: pod({resources: {limits: {cpu: 1.5}}})},
    {name: 'an item whose key may be empty', object: sample('v1', 'Pod', {spec: {imagePullSecrets: [{}]}})},
    {name: 'whatever a free-form field holds', object: gadget({free: {a: [1, 'b', {c: null}]}, anything: 3})},
    {name: 'large integers where there is room', object: gadget({quantity: 5_000_000_000, numbers: [5_000_000_000]})},
  ])('$name', ({object}) => expect(lines(object)).toEqual([]));
});
