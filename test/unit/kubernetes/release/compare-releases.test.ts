import {describe, expect, it} from 'vitest';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import type {Release} from '../../../../src/core/release/release.ts';
import {redactLeaf} from '../../../../src/core/secret/redacted-value.ts';
import {compareReleases} from '../../../../src/kubernetes/release/compare-releases.ts';
import {resource, stateOf} from '../../../rig/releases.ts';

type Side = Parameters<typeof compareReleases>[0]['before'];

const side = (attributes: JsonObject | undefined, applied: Json = {}, more: Partial<Release> = {}): Side => ({
  spec: attributes === undefined ? [] : [resource('x', attributes)],
  state: attributes === undefined ? [] : [stateOf('x', applied)],
  ...more,
});

const hole = (value: string, ...path: string[]) => redactLeaf('key', 'x', path, value);
const pod = (...containers: readonly JsonObject[]): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  spec: {template: {spec: {containers}}},
});
const custom = (items: Json): JsonObject => ({apiVersion: 'x.io/v1', kind: 'X', spec: {items}});
const service = (...ports: readonly JsonObject[]): JsonObject => ({apiVersion: 'v1', kind: 'Service', spec: {ports}});
const secret = (data: JsonObject): JsonObject => ({apiVersion: 'v1', kind: 'Secret', data});

type Case = {
  readonly name: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly want: readonly object[];
};

describe('the comparison of two releases', () => {
  it.each<Case>([
    {
      name: 'differ by a container of a name, wherever it is in its list',
      before: pod({name: 'side', image: 's:1'}, {name: 'app', image: 'a:1'}),
      after: pod({name: 'new', image: 'n:1'}, {name: 'side', image: 's:1'}, {name: 'app', image: 'a:2'}),
      want: [
        {path: 'spec.template.spec.containers[name="app"].image', before: 'a:1', after: 'a:2'},
        {path: 'spec.template.spec.containers[name="new"]', after: {name: 'new', image: 'n:1'}},
      ],
    },
    {
      name: 'differ by a port, whose protocol is TCP by default',
      before: service({port: 80}),
      after: service({port: 80, protocol: 'TCP', name: 'web'}),
      want: [
        {path: 'spec.ports[port=80,protocol="TCP"].name', after: 'web'},
        {path: 'spec.ports[port=80,protocol="TCP"].protocol', after: 'TCP'},
      ],
    },
    {
      name: 'differ by a whole list where its keys are unknown',
      before: custom([{name: 'a'}]),
      after: custom([{name: 'a', b: 1}]),
      want: [{path: 'spec.items', before: [{name: 'a'}], after: [{name: 'a', b: 1}]}],
    },
    {
      name: 'differ by a secret, without its value',
      before: secret({a: hole('1', 'data', 'a'), b: hole('1', 'data', 'b'), d: hole('1', 'data', 'd')}),
      after: secret({a: hole('2', 'data', 'a'), b: hole('1', 'data', 'b'), c: hole('1', 'data', 'c')}),
      want: [
        {path: 'data.a', sensitive: true},
        {path: 'data.c', after: '***', sensitive: true},
        {path: 'data.d', before: '***', sensitive: true},
      ],
    },
  ])('two releases $name', ({before, after, want}) => {
    const {changes, summary} = compareReleases({before: side(before), after: side(after)});
    expect(changes).toEqual([
      {id: 'x', type: 'Kubernetes', action: 'update', fields: want.map((field) => ({...field, cause: 'spec'}))},
    ]);
    expect(summary).toEqual({create: 0, update: 1, delete: 0, unchanged: 0});
  });

  it('a comparison shows that the store had another value for the same reference', () => {
    const text = pod({name: 'app', env: [{name: 'P', value: 'ref://p'}]});
    const sent = (value: string) => pod({name: 'app', env: [{name: 'P', value: hole(value, 'p')}]});
    const compared = compareReleases({before: side(text, sent('1')), after: side(text, sent('2'))});
    expect(compared.changes.map(({fields}) => fields)).toEqual([
      [{path: 'spec.template.spec.containers[name="app"].env[name="P"].value', sensitive: true, cause: 'secret'}],
    ]);
    expect(compareReleases({before: side(text, sent('1')), after: side(text, sent('1'))})).toMatchObject({
      changes: [],
      summary: {unchanged: 1},
    });
  });

  it('a comparison shows a secret that differs in the files only once, with the files as its cause', () => {
    const of = (value: string) => secret({a: hole(value, 'data', 'a')});
    const compared = compareReleases({before: side(of('1'), of('1')), after: side(of('2'), of('2'))});
    expect(compared.changes.map(({fields}) => fields)).toEqual([[{path: 'data.a', sensitive: true, cause: 'spec'}]]);
  });

  it('a comparison shows created and deleted resources with all fields that are not part of the ID', () => {
    const object = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'x', labels: {a: 'b'}}, data: {a: '1'}};
    const come = compareReleases({before: side(undefined), after: side(object)}).changes;
    expect(come).toMatchObject([
      {
        action: 'create',
        fields: [
          {path: 'metadata', after: {labels: {a: 'b'}}},
          {path: 'data', after: {a: '1'}},
        ],
      },
    ]);
    const gone = compareReleases({before: side(object), after: side(undefined)}).changes;
    expect(gone).toMatchObject([{action: 'delete', fields: [{before: {labels: {a: 'b'}}}, {before: {a: '1'}}]}]);
  });

  it('a comparison shows changed settings of the stack, but not another path of its file', () => {
    const rule = (from: string, path: string) => ({ignore: [{kind: 'Deployment', path, from}]});
    const settings = (before: Partial<Release>, after: Partial<Release>) =>
      compareReleases({before: side(undefined, {}, before), after: side(undefined, {}, after)}).settings;
    expect(settings(rule('/a', 'spec.replicas'), rule('/b', 'spec.replicas'))).toEqual([]);
    expect(settings({guards: {minDeletes: 5}}, {guards: {minDeletes: 2}})).toMatchObject([
      {path: 'guards.minDeletes', before: 5, after: 2},
    ]);
    expect(settings({namespace: 'a'}, {namespace: 'b', ...rule('/a', 'spec.replicas')})).toMatchObject([
      {path: 'ignore', after: [{kind: 'Deployment', path: 'spec.replicas'}]},
      {path: 'namespace', before: 'a', after: 'b'},
    ]);
  });

  it('a comparison shows another order and other extensions', () => {
    const of = (dependsOn: readonly string[]): Side => ({
      spec: [{...resource('x'), dependsOn, extensions: {}}],
      state: [],
    });
    expect(compareReleases({before: of(['a']), after: of(['a', 'b'])}).changes).toMatchObject([
      {fields: [{path: 'dependsOn', before: ['a'], after: ['a', 'b']}]},
    ]);
  });
});
