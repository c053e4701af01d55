import {expect, it} from 'vitest';
import {endingText, isEnding} from '../../../../src/core/plan/ending.ts';

it.each([
  {name: 'an object at rest', object: {metadata: {finalizers: ['a/b']}}, ending: false},
  {name: 'what the server deletes', object: {metadata: {deletionTimestamp: '2026-01-01T00:00:00Z'}}, ending: true},
  {name: 'an answer without an object', object: {kind: 'Status'}, ending: false},
])('$name: ends $ending', ({object, ending}) => expect(isEnding(object)).toBe(ending));

it.each([
  {name: 'nothing', object: {}, want: 'is being deleted'},
  {
    name: 'its finalizers and those of a namespace',
    object: {metadata: {finalizers: ['a/b']}, spec: {finalizers: ['kubernetes']}},
    want: 'is being deleted; held by the finalizers a/b, kubernetes',
  },
])('names what holds it: $name', ({object, want}) => expect(endingText(object)).toBe(want));
