import {expect, it} from 'vitest';
import {isOurs, isTakenOver} from '../../../../src/kubernetes/plan/ownership.ts';

const service = 'v1:Service:shop:web';
const labelled = {labels: {'gantry.dev/lineage': 'abc'}, annotations: {'gantry.dev/id': service}};

it.each([
  {name: 'ours: label and its own id', metadata: labelled, ownId: service, want: true},
  {
    name: 'another lineage is not ours',
    metadata: {...labelled, labels: {'gantry.dev/lineage': 'xyz'}},
    ownId: service,
    want: false,
  },
  {name: 'a copy of the labels names another id', metadata: labelled, ownId: 'v1:Endpoints:shop:web', want: false},
  {
    name: 'a label alone is a copy too',
    metadata: {labels: labelled.labels},
    ownId: 'v1:Endpoints:shop:web',
    want: false,
  },
  {
    name: 'what a controller owns is the controller’s',
    metadata: {...labelled, ownerReferences: [{controller: true, kind: 'X', name: 'x', uid: 'u'}]},
    ownId: service,
    want: false,
  },
  {
    name: 'an owner that does not control does not matter',
    metadata: {...labelled, ownerReferences: [{kind: 'X', name: 'x', uid: 'u'}]},
    ownId: service,
    want: true,
  },
  {name: 'an object without metadata is nobody’s', metadata: undefined, ownId: service, want: false},
])('$name', ({metadata, ownId, want}) => {
  const live = metadata === undefined ? {} : {metadata};
  expect(isOurs({live, ownId, lineage: 'abc'})).toBe(want);
});

it.each([
  {name: 'with the label of another lineage', labels: {'gantry.dev/lineage': 'xyz'}, want: true},
  {name: 'with our own label', labels: {'gantry.dev/lineage': 'abc'}, want: false},
  {name: 'without a label', labels: {}, want: false},
])('an object $name is taken over: $want', ({labels, want}) =>
  expect(isTakenOver({metadata: {labels}}, 'abc')).toBe(want),
);
