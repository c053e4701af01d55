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
  ['one that is not', [{name: 'v1alpha1'}, {name: 'v1'}], undefined],
  [
    'one with a better one',
    [{name: 'v1alpha1', deprecated: true}, {name: 'v1beta1'}, {name: 'v1'}],
    'example.com/v1alpha1 Boat is deprecated; use example.com/v1 Boat',
  ],
  ['one alone', [{name: 'v1alpha1', deprecated: true}], 'example.com/v1alpha1 Boat is deprecated'],
  [
    'one whose better one is deprecated, too',
    [
      {name: 'v1alpha1', deprecated: true},
      {name: 'v1', deprecated: true},
    ],
    'example.com/v1alpha1 Boat is deprecated',
  ],
  [
    'one with words of its own',
    [{name: 'v1alpha1', deprecated: true, deprecationWarning: 'sail on'}, {name: 'v1'}],
    'sail on',
  ],
])('a deprecated version says what to use: %s', (_, versions, expected) => {
  const resources = served(versions);
  const asked = resources.find(({version}) => version === 'v1alpha1');
  expect(asked && deprecationOf(asked, resources)).toBe(expected);
});
