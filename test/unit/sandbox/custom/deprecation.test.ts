import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {customResources} from '../../../../src/sandbox/custom/custom-resources.ts';
import {deprecationOf} from '../../../../src/sandbox/custom/deprecation.ts';

const served = (versions: readonly JsonObject[]) =>
  customResources(
    {
      metadata: {name: 'boats.example.com'},
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: {plural: 'boats', singular: 'boat', kind: 'Boat'},
        versions: versions.map((one) => ({served: true, storage: one['name'] === 'v1', ...one})),
      },
    },
    () => ({}),
  );

// The words are those of the apiextensions server.
it.each<[string, readonly JsonObject[], string | undefined]>([
  ['a version that is not deprecated', [{name: 'v1alpha1'}, {name: 'v1'}], undefined],
  [
    'a version with a newer one',
    [{name: 'v1alpha1', deprecated: true}, {name: 'v1beta1'}, {name: 'v1'}],
    'example.com/v1alpha1 Boat is deprecated; use example.com/v1 Boat',
  ],
  ['a single version', [{name: 'v1alpha1', deprecated: true}], 'example.com/v1alpha1 Boat is deprecated'],
  [
    'a version whose newer one is deprecated too',
    [
      {name: 'v1alpha1', deprecated: true},
      {name: 'v1', deprecated: true},
    ],
    'example.com/v1alpha1 Boat is deprecated',
  ],
  [
    'a version with its own warning',
    [{name: 'v1alpha1', deprecated: true, deprecationWarning: 'sail on'}, {name: 'v1'}],
    'sail on',
  ],
])('the deprecation warning names the replacement of %s', (_, versions, expected) => {
  const resources = served(versions);
  const asked = resources.find(({version}) => version === 'v1alpha1');
  expect(asked && deprecationOf(asked, resources)).toBe(expected);
});
