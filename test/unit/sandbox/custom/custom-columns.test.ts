import {expect, it} from 'vitest';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {customColumns} from '../../../../src/sandbox/custom/custom-columns.ts';
import {customResources} from '../../../../src/sandbox/custom/custom-resources.ts';

const object: JsonObject = {
  metadata: {name: 'g', creationTimestamp: '2026-11-22T00:00:00Z', labels: {'app.kubernetes.io/name': 'shop'}},
  spec: {
    n: null,
    f: 1.5,
    big: 1e21,
    i: 7,
    s: 'text',
    b: true,
    empty: '',
    l: [
      {s: 'a', n: 1},
      {s: 'b', n: 2},
    ],
  },
};

const columnsOf = (columns: readonly JsonObject[]) => {
  const version = {name: 'v1', served: true, storage: true, additionalPrinterColumns: columns};
  const names = {plural: 'gadgets', kind: 'Gadget'};
  const [resource] = customResources({spec: {group: 'a.b', names, versions: [version]}}, () => ({}));
  return resource === undefined ? [] : customColumns(resource);
};

const NOW = Date.parse('2026-11-22T00:02:03Z');

// Measured on the real server (Kubernetes 1.34.4) with this object.
it.each<{type: string; path: string; shows: Json}>([
  {type: 'string', path: '.spec.n', shows: '<no value>'},
  {type: 'string', path: '.spec.f', shows: '1.5'},
  {type: 'string', path: '.spec.big', shows: '1e+21'},
  {type: 'integer', path: '.spec.f', shows: 1},
  {type: 'integer', path: '.spec.s', shows: null},
  {type: 'date', path: '.spec.s', shows: '<invalid>'},
  {type: 'boolean', path: '.spec.s', shows: null},
  {type: 'string', path: '.spec.l[0]', shows: '{"n":1,"s":"a"}'},
  {type: 'string', path: '.spec.l[-1]', shows: '{"n":2,"s":"b"}'},
  {type: 'string', path: ".spec['s']", shows: 'text'},
  {type: 'string', path: '.spec.l[?(@.n>1)].s', shows: 'b'},
  {type: 'string', path: '.spec.l[?(@.s=="a")].n', shows: '1'},
  {type: 'string', path: '.spec.l[*].s', shows: 'a'},
  {type: 'string', path: '.spec.b', shows: 'true'},
  {type: 'number', path: '.spec.i', shows: 7},
  {type: 'string', path: '.spec.i', shows: '7'},
  {type: 'date', path: '.metadata.deletionTimestamp', shows: null},
  {type: 'date', path: '.metadata.creationTimestamp', shows: '2m3s'},
  {type: 'date', path: '.spec.empty', shows: '<unknown>'},
  {type: 'string', path: '.spec.empty', shows: ''},
  {type: 'string', path: String.raw`.metadata.labels.app\.kubernetes\.io/name`, shows: 'shop'},
])('the column $path of type $type shows the value', ({type, path, shows}) => {
  const [, column] = columnsOf([{name: 'X', type, jsonPath: path}]);
  expect(column?.cell(object, NOW)).toEqual(shows);
});

it('a version without columns shows name and age', () => {
  expect(columnsOf([]).map(({name, type, cell}) => [name, type, cell(object, NOW)])).toEqual([
    ['Name', 'string', 'g'],
    ['Age', 'date', '2m3s'],
  ]);
});
