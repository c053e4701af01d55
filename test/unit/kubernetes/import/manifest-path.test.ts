import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {idOfObject} from '../../../../src/core/resource/id.ts';
import {manifestPaths} from '../../../../src/kubernetes/import/manifest-path.ts';

const one = (kind: string, name: string, namespace = 'shop', apiVersion = 'v1') => {
  const object: JsonObject = {apiVersion, kind, metadata: {name, namespace}};
  return {id: idOfObject(object), object};
};

const paths = (...objects: readonly ReturnType<typeof one>[]): readonly string[] => [
  ...manifestPaths(objects).values(),
];

it('a manifest is named after kind and name', () =>
  expect(paths(one('ConfigMap', 'web.conf'), one('Service', 'web'))).toEqual([
    'manifests/configmap-web.conf.yaml',
    'manifests/service-web.yaml',
  ]));

it('a manifest is in a folder of its namespace if there are several', () =>
  expect(paths(one('Service', 'web', 'a'), one('Service', 'web', 'b'))).toEqual([
    'manifests/a/service-web.yaml',
    'manifests/b/service-web.yaml',
  ]));

it('a manifest path does not depend on what else is imported', () => {
  const alone = paths(one('Role', 'read:all'));
  expect(paths(one('Role', 'read:all'), one('Role', 'read/all'))[0]).toBe(alone[0]);
});

it.each([
  {
    name: 'signs that a file system may not take',
    objects: [one('Role', 'a:b'), one('Role', 'a/b'), one('Role', 'a-b')],
  },
  {
    name: 'equal names of two groups',
    objects: [one('Ingress', 'web', 'shop', 'networking.k8s.io/v1'), one('Ingress', 'web', 'shop', 'example.dev/v1')],
  },
  {name: 'names that only differ in case', objects: [one('Widget', 'Web'), one('Widget', 'web')]},
  {
    name: 'names that are too long',
    objects: [one('ConfigMap', `${'a'.repeat(250)}1`), one('ConfigMap', `${'a'.repeat(250)}2`)],
  },
  {name: 'names that would lead elsewhere', objects: [one('Role', '../../../etc/passwd'), one('Role', '..')]},
])('two are never one file, and each is a plain name: $name', ({objects}) => {
  const found = paths(...objects);
  expect(new Set(found.map((path) => path.toLowerCase())).size).toBe(objects.length);
  for (const path of found) {
    expect(path).toMatch(/^manifests\/[A-Za-z0-9.-]+\.yaml$/);
    expect(path.length).toBeLessThan(200);
  }
});
