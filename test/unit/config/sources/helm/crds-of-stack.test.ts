import {describe, expect, it} from 'vitest';
import {crdsOfStack} from '../../../../../src/config/sources/helm/crds-of-stack.ts';
import type {Json, JsonObject} from '../../../../../src/core/json.ts';

const crd = (kind: string): string =>
  JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    spec: {group: 'example.com', names: {kind}, versions: [{name: 'v1', served: true}]},
  });

/** Returns the kinds that the CRDs of a chart add. */
function kindsOf(files: Readonly<Record<string, string>>, values: Json = {}, settings = {}): readonly string[] {
  const apis = crdsOfStack({files: new Map(Object.entries(files)), settings, values}, {});
  return apis.flatMap((api) => /^example\.com\/v1\/(.+)$/.exec(api)?.[1] ?? []);
}

const chart = (name: string, dependencies: readonly JsonObject[] = []): string =>
  JSON.stringify({apiVersion: 'v2', name, version: '1.0.0', dependencies});

const withDependency = (dependency: JsonObject): Readonly<Record<string, string>> => ({
  'Chart.yaml': chart('web', [{name: 'db', ...dependency}]),
  'charts/db/Chart.yaml': chart('db', [{name: 'backup', condition: 'backup.enabled'}]),
  'charts/db/crds/db.yaml': crd('Database'),
  'charts/db/charts/backup/Chart.yaml': chart('backup'),
  'charts/db/charts/backup/crds/b.json': crd('Backup'),
});

describe('the CRDs that come with a chart', () => {
  it('the CRDs of a chart are those of crds/, and not those of other directories with this name', () => {
    const files = {
      'Chart.yaml': chart('web'),
      'crds/deep/a.yaml': crd('Own'),
      'crds/readme.md': crd('Readme'),
      'templates/crds/b.yaml': crd('Template'),
      'files/crds/c.yaml': crd('File'),
    };
    expect(kindsOf(files)).toEqual(['Own']);
    expect(kindsOf(files, {}, {skipCrds: true})).toEqual([]);
  });

  it.each<{case: string; dependency: JsonObject; values: JsonObject; kinds: readonly string[]}>([
    {case: 'without a condition', dependency: {}, values: {}, kinds: ['Database', 'Backup']},
    {case: 'whose condition has no value', dependency: {condition: 'db.on'}, values: {}, kinds: ['Database', 'Backup']},
    {case: 'whose condition is false', dependency: {condition: 'db.on'}, values: {db: {on: false}}, kinds: []},
    {
      case: 'whose own dependency is off',
      dependency: {},
      values: {db: {backup: {enabled: false}}},
      kinds: ['Database'],
    },
    {
      case: 'whose first condition decides',
      dependency: {condition: 'a.on, b.on'},
      values: {a: {on: true}, b: {on: false}},
      kinds: ['Database', 'Backup'],
    },
    {case: 'with tags that are off', dependency: {tags: ['x', 'y']}, values: {tags: {x: false}}, kinds: []},
    {
      case: 'with one tag that is on',
      dependency: {tags: ['x', 'y']},
      values: {tags: {x: false, y: true}},
      kinds: ['Database', 'Backup'],
    },
    {
      case: 'whose condition decides before a tag',
      dependency: {condition: 'db.on', tags: ['x']},
      values: {db: {on: true}, tags: {x: false}},
      kinds: ['Database', 'Backup'],
    },
    {
      case: 'with an alias',
      dependency: {alias: 'store', condition: 'store.on'},
      values: {store: {on: false}},
      kinds: [],
    },
  ])('the CRDs of a chart include those of a subchart $case as it is switched', ({dependency, values, kinds}) => {
    expect(kindsOf(withDependency(dependency), values)).toEqual(kinds);
  });
});
