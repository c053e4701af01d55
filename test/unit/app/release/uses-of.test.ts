import {describe, expect, it} from 'vitest';
import {usesOf} from '../../../../src/app/release/uses-of.ts';
import type {Use} from '../../../../src/core/release/use.ts';
import type {Resource} from '../../../../src/core/resource/resource.ts';
import type {OtherResource} from '../../../../src/core/stacks/other-stack.ts';

const other = (stack: string, id: string): OtherResource => ({
  stack,
  revision: 4,
  awaits: () => false,
  state: {
    id,
    type: 'Kubernetes',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: 'db',
    uid: 'u',
    applied: {},
    desiredDigest: 'd',
    dependsOn: [],
  },
});
const OTHERS = new Map([
  ['shared:db', other('shared/data', 'db')],
  ['stack:shared/data#db', other('shared/data', 'db')],
  ['stack:shop/base#db', other('shop/base', 'db')],
]);
const resource = (id: string, data: Record<string, string>) => ({
  id,
  type: 'Kubernetes' as const,
  attributes: {data},
  dependsOn: [],
  extensions: {},
});
const uses = (
  data: Record<string, string>,
  given: {
    readonly expandable?: readonly string[];
    readonly last?: readonly Use[];
    readonly leftOut?: readonly string[];
    readonly cluster?: Use;
    readonly leftSpec?: readonly Resource[];
    readonly dependsOn?: readonly string[];
  } = {},
) =>
  usesOf({
    loaded: {
      resources: [{...resource('web', data), dependsOn: given.dependsOn ?? []}],
      expandable: new Set(given.expandable ?? ['web']),
    },
    others: OTHERS,
    leftOut: {ids: new Set(given.leftOut), spec: given.leftSpec ?? []},
    last: given.last && {uses: given.last},
    cluster: given.cluster,
  });
const DB = {stack: 'shared/data', id: 'db', revision: 4, digest: 'd'};
const field = (path: string, id = 'web') => ({resource: id, path});
const from = (path: string, source: string) => ({...field(path), from: source});

describe('the shared resources that a stack uses', () => {
  it('fields with either form of a reference to one shared resource are one use', () => {
    expect(uses({a: '${ref:shared:db#data.x}', b: 'x${ref:stack:shared/data#db#data.y}'})).toEqual([
      {...DB, fields: [from('data.a', 'data.x'), from('data.b', 'data.y')]},
    ]);
  });

  it('values of an ordinary stack, literal text and texts without references are not listed', () => {
    expect(uses({a: '${ref:stack:shop/base#db#data.x}', b: '$${ref:shared:db#data.x}'})).toEqual([]);
    expect(uses({a: '${ref:shared:db#data.x}'}, {expandable: []})).toEqual([]);
  });

  it('a resource that the plan leaves out keeps its use, and one that the plan includes does not', () => {
    const last = [{...DB, revision: 2, fields: [field('data.z', 'api'), field('data.old')]}];
    expect(uses({}, {last, leftOut: ['api']})).toEqual([{...DB, revision: 2, fields: [field('data.z', 'api')]}]);
    expect(uses({}, {last})).toEqual([]);
  });

  it('the shared resource that holds the kubeconfig is a use without fields, also of a run without resources of its own', () => {
    const cluster = {stack: 'shared/shared', id: 'prod', revision: 2, workspace: 'management', fields: []};
    expect(uses({}, {cluster})).toEqual([cluster]);
    expect(uses({a: '${ref:shared:db#data.x}'}, {cluster}).map(({id}) => id)).toEqual(['db', 'prod']);
    // The use of an earlier release is not carried over: each run resolves its cluster.
    expect(uses({}, {last: [cluster], leftOut: ['web']})).toEqual([]);
  });

  it('a resource that is only named in dependsOn is a use without fields, also while the plan leaves out who names it', () => {
    expect(uses({}, {dependsOn: ['shared:db']})).toEqual([{...DB, fields: []}]);
    const last = [{...DB, fields: []}];
    const leftSpec = [{...resource('api', {}), dependsOn: ['shared:db']}];
    expect(uses({}, {last, leftOut: ['api'], leftSpec})).toEqual(last);
    expect(uses({}, {last})).toEqual([]);
  });

  it('the order annotation names a shared resource with after', () => {
    const attributes = {metadata: {annotations: {'gantry.dev/order': 'after shared:db, before x'}}};
    expect(
      usesOf({
        loaded: {resources: [{...resource('web', {}), attributes}], expandable: new Set()},
        others: OTHERS,
        leftOut: {ids: new Set(), spec: []},
        last: undefined,
      }),
    ).toEqual([{...DB, fields: []}]);
  });
});
