import {describe, expect, it} from 'vitest';
import {releaseSpec} from '../../../../src/app/plan/release-spec.ts';
import {leftOutNote, selectResources} from '../../../../src/app/plan/select-resources.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {NO_PERMISSIONS} from '../../../../src/core/plan/permissions.ts';
import type {Release} from '../../../../src/core/release/release.ts';
import type {ReleaseHistory} from '../../../../src/engine/release/release-history.ts';
import {begun, resource, stateOf} from '../../../rig/releases.ts';

const map = (name: string, apiVersion = 'v1'): JsonObject => ({
  apiVersion,
  kind: 'ConfigMap',
  metadata: {name, namespace: 'shop', labels: {app: name}},
});
const lock = {lineage: 'l', revision: 1, epoch: 1};
const release = (more: Partial<Release>): Release => ({...begun(lock, more), phase: 'succeeded', ...more});
const state = (name: string, dependsOn: readonly string[] = []) => ({...stateOf(name), dependsOn});

type Given = {
  readonly wanted: readonly string[];
  readonly after?: Readonly<Record<string, readonly string[]>>;
  readonly series: ReleaseHistory;
  readonly targets?: readonly string[];
  readonly excludes?: readonly string[];
};

function selected({wanted, after = {}, series, ...flags}: Given) {
  return selectResources({
    loaded: {
      resources: wanted.map((name) => resource(name, map(name))),
      origins: new Map(),
      diagnostics: [],
      expandable: new Set(['a']),
    },
    order: {order: wanted, after: new Map(Object.entries(after))},
    history: series,
    ...flags,
  });
}

const ids = (entries: readonly {readonly id: string}[]) => entries.map(({id}) => id);

describe('a selection of a stack', () => {
  const last = release({
    spec: ['a', 'b', 'gone'].map((name) => resource(name, map(name))),
    state: [state('a'), state('b', ['gone']), state('gone')],
    stackAttributes: {b: {data: {x: '1'}}},
    expandable: ['b'],
  });
  const history = {lineage: 'l', last, interrupted: []};

  it('a selection without flags is the whole stack', () => {
    const {loaded, known, leftOut} = selected({wanted: ['a', 'b', 'c'], series: history});
    expect(ids(loaded.resources)).toEqual(['a', 'b', 'c']);
    expect(ids(known.state)).toEqual(['a', 'b', 'gone']);
    expect(leftOut).toEqual({count: 0, ids: new Set(), state: [], spec: []});
    expect(leftOutNote(leftOut, {permissions: NO_PERMISSIONS})).toEqual([]);
  });

  it('a selection keeps the rest of the last release, and knows its objects', () => {
    const {loaded, known, leftOut} = selected({wanted: ['a', 'b', 'c'], series: history, targets: ['a']});
    expect(ids(loaded.resources)).toEqual(['a']);
    expect(ids(known.state)).toEqual(['a']);
    expect(leftOut.state).toEqual([state('b', ['gone']), state('gone')]);
    expect(leftOut.spec).toEqual(last.spec.slice(1));
    expect(leftOut.ids).toEqual(new Set(['b', 'c', 'gone']));
    const changes = [{change: {id: 'a'}, redacted: () => map('a'), redactedOwn: () => ({own: 'a'})}] as never;
    expect(releaseSpec({scope: {loaded, leftOut}, changes, records: {history}})).toEqual({
      spec: last.spec,
      expandable: ['a', 'b'],
      stackAttributes: {a: {own: 'a'}, b: {data: {x: '1'}}},
    });
  });

  it('a removed object is selected with its dependents: as changes, or not at all', () => {
    expect(ids(selected({wanted: ['a', 'b'], series: history, targets: ['gone']}).loaded.resources)).toEqual(['b']);
    const {loaded, known, leftOut} = selected({wanted: ['a', 'b'], series: history, excludes: ['b']});
    expect([ids(loaded.resources), ids(known.state), ids(leftOut.state)]).toEqual([['a'], ['a'], ['b', 'gone']]);
  });

  it('an object in another API version is the same one, and one in another namespace is not', () => {
    const older = {...stateOf('x'), id: 'older', apiVersion: 'v0', name: 'a'};
    const elsewhere = {...stateOf('y'), id: 'elsewhere', namespace: 'other', name: 'a'};
    const then = {lineage: 'l', last: release({state: [older, elsewhere]}), interrupted: []};
    const {known, leftOut} = selected({wanted: ['a', 'b'], series: then, targets: ['a']});
    expect(ids(known.state)).toEqual(['older']);
    expect(ids(leftOut.state)).toEqual(['elsewhere']);
  });

  it('a selection keeps what a run that died may have created', () => {
    const dead = begun(lock, {spec: [resource('unsure', map('unsure'))]});
    const then = {lineage: 'l', last, interrupted: [dead], pending: dead};
    const {known, leftOut, loaded} = selected({wanted: ['a', 'b', 'gone'], series: then, targets: ['a']});
    expect(known.unsure).toEqual([]);
    expect(leftOut.state).toContainEqual(expect.objectContaining({id: 'unsure', uid: '', kind: 'ConfigMap'}));
    expect(ids(leftOut.spec)).toContain('unsure');
    const changes = [{change: {id: 'a'}, redacted: () => map('a')}] as never;
    // That run did not end well, and this one does not look at all of it.
    expect(releaseSpec({scope: {loaded, leftOut}, changes, records: {history: then}})).toMatchObject({unsettled: true});
    expect(ids(selected({wanted: ['a'], series: then, targets: ['unsure']}).known.unsure)).toEqual(['unsure']);
  });

  it('an object that left the files is found by its recorded labels', () => {
    expect(ids(selected({wanted: ['a'], series: history, targets: ['app=gone']}).known.state)).toEqual(['b', 'gone']);
  });
});
