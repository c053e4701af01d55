import {expect, it} from 'vitest';
import type {Json} from '../../../../src/core/json.ts';
import {redactLeaf} from '../../../../src/core/secret/redacted-value.ts';
import {type Shown, shownRedacted} from '../../../../src/kubernetes/secret/shown-value.ts';

const hole = redactLeaf('key', 'id', [], 'secret');

type Row = {readonly name: string; readonly before?: Json; readonly after?: Json; readonly want: Shown};
const ROWS: readonly Row[] = [
  {name: 'values without secrets unchanged', before: {a: 1}, after: {a: 2}, want: {before: {a: 1}, after: {a: 2}}},
  {name: 'that a secret is added', after: hole, want: {after: '***', sensitive: true}},
  {name: 'that a secret is removed', before: hole, want: {before: '***', sensitive: true}},
  {name: 'that a secret changes', before: hole, after: hole, want: {sensitive: true}},
  {name: 'no former value that a secret replaces', before: 'old', after: hole, want: {sensitive: true}},
  {name: 'no later value that replaces a secret', before: hole, after: 'new', want: {sensitive: true}},
  {name: 'an added object without the secrets in it', after: {a: 1, b: hole}, want: {after: {a: 1, b: '***'}}},
  {name: 'a removed list without the secrets in it', before: [{b: hole}], want: {before: [{b: '***'}]}},
  {name: 'no part of a changed object with a secret', before: {b: 'old'}, after: {b: hole}, want: {sensitive: true}},
];

it.each(ROWS)('a change shows $name', ({name: _, want, ...sides}) => expect(shownRedacted(sides)).toEqual(want));
