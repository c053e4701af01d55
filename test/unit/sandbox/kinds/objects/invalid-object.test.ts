import {expect, it} from 'vitest';
import {forbiddenObject, invalidObject} from '../../../../../src/sandbox/kinds/objects/invalid-object.ts';
import {invalid} from '../../../../../src/sandbox/model/problem.ts';

// Measured on kube-apiserver 1.34.4.
it('the refusal of an admission plugin names an object without a name Unknown', () => {
  const why = 'no PriorityClass with name nope was found';
  const {status} = forbiddenObject({kind: 'Pod', metadata: {}}, {group: '', plural: 'pods'}, why);
  expect(status).toEqual({
    code: 403,
    reason: 'Forbidden',
    message: `pods "Unknown" is forbidden: ${why}`,
    details: {name: 'Unknown', kind: 'pods'},
  });
});

it('the refusal of an invalid object without a name has no name in its details', () => {
  const {status} = invalidObject({kind: 'Service', metadata: {}}, '', [invalid('spec.clusterIPs', ['9.9.9.9'], 'no')]);
  expect(status).toEqual({
    code: 422,
    reason: 'Invalid',
    message: 'Service "" is invalid: spec.clusterIPs: Invalid value: ["9.9.9.9"]: no',
    details: {
      kind: 'Service',
      causes: [{reason: 'FieldValueInvalid', message: 'Invalid value: ["9.9.9.9"]: no', field: 'spec.clusterIPs'}],
    },
  });
});
