import {expect, it} from 'vitest';
import type {UntrustedDocument} from '../../../src/core/release/untrusted-document.ts';
import {failureText} from '../../../src/ui/failure-text.ts';

type Case = {
  readonly name: string;
  readonly of: Omit<UntrustedDocument, 'code'>;
  readonly says: string;
  readonly hint: string;
};

it.each<Case>([
  {
    name: 'an older Terraform state',
    of: {key: 'terraform/8f14/state.json', problem: 'replayed', found: 3, released: 7},
    says: 'it is state 3 of the stack, and the newest release was recorded with state 7',
    hint: 'restore the newer one from a copy of the backend',
  },
  {
    name: 'a deleted Terraform state',
    of: {key: 'terraform/8f14/state.json', problem: 'gone', found: 0, released: 7},
    says: 'it does not exist or has no number, and the newest release was recorded with state 7',
    hint: 'Terraform would create resources again',
  },
  {
    name: 'a backend that is older than the cluster',
    of: {key: 'releases/8f14/head.json', problem: 'older-than-cluster', objects: ['v1:ConfigMap:shop:web (data.size)']},
    says: 'Gantry wrote v1:ConfigMap:shop:web (data.size) after the newest release in it',
    hint: 'gantry release rebuild',
  },
])('the message about $name says what is newer, and the hint how to go on', ({of, says, hint}) => {
  const text = failureText({code: 'release/untrusted', ...of});
  expect(text.message).toContain(`The stored document ${of.key} is not trusted`);
  expect(text.message).toContain(says);
  expect(text.message).toContain('nothing was changed');
  expect(text.hint).toContain(hint);
});
