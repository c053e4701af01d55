import {expect, it} from 'vitest';
import {changedTexts, leafFingerprints} from '../../../../src/core/chart/leaf-fingerprints.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';

const key = new Secret('the key of a backend');
const before: JsonObject = {kind: 'X', spec: {date: '2026-11-26', replicas: 2, args: ['a', 'b']}};
const fingerprints = leafFingerprints(key, before);

it.each<{name: string; now: JsonObject; want: readonly unknown[]}>([
  {name: 'the same object has no changed text', now: before, want: []},
  {name: 'another order of keys is no change', now: {spec: before['spec'] ?? null, kind: 'X'}, want: []},
  {
    name: 'a text that changed is found',
    now: {kind: 'X', spec: {date: '2026-11-27', replicas: 2, args: ['a', 'c']}},
    want: [
      ['spec', 'args', 1],
      ['spec', 'date'],
    ],
  },
  {
    name: 'a number that changed is no text',
    now: {kind: 'X', spec: {date: '2026-11-26', replicas: 3, args: ['a', 'b']}},
    want: [],
  },
  {name: 'an object with more leaves is not compared', now: {...before, more: 'x'}, want: []},
])('$name', ({now, want}) => expect(changedTexts(key, now, fingerprints)).toEqual(want));

it('another key finds no text unchanged, so that nobody without the key can test guesses', () => {
  expect(changedTexts(new Secret('another key'), before, fingerprints)).toHaveLength(4);
});
