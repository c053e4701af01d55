import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {openApiSchemas} from '../../../../src/kubernetes/fields/openapi.ts';
import {DEDUCED} from '../../../../src/kubernetes/fields/schema.ts';
import {typedProblem} from '../../../../src/sandbox/fields/typed-problem.ts';
import {recordedPack} from '../../../rig/recorded-pack.ts';

const pack = recordedPack();
const apps = openApiSchemas(JSON.parse(pack.openapi('apis/apps/v1') ?? '{}') as JsonObject);
const schema = apps({group: 'apps', version: 'v1', kind: 'Deployment'}) ?? DEDUCED;

const deployment = (spec: JsonObject, container: JsonObject = {}): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  spec: {template: {spec: {containers: [{name: 'c', ...container}]}}, ...spec},
});

const C = '.spec.template.spec.containers[name="c"]';

// The first four were measured on a real server; the others are the texts of structured-merge-diff.
describe('a configuration that does not fit its type', () => {
  it.each<[string, JsonObject, string]>([
    ['a text for a number', deployment({replicas: 'x'}), '.spec.replicas: expected numeric (int or float), got string'],
    [
      'a number for a text',
      deployment({}, {image: 1}),
      `${C}.image: expected string, got &value.valueUnstructured{Value:1}`,
    ],
    [
      'a key twice',
      deployment({}, {env: [{name: 'A', value: '1'}, {name: 'A'}]}),
      `${C}.env: duplicate entries for key [name="A"]`,
    ],
    ['an unknown field', deployment({unknown: 1}), '.spec.unknown: field not declared in schema'],
    [
      'the first of two unknown fields',
      deployment({unknown: 1, xyz: 1}),
      '.spec.unknown: field not declared in schema',
    ],
    ['a text for a yes or no', deployment({paused: 'yes'}), '.spec.paused: expected boolean, got &{yes}'],
    ['a list for a map', deployment({selector: [1]}), '.spec.selector: expected map, got &{[1]}'],
    ['a map for a list', deployment({}, {env: {a: 'b'}}), `${C}.env: expected list, got &{map[a:b]}`],
    [
      'no element at all',
      deployment({}, {env: [null]}),
      `${C}.env: element 0: associative list with keys may not have a null element`,
    ],
    [
      'several mistakes',
      deployment({replicas: 'x', paused: 1}),
      'errors:\n  .spec.paused: expected boolean, got &{1}\n  .spec.replicas: expected numeric (int or float), got string',
    ],
  ])('a configuration is refused in the words of structured-merge-diff: %s', (_, desired, expected) => {
    expect(typedProblem(desired, schema)).toBe(expected);
  });

  it.each<[string, JsonObject]>([
    ['null, wherever it stands', deployment({replicas: null, selector: null}, {env: null, image: null})],
    ['a number where a quantity belongs', deployment({}, {resources: {limits: {cpu: 1}}})],
    [
      'ports that differ in their protocol',
      deployment({}, {ports: [{containerPort: 1}, {containerPort: 1, protocol: 'UDP'}]}),
    ],
    ['an element whose key has a default', deployment({}, {ports: [{name: 'x'}]})],
  ])('a configuration with %s fits its type', (_, desired) => {
    expect(typedProblem(desired, schema)).toBeUndefined();
  });
});
