import {describe, expect, it} from 'vitest';
import type {JsonObject, JsonPath} from '../../../../src/core/json.ts';
import {liveText, readableText, valueOfText} from '../../../../src/kubernetes/chart/generated-value.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const secret = (fields: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 's'},
  ...fields,
});
const container = (name: string, value: string): JsonObject => ({name, env: [{name: 'TOKEN', value}]});

describe('the live text of a generated value', () => {
  it.each<{name: string; live: JsonObject; desired: JsonObject; path: JsonPath; want: string | undefined}>([
    {
      name: 'data of a Secret',
      live: secret({data: {k: 'eA=='}}),
      desired: secret({data: {k: 'ref'}}),
      path: ['data', 'k'],
      want: 'eA==',
    },
    {
      name: 'stringData is in data of the live Secret',
      live: secret({data: {k: base64('x')}}),
      desired: secret({stringData: {k: 'ref'}}),
      path: ['stringData', 'k'],
      want: 'x',
    },
    {
      name: 'a missing key',
      live: secret({data: {}}),
      desired: secret({data: {k: 'ref'}}),
      path: ['data', 'k'],
      want: undefined,
    },
    {
      name: 'an empty value',
      live: secret({data: {k: ''}}),
      desired: secret({data: {k: 'ref'}}),
      path: ['data', 'k'],
      want: undefined,
    },
    {
      name: 'an item behind one that a controller inserted',
      live: {items: [container('proxy', 'p'), container('app', 'x')]},
      desired: {items: [container('app', 'ref')]},
      path: ['items', 0, 'env', 0, 'value'],
      want: 'x',
    },
    {
      name: 'an item with a name that the live list does not have',
      live: {items: [container('other', 'x')]},
      desired: {items: [container('app', 'ref')]},
      path: ['items', 0, 'env', 0, 'value'],
      want: undefined,
    },
    {
      name: 'an item without a name is found by its index',
      live: {args: ['a', 'x']},
      desired: {args: ['a', 'ref']},
      path: ['args', 1],
      want: 'x',
    },
    {name: 'a number is not a text', live: {port: 1}, desired: {port: 'ref'}, path: ['port'], want: undefined},
    {
      name: 'an inherited name is no field',
      live: {},
      desired: {constructor: 'ref'},
      path: ['constructor'],
      want: undefined,
    },
  ])('$name', ({live, desired, path, want}) => expect(liveText(live, desired, path)).toBe(want));
});

describe('the value of a text', () => {
  it('the data of a Secret is decoded, and bytes stay bytes', () => {
    const bytes = Buffer.from([0xff, 0xfe, 0]);
    const object = secret({data: {}});
    expect(valueOfText(object, ['data', 'k'], base64('x')).reveal()).toBe('x');
    expect(valueOfText(object, ['data', 'k'], bytes.toString('base64')).base64()).toBe(bytes.toString('base64'));
    expect(valueOfText(object, ['stringData', 'k'], base64('x')).reveal()).toBe(base64('x'));
    expect(valueOfText({kind: 'ConfigMap'}, ['data', 'k'], base64('x')).reveal()).toBe(base64('x'));
  });

  it('data that is not UTF-8 is compared as it is', () => {
    const object = secret({data: {}});
    expect(readableText(object, ['data', 'k'], base64('größe'))).toBe('größe');
    expect(readableText(object, ['data', 'k'], '//4A')).toBe('//4A');
  });
});
