import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../../src/core/json.ts';
import {type ForeignResource, takeSpec} from '../../../../../src/kubernetes/import/kusion/take-spec.ts';

const object = (kind: string, name: string, more: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind,
  metadata: {name, namespace: 'shop', creationTimestamp: null},
  ...more,
});

const resource = (kind: string, name: string, more: JsonObject = {}): ForeignResource => ({
  id: `v1:${kind}:shop:${name}`,
  type: 'Kubernetes',
  attributes: object(kind, name, more),
});

const database: ForeignResource = {
  id: 'hashicorp:random:random_password:db',
  type: 'Terraform',
  attributes: {result: 'p'},
};
const reference = (attribute: string): string => `$kusion_path.${database.id}.${attribute}`;

const take = (resources: readonly ForeignResource[], state: readonly ForeignResource[] = []) =>
  takeSpec({resources, state, where: 'here', secrets: 'skip'});

it('an imported object loses its server fields and its edges to objects that are not imported', () => {
  const web = {...resource('Pod', 'web'), dependsOn: ['v1:ConfigMap:shop:a', database.id]};
  const {resources, left} = take([web, resource('ConfigMap', 'a'), database]);
  expect(resources.map(({id, dependsOn}) => [id, dependsOn])).toEqual([
    ['v1:ConfigMap:shop:a', []],
    ['v1:Pod:shop:web', ['v1:ConfigMap:shop:a']],
  ]);
  expect(resources[0]?.attributes).toEqual({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {name: 'a', namespace: 'shop'},
  });
  expect(left).toEqual([{what: database.id, where: 'here', because: expect.stringContaining('a Terraform resource')}]);
});

it.each([
  {
    name: 'is written as it was at the last release',
    value: reference('host'),
    applied: 'db.internal',
    want: ['db.internal', `${reference('host')} in v1:ConfigMap:shop:a`],
  },
  {
    name: 'leaves its object out where the value is not known',
    value: reference('host'),
    applied: undefined,
    want: [undefined, 'v1:ConfigMap:shop:a'],
  },
  {
    name: 'leaves its object out where it is a secret by its name',
    value: reference('password'),
    applied: 'p',
    want: [undefined, 'v1:ConfigMap:shop:a'],
  },
])('a value of what stays behind $name', ({value, applied, want}) => {
  const state = applied === undefined ? [] : [resource('ConfigMap', 'a', {data: {host: applied}})];
  const {resources, left} = take([resource('ConfigMap', 'a', {data: {host: value}}), database], state);
  const data = resources[0]?.attributes['data'] as JsonObject | undefined;
  expect([data?.['host'], left.map(({what}) => what).find((what) => what !== database.id)]).toEqual(want);
});

it('a resource that takes a value from an omitted object is omitted, too', () => {
  const secret = resource('Secret', 's', {data: {x: btoa('a')}});
  const user = resource('ConfigMap', 'a', {data: {x: '$kusion_path.v1:Secret:shop:s.data.x'}});
  const user2 = resource('ConfigMap', 'b', {data: {x: '$kusion_path.v1:ConfigMap:shop:a.data.x'}});
  const {resources, left} = take([secret, user, user2, resource('ConfigMap', 'c')]);
  expect(resources.map(({id}) => id)).toEqual(['v1:ConfigMap:shop:c']);
  expect(left.map(({what}) => what)).toEqual(['v1:Secret:shop:s', 'v1:ConfigMap:shop:a', 'v1:ConfigMap:shop:b']);
});
