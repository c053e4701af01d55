import {expect, it} from 'vitest';
import type {Json} from '../../../../src/core/json.ts';
import {redactLeaf} from '../../../../src/core/secret/redacted-value.ts';
import {type Shown, shownRedacted} from '../../../../src/kubernetes/secret/shown-value.ts';

const hole = redactLeaf('key', 'id', [], 'secret');

type Row = {readonly name: string; readonly before?: Json; readonly after?: Json; readonly want: Shown};
const ROWS: readonly Row[] = [
  {name: 'what holds no secret as it is', before: {a: 1}, after: {a: 2}, want: {before: {a: 1}, after: {a: 2}}},
  {name: 'that a secret comes', after: hole, want: {after: '***', sensitive: true}},
  {name: 'that a secret goes', before: hole, want: {before: '***', sensitive: true}},
  {name: 'that a secret changes', before: hole, after: hole, want: {sensitive: true}},
  {name: 'nothing of the former value either', before: 'old', after: hole, want: {sensitive: true}},
  {name: 'nothing of the later value either', before: hole, after: 'new', want: {sensitive: true}},
  {name: 'a whole that comes without the secrets in it', after: {a: 1, b: hole}, want: {after: {a: 1, b: '***'}}},
  {name: 'a whole that goes without the secrets in it', before: [{b: hole}], want: {before: [{b: '***'}]}},
  {name: 'nothing of a whole that changes and held one', before: {b: 'old'}, after: {b: hole}, want: {sensitive: true}},
];

it.each(ROWS)('shows $name', ({name: _, want, ...sides}) => expect(shownRedacted(sides)).toEqual(want));
