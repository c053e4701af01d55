import {describe, expect, it} from 'vitest';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {convertCustom} from '../../../../src/sandbox/custom/convert-custom.ts';
import {customResources} from '../../../../src/sandbox/custom/custom-resources.ts';
import type {Write} from '../../../../src/sandbox/model/rules.ts';
import {widgets} from './measured/read-measured.ts';

const [resource] = customResources(widgets(), () => ({}));
if (resource === undefined) throw new Error('no version is served');
const {rules} = resource;

const widget = (spec: JsonObject, status?: JsonObject): JsonObject => ({
  apiVersion: 'custom.example.com/v1',
  kind: 'Widget',
  metadata: {name: 'w'},
  spec: {color: 'red', ...spec},
  ...(status !== undefined && {status}),
});

const writeOf = (object: JsonObject, before: JsonObject | undefined, subresource = ''): Write => ({
  object,
  before,
  subresource,
  cluster: {get: () => undefined, list: () => []},
  now: '2026-11-22T00:00:00Z',
});

const told = (object: JsonObject, before: JsonObject | undefined, subresource = ''): readonly string[] =>
  (rules.validate?.(writeOf(object, before, subresource)) ?? []).map(({field, message}) => `${field}: ${message}`);

const warned = (object: JsonObject, before?: JsonObject): readonly string[] =>
  rules.warnings?.(writeOf(object, before)) ?? [];

const UNCHECKED =
  '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';

describe('changes of custom resources', () => {
  it.each<{name: string; before: JsonObject; after: JsonObject; says: readonly string[]}>([
    {name: 'a transition rule allows a first value', before: {}, after: {fixed: 'a'}, says: []},
    {name: 'a transition rule allows the removal of a value', before: {fixed: 'a'}, after: {}, says: []},
    {
      name: 'a transition rule refuses another value',
      before: {fixed: 'a'},
      after: {fixed: 'b'},
      says: ['spec.fixed: Invalid value: "string": fixed is immutable'],
    },
    {
      name: 'an unchanged invalid value is accepted',
      before: {color: 'pink'},
      after: {color: 'pink', name: 'abc'},
      says: [],
    },
    {
      name: 'a changed invalid value is refused',
      before: {color: 'pink'},
      after: {color: 'brown'},
      says: ['spec.color: Unsupported value: "brown": supported values: "red", "green", "blue"', UNCHECKED],
    },
  ])('$name', ({before, after, says}) => expect(told(widget(after), widget(before))).toEqual(says));

  it('a rule that an unchanged part broke before is a warning', () => {
    const range = {min: 3, max: 2};
    const [object, before] = [widget({range, name: 'abc'}), widget({range})];
    expect({problems: told(object, before), warnings: warned(object, before)}).toEqual({
      problems: [],
      warnings: ['spec.range: Invalid value: "object": above'],
    });
  });

  it.each<{status: JsonObject; says: readonly string[]}>([
    {status: {replicas: 1}, says: []},
    {status: {replicas: -1}, says: ['.status.replicas: Invalid value: -1: should be a non-negative integer']},
    {
      status: {replicas: 'x'},
      says: [
        'status.replicas: Invalid value: "string": replicas in body must be of type integer: "string"',
        '.status.replicas: Invalid value: 0: .status.replicas accessor error: x is of the type string, expected int64',
        UNCHECKED,
      ],
    },
  ])('a write of the status $status checks only the status', ({status, says}) => {
    const before = widget({});
    expect(told({...before, status}, before, 'status')).toEqual(says);
  });
});

it('new finalizers whose names are not qualified cause one warning each', () => {
  const named = (finalizers: readonly string[]): JsonObject => ({...widget({}), metadata: {name: 'w', finalizers}});
  const conflicts = 'to avoid accidental conflicts with other finalizer writers';
  expect(warned(named(['foo', 'foo.bar', 'x.y/z', 'orphan']), named([]))).toEqual([
    `metadata.finalizers: "foo": prefer a domain-qualified finalizer name ${conflicts}`,
    `metadata.finalizers: "foo.bar": prefer a domain-qualified finalizer name including a path (/) ${conflicts}`,
  ]);
  expect(warned(named(['foo']), named(['foo']))).toEqual([]);
});

/** Returns a CRD version with a schema for spec. */
const ruled = (spec: JsonObject, more: JsonObject = {}): JsonObject => ({
  metadata: {name: 'gadgets.a.example'},
  spec: {
    group: 'a.example',
    names: {plural: 'gadgets', kind: 'Gadget'},
    versions: [
      {name: 'v1', served: true, storage: true, schema: {openAPIV3Schema: {type: 'object', properties: {spec}}}},
    ],
  },
  ...more,
});

const gadget = (spec: Json): JsonObject => ({
  apiVersion: 'a.example/v1',
  kind: 'Gadget',
  metadata: {name: 'g'},
  spec,
});

