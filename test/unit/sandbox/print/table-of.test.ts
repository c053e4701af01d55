import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {columnsOf} from '../../../../src/sandbox/print/columns-of.ts';
import {humanDuration} from '../../../../src/sandbox/print/human-duration.ts';
import {tableOf} from '../../../../src/sandbox/print/table-of.ts';
import {recordedPack} from '../../../rig/recorded-pack.ts';

/** One object, and its row in Kubernetes 1.34.4 (from dry runs that requested both, and from existing objects). */
type Fact = {
  readonly title: string;
  readonly at: string;
  readonly object: JsonObject;
  readonly cells: readonly Json[];
  readonly conditions?: Json;
};

const facts = JSON.parse(readFileSync(new URL('real-rows.json', import.meta.url), 'utf8')) as readonly Fact[];

const pack = recordedPack();

const kindOf = (object: JsonObject): {group: string; kind: string} => {
  const apiVersion = String(object['apiVersion']);
  return {group: apiVersion.split('/').slice(0, -1).join(''), kind: String(object['kind'])};
};

const table = (objects: readonly JsonObject[], more: Partial<Parameters<typeof tableOf>[0]> = {}): JsonObject =>
  tableOf({
    objects,
    columns: columnsOf(kindOf(objects[0] ?? {}), (key) => pack.columns()[key]),
    includeObject: 'None',
    metadata: {resourceVersion: '7'},
    now: Date.parse('2026-01-01T00:00:00Z'),
    ...more,
  });

describe('rows of the real server', () => {
  it.each(facts)('a row equals that of the real server: $title', ({object, at, cells, conditions}) => {
    const {rows} = table([object], {now: Date.parse(at)});
    expect(rows).toEqual([{cells, ...(conditions === undefined ? {} : {conditions}), object: null}]);
  });
});

const pod: JsonObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {name: 'a', creationTimestamp: '2025-12-31T23:00:00Z'},
  spec: {containers: [{name: 'c'}]},
};

describe('a table', () => {
  it('each kind with its own columns has as many cells as columns', () => {
    for (const {object} of facts) {
      const {columnDefinitions, rows} = table([object]) as {columnDefinitions: unknown[]; rows: {cells: unknown[]}[]};
      expect(rows[0]?.cells).toHaveLength(columnDefinitions.length);
    }
  });

  it('a table marks the column with the name, and has the columns of -o wide last', () => {
    expect(table([pod])['columnDefinitions']).toMatchObject([
      {name: 'Name', type: 'string', format: 'name', priority: 0},
      {name: 'Ready', type: 'string', format: '', priority: 0},
      {name: 'Status'},
      {name: 'Restarts'},
      {name: 'Age'},
      {name: 'IP', priority: 1},
      {name: 'Node', priority: 1},
      {name: 'Nominated Node', priority: 1},
      {name: 'Readiness Gates', priority: 1},
    ]);
  });

  it('the later events of a watch have no columns', () => {
    expect(table([pod], {withoutColumns: true})['columnDefinitions']).toBeNull();
  });

  it.each([
    {includeObject: 'None' as const, object: null},
    {
      includeObject: 'Metadata' as const,
      object: {kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: pod['metadata']},
    },
    {includeObject: 'Object' as const, object: pod},
  ])('each row contains the requested object: $includeObject', ({includeObject, object}) => {
    expect(table([pod], {includeObject})['rows']).toMatchObject([{object}]);
  });

  it('flow schemas are listed in the order in which they match', () => {
    const schema = (name: string, matchingPrecedence: number): JsonObject => ({
      apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
      kind: 'FlowSchema',
      metadata: {name},
      spec: {matchingPrecedence},
    });
    const {rows} = table([schema('late', 900), schema('early', 1)]) as {rows: {cells: unknown[]}[]};
    expect(rows.map(({cells}) => cells[0])).toEqual(['early', 'late']);
  });
});

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

it.each([
  {of: -5 * SECOND, shown: '<invalid>'},
  {of: -SECOND, shown: '0s'},
  {of: 119 * SECOND, shown: '119s'},
  {of: 120 * SECOND, shown: '2m'},
  {of: 9 * MINUTE + 59 * SECOND, shown: '9m59s'},
  {of: 10 * MINUTE + 30 * SECOND, shown: '10m'},
  {of: 179 * MINUTE, shown: '179m'},
  {of: 180 * MINUTE, shown: '3h'},
  {of: 7 * HOUR + 59 * MINUTE, shown: '7h59m'},
  {of: 47 * HOUR + 59 * MINUTE, shown: '47h'},
  {of: 48 * HOUR, shown: '2d'},
  {of: 7 * DAY + 23 * HOUR, shown: '7d23h'},
  {of: 729 * DAY, shown: '729d'},
  {of: 730 * DAY, shown: '2y'},
  {of: 2919 * DAY, shown: '7y364d'},
  {of: 2921 * DAY, shown: '8y'},
])('$of milliseconds are shown as $shown', ({of, shown}) => expect(humanDuration(of)).toBe(shown));
