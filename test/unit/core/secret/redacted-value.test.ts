import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {maskKubernetes} from '../../../../src/core/secret/mask.ts';
import {containsRedacted, isRedacted, redactLeaf, showRedacted} from '../../../../src/core/secret/redacted-value.ts';
import {secretLeaves} from '../../../../src/core/secret/secret-leaves.ts';

const KEY = 'k'.repeat(64);
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

describe('a redacted value', () => {
  it('a redacted value is equal for the same secret at the same place under the same key', () => {
    expect(redactLeaf(KEY, 'id', ['data', 'a'], 'dg==')).toEqual(redactLeaf(KEY, 'id', ['data', 'a'], 'dg=='));
  });

  it.each([
    {name: 'key', other: () => redactLeaf('x'.repeat(64), 'id', ['data', 'a'], 'dg==')},
    {name: 'resource', other: () => redactLeaf(KEY, 'other', ['data', 'a'], 'dg==')},
    {name: 'path', other: () => redactLeaf(KEY, 'id', ['data', 'b'], 'dg==')},
    {name: 'split of the path', other: () => redactLeaf(KEY, 'id', ['data.a'], 'dg==')},
    {name: 'value', other: () => redactLeaf(KEY, 'id', ['data', 'a'], 'dw==')},
    {name: 'type of the value', other: () => redactLeaf(KEY, 'id', ['data', 'a'], ['dg=='])},
  ])('a redacted value differs with another $name', ({other}) => {
    expect(other()).not.toEqual(redactLeaf(KEY, 'id', ['data', 'a'], 'dg=='));
  });

  it('a redacted value is distinguished from other JSON', () => {
    expect(isRedacted(redactLeaf(KEY, 'id', [], 'x') as unknown as Json)).toBe(true);
    for (const value of [
      null,
      'x',
      [],
      {},
      {$gantry: {}},
      {$gantry: {secret: 'x'}},
      {$gantry: {secret: {hmac: 'a'}}, more: 1},
    ]) {
      expect(isRedacted(value)).toBe(false);
    }
  });

  it('a redacted value is found at any depth and shown as ***', () => {
    const value = {a: [{b: redactLeaf(KEY, 'id', [], 'x') as unknown as Json}], c: 1};
    expect(containsRedacted(value)).toBe(true);
    expect(containsRedacted({a: [{b: '***'}], c: 1})).toBe(false);
    expect(showRedacted(value)).toEqual({a: [{b: '***'}], c: 1});
  });
});

const secret = (fields: JsonObject): JsonObject => ({apiVersion: 'v1', kind: 'Secret', ...fields});

describe('masking', () => {
  it.each([
    {
      name: 'data and stringData',
      object: secret({data: {a: 'x', b: 'y'}, stringData: {c: 'z'}}),
      want: [
        ['data', 'a'],
        ['data', 'b'],
        ['stringData', 'c'],
      ],
    },
    {
      name: 'the last-applied annotation of kubectl',
      object: secret({metadata: {annotations: {[LAST_APPLIED]: '{}', other: 'x'}}}),
      want: [['metadata', 'annotations', LAST_APPLIED]],
    },
    {name: 'a malformed data field as a whole', object: secret({data: 'c2VjcmV0'}), want: [['data']]},
    {name: 'nothing of an empty Secret', object: secret({data: null, type: 'Opaque'}), want: []},
    {name: 'nothing of a ConfigMap', object: {apiVersion: 'v1', kind: 'ConfigMap', data: {a: 'x'}}, want: []},
    {
      name: 'nothing of a Secret of another group',
      object: {apiVersion: 'example.com/v1', kind: 'Secret', data: {a: 'x'}},
      want: [],
    },
  ])('the mask covers $name', ({object, want}) => expect(secretLeaves(object)).toEqual(want));

  it('the mask keeps other fields and does not modify the object', () => {
    const object = secret({metadata: {name: 's'}, data: {a: 'dg=='}, type: 'Opaque'});
    const masked = maskKubernetes(KEY, 'id', object);
    expect(masked).toEqual({...object, data: {a: redactLeaf(KEY, 'id', ['data', 'a'], 'dg==')}});
    expect(object['data']).toEqual({a: 'dg=='});
    expect(maskKubernetes(KEY, 'id', masked)).toEqual(masked);
  });

  it('the mask covers paths of the user, also in lists, and skips missing ones', () => {
    const object = {
      kind: 'Deployment',
      spec: {
        env: [
          {name: 'A', value: 'open'},
          {name: 'B', value: 'secret'},
        ],
      },
    };
    const masked = maskKubernetes(KEY, 'id', object, [
      ['spec', 'env', 1, 'value'],
      ['spec', 'none', 0],
      ['spec', 'env', 'x'],
    ]);
    expect(showRedacted(masked)).toEqual({
      kind: 'Deployment',
      spec: {
        env: [
          {name: 'A', value: 'open'},
          {name: 'B', value: '***'},
        ],
      },
    });
  });

  it('a masked Secret contains none of its secret values', () => {
    const canary = fc.string({minLength: 6}).map((text) => `canary-${text}`);
    fc.assert(
      fc.property(fc.dictionary(fc.string(), canary), fc.dictionary(fc.string(), canary), (data, stringData) => {
        const masked = JSON.stringify(maskKubernetes(KEY, 'id', secret({data, stringData})));
        expect(
          Object.values({...data, ...stringData}).filter((value) => masked.includes(JSON.stringify(value))),
        ).toEqual([]);
      }),
    );
  });
});
