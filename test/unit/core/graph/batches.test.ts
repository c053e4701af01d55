import {expect, it} from 'vitest';
import {batchesOf} from '../../../../src/core/graph/batches.ts';

/** `k…` is a Kubernetes resource, `t…` a Terraform resource. */
const cut = (needs: Readonly<Record<string, readonly string[]>>, order = Object.keys(needs)) =>
  batchesOf({
    order,
    after: new Map(Object.entries(needs)),
    typeOf: (id) => (id.startsWith('k') ? 'Kubernetes' : id.startsWith('t') ? 'Terraform' : undefined),
  }).map(({ids}) => ids);

it.each([
  {title: 'an empty order has no batches', needs: {}, want: []},
  {title: 'resources of one type are one batch', needs: {k1: [], k2: ['k1'], k3: []}, want: [['k1', 'k2', 'k3']]},
  {
    title: 'resources that need nothing of each other make one batch for each type',
    needs: {k1: [], t1: [], k2: [], t2: ['t1']},
    want: [
      ['k1', 'k2'],
      ['t1', 't2'],
    ],
  },
  {
    title: 'a type comes again where it needs what another type needs of it',
    needs: {k1: [], t1: ['k1'], k2: ['t1'], k3: [], t2: ['t1']},
    want: [['k1', 'k3'], ['t1', 't2'], ['k2']],
  },
  {
    title: 'the first batch is of the type that gives fewer batches',
    needs: {t1: [], k1: [], t2: ['k1'], k2: ['t1', 't2']},
    want: [['k1'], ['t1', 't2'], ['k2']],
  },
  {
    title: 'of two divisions of the same length, the one with fewer batches of Terraform counts',
    needs: {t1: [], k1: [], t2: ['k1'], k2: ['t1']},
    want: [['k1'], ['t1', 't2'], ['k2']],
  },
  {
    title: 'of two equal divisions, the one that begins with the first resource counts',
    needs: {t1: [], k1: [], t2: ['t1'], k2: ['k1']},
    want: [
      ['t1', 't2'],
      ['k1', 'k2'],
    ],
  },
  {title: 'a need outside the order is no edge', needs: {k1: ['gone'], other: []}, want: [['k1']]},
])('$title', ({needs, want}) => {
  expect(cut(needs)).toEqual(want);
});
