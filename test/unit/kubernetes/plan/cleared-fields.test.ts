import {expect, it} from 'vitest';
import {formatFieldPath} from '../../../../src/core/fields/field-path.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {fieldSetOf} from '../../../../src/kubernetes/fields/field-set-of.ts';
import {toFieldsV1} from '../../../../src/kubernetes/fields/fields-v1.ts';
import {DEDUCED} from '../../../../src/kubernetes/fields/schema.ts';
import {clearedFields} from '../../../../src/kubernetes/plan/cleared-fields.ts';

type Case = {
  readonly title: string;
  readonly sentBefore: JsonObject;
  readonly live: JsonObject;
  readonly wantedBefore?: JsonObject;
  readonly left?: JsonObject;
  readonly wanted: JsonObject;
  readonly want: readonly string[];
};

const CASES: readonly Case[] = [
  {
    title: 'leaves out a map whose last field goes',
    sentBefore: {settings: {a: '1'}},
    live: {settings: {a: '1'}},
    wanted: {settings: {}},
    want: ['spec.settings'],
  },
  {
    title: 'sends a map in which somebody else has a field',
    sentBefore: {settings: {a: '1'}},
    live: {settings: {a: '1', theirs: '2'}},
    wanted: {settings: {}},
    want: [],
  },
  {
    title: 'goes on leaving out what it left out',
    sentBefore: {size: 1},
    live: {size: 1},
    wantedBefore: {size: 1, settings: {}},
    left: {size: 1},
    wanted: {size: 1, settings: {}},
    want: ['spec.settings'],
  },
  {
    title: 'sends an empty map that the files add',
    sentBefore: {size: 1},
    live: {size: 1},
    wantedBefore: {size: 1},
    left: {size: 1},
    wanted: {size: 1, settings: {}},
    want: [],
  },
  {
    title: 'sends an empty map that somebody took away',
    sentBefore: {size: 1},
    live: {size: 1},
    wantedBefore: {size: 1, settings: {}},
    left: {size: 1, settings: {}},
    wanted: {size: 1, settings: {}},
    want: [],
  },
  {
    title: 'sends an empty map that was sent empty',
    sentBefore: {settings: {}},
    live: {settings: {}},
    wantedBefore: {settings: {}},
    left: {settings: {}},
    wanted: {settings: {}},
    want: [],
  },
];

const object = (spec: JsonObject): JsonObject => ({apiVersion: 'example.dev/v1', kind: 'Widget', spec});

it.each(CASES)('$title', ({sentBefore, live, wantedBefore, left, wanted, want}) => {
  const entry = {
    manager: 'gantry',
    operation: 'Apply',
    apiVersion: 'example.dev/v1',
    fieldsType: 'FieldsV1',
    fieldsV1: toFieldsV1(fieldSetOf(object(sentBefore), DEDUCED)),
  };
  const cleared = clearedFields({
    desired: object(wanted),
    live: {...object(live), metadata: {managedFields: [entry]}},
    schema: DEDUCED,
    prior: wantedBefore && object(wantedBefore),
    applied: left && object(left),
  });
  expect(cleared.map(formatFieldPath)).toEqual(want);
});