describe('CEL rules', () => {
  const judged = (schema: JsonObject, spec: Json) => {
    const [gadgets] = customResources(ruled(schema), () => ({}));
    const write = writeOf(gadget(spec), undefined);
    return {
      problems: gadgets?.rules.validate?.(write).map(({message}) => message),
      warnings: gadgets?.rules.warnings?.(write),
    };
  };
  const withRule = (rule: string, properties: JsonObject): JsonObject => ({
    type: 'object',
    properties,
    'x-kubernetes-validations': [{rule}],
  });

  it('a rule that the sandbox cannot evaluate causes a warning', () => {
    const rule = 'lists.range(size(self.link))[0] == 1';
    const {problems, warnings} = judged(withRule(rule, {link: {type: 'string'}}), {link: 'https://b'});
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(/^spec: the sandbox cannot evaluate this rule and did not check it .*lists/),
    ]);
  });

  it('rules that an invalid type prevents are reported only if the schema has rules', () => {
    const properties = {n: {type: 'integer'}};
    const wrong = 'Invalid value: "string": spec.n in body must be of type integer: "string"';
    expect(judged(withRule('self.n > 1', properties), {n: 'x'}).problems).toEqual([
      wrong,
      UNCHECKED.replace('<nil>: ', ''),
    ]);
    expect(judged({type: 'object', properties}, {n: 'x'}).problems).toEqual([wrong]);
  });

  it.each<{rule: string; properties: JsonObject; good: Json; bad: Json}>([
    {rule: 'self.n > 1.5', properties: {n: {type: 'number'}}, good: {n: 2}, bad: {n: 1}},
    {rule: 'self.n % 2 == 0', properties: {n: {type: 'integer'}}, good: {n: 2}, bad: {n: 1}},
    {
      rule: 'self.my__dash__name.startsWith("a") && self.__in__ == 1',
      properties: {'my-name': {type: 'string'}, in: {type: 'integer'}},
      good: {'my-name': 'ab', in: 1},
      bad: {'my-name': 'b', in: 1},
    },
    {
      rule: 'quantity(self.size).isLessThan(quantity("1Gi"))',
      properties: {size: {type: 'string'}},
      good: {size: '512Mi'},
      bad: {size: '2G'},
    },
    {
      rule: 'self.wait <= duration("1m")',
      properties: {wait: {type: 'string', format: 'duration'}},
      good: {wait: '30s'},
      bad: {wait: '1h'},
    },
    {
      rule: 'self.at > timestamp("2026-01-01T00:00:00Z")',
      properties: {at: {type: 'string', format: 'date-time'}},
      good: {at: '2026-11-22T00:00:00Z'},
      bad: {at: '2025-11-22T00:00:00Z'},
    },
    {
      rule: 'self.l.isSorted() && self.l.sum() < 10 && self.l.max() < 5',
      properties: {l: {type: 'array', items: {type: 'integer'}}},
      good: {l: [1, 2, 3]},
      bad: {l: [3, 2, 1]},
    },
    {
      rule: 'self.s.replace("a", "b").find("b+") == "bb" && isQuantity(self.s) == false',
      properties: {s: {type: 'string'}},
      good: {s: 'xab'},
      bad: {s: 'x'},
    },
    {rule: 'self.?n.orValue(3) == 3', properties: {n: {type: 'integer'}}, good: {}, bad: {n: 1}},
  ])('the rule $rule gives the result of the server', ({rule, properties, good, bad}) => {
    expect(judged(withRule(rule, properties), good)).toEqual({problems: [], warnings: []});
    expect(judged(withRule(rule, properties), bad)).toEqual({
      problems: [`Invalid value: "object": failed rule: ${rule}`],
      warnings: [],
    });
  });
});

it('an object in another version has neither the fields nor the defaults that this version lacks', () => {
  const definition = ruled({type: 'object', 'x-kubernetes-preserve-unknown-fields': true});
  const spec = definition['spec'] as JsonObject;
  const properties = {s: {type: 'string'}, added: {type: 'string', default: 'new'}};
  const schema = {type: 'object', properties: {spec: {type: 'object', properties}}};
  const beta = {name: 'v2beta1', served: true, storage: false, schema: {openAPIV3Schema: schema}};
  const versions = [...(spec['versions'] as readonly JsonObject[]), beta];
  const resources = customResources({...definition, spec: {...spec, versions}}, () => ({}));
  // The stable version is preferred.
  expect(resources.map(({version}) => version)).toEqual(['v1', 'v2beta1']);
  const [, to] = resources;
  expect(to && convertCustom(gadget({s: 'text', other: 1}), to)).toEqual({
    ...gadget({s: 'text'}),
    apiVersion: 'a.example/v2beta1',
  });
});

it('an object of a CRD that is being deleted cannot be created', () => {
  const going = ruled(
    {type: 'object'},
    {metadata: {name: 'gadgets.a.example', deletionTimestamp: '2026-11-22T00:00:00Z'}},
  );
  const [gadgets] = customResources(going, () => ({}));
  expect(gadgets?.verbs).toEqual(['delete', 'deletecollection', 'get', 'list', 'watch']);
  expect(() => gadgets?.rules.prepare?.(writeOf(gadget({}), undefined))).toThrow(
    'gadgets.a.example "g" is forbidden: create not allowed while custom resource definition is terminating',
  );
});
