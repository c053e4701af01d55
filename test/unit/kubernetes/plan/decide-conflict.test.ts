import {expect, it} from 'vitest';
import {decideConflict} from '../../../../src/kubernetes/plan/decide-conflict.ts';

const update = {operation: 'Update', apiVersion: 'apps/v1'};
const scale = {...update, subresource: 'scale'};

it.each([
  {
    title: 'kubectl scale is drift where no autoscaler is',
    owner: {...scale, manager: 'kubectl'},
    isUnscaled: true,
    want: 'drift',
  },
  {
    title: 'kubectl scale beside an autoscaler is left',
    owner: {...scale, manager: 'kubectl'},
    isUnscaled: false,
    want: 'yield',
  },
  {title: 'kubectl scale is left where that is not known', owner: {...scale, manager: 'kubectl'}, want: 'yield'},
  {
    title: 'an autoscaler is left',
    owner: {...scale, manager: 'kube-controller-manager'},
    isUnscaled: true,
    want: 'yield',
  },
  {title: 'any other scaler is left', owner: {...scale, manager: 'our-scaler'}, isUnscaled: true, want: 'yield'},
  {title: 'an edit is drift', owner: {...update, manager: 'kubectl-edit'}, want: 'drift'},
  {title: 'another applier is a conflict', owner: {...update, operation: 'Apply', manager: 'flux'}, want: 'conflict'},
  {title: 'an injector is left', owner: {...update, manager: 'cert-manager-cainjector'}, want: 'yield'},
])('$title', ({title: _, want, ...conflict}) => expect(decideConflict({...conflict, releasedByUs: true})).toBe(want));

it('replicas that were scaled by hand before the object was ours are kept', () =>
  expect(decideConflict({owner: {...scale, manager: 'kubectl'}, isUnscaled: true, releasedByUs: false})).toBe('yield'));
