import {describe, expect, it} from 'vitest';
import type {Json} from '../../../../src/core/json.ts';
import {checkDeleteOptions} from '../../../../src/sandbox/decode/check-delete-options.ts';
import {Refusal} from '../../../../src/sandbox/model/status.ts';
import {builtIn} from './resource.ts';

const check = (value: Json) => (): void => checkDeleteOptions(value, builtIn('configmaps'));
const GRACE = 'Go struct field DeleteOptions.gracePeriodSeconds of type int64';

// All measured on kube-apiserver 1.34.4.
describe('the body of a DELETE', () => {
  it.each([
    {options: {gracePeriodSeconds: '5'}, says: `string into ${GRACE}`},
    {options: {gracePeriodSeconds: 1.5}, says: `number 1.5 into ${GRACE}`},
    {options: {gracePeriodSeconds: 1e20}, says: `number 100000000000000000000 into ${GRACE}`},
    {
      options: {propagationPolicy: 5},
      says: 'number into Go struct field DeleteOptions.propagationPolicy of type v1.DeletionPropagation',
    },
    {
      options: {preconditions: 5},
      says: 'number into Go struct field DeleteOptions.preconditions of type v1.Preconditions',
    },
    {
      options: {preconditions: {uid: 5}},
      says: 'number into Go struct field Preconditions.preconditions.uid of type types.UID',
    },
    {
      options: {preconditions: {resourceVersion: 5}},
      says: 'number into Go struct field Preconditions.preconditions.resourceVersion of type string',
    },
    {options: {dryRun: 'All'}, says: 'string into Go struct field DeleteOptions.dryRun of type []string'},
    {options: {dryRun: [5]}, says: 'number into Go struct field DeleteOptions.dryRun of type string'},
    {
      options: {orphanDependents: 'yes'},
      says: 'string into Go struct field DeleteOptions.orphanDependents of type bool',
    },
    {
      options: {ignoreStoreReadErrorWithClusterBreakingPotential: 'x'},
      says: 'string into Go struct field DeleteOptions.ignoreStoreReadErrorWithClusterBreakingPotential of type bool',
    },
  ])('DELETE options $options are an error of the server: $says', ({options, says}) => {
    expect(check(options)).toThrow(Refusal);
    expect(check(options)).toThrow(
      expect.objectContaining({
        message: `json: cannot unmarshal ${says}`,
        status: expect.objectContaining({code: 500, reason: ''}),
      }),
    );
  });

  // Whether the values are allowed is checked later.
  it.each([
    {},
    null,
    {foo: 1},
    {kind: 'DeleteOptions', apiVersion: 'v1'},
    {gracePeriodSeconds: null},
    {gracePeriodSeconds: -1},
    {propagationPolicy: 'x'},
    {dryRun: ['Some']},
    {propagationPolicy: 'Orphan', orphanDependents: true, preconditions: {uid: 'x', resourceVersion: '1'}},
  ])('the body of a DELETE may be %j', (options) => expect(check(options)).not.toThrow());
});
