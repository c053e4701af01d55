import {expect, it} from 'vitest';
import {factDigests} from '../../../../src/core/plan/plan-bases.ts';
import {stableAnswer} from '../../../../src/core/plan/stable-answer.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';

const node = (resourceVersion: string, zone = 'a') => ({
  kind: 'Node',
  metadata: {name: 'n', labels: {zone}, resourceVersion, managedFields: [{manager: 'kubelet', time: resourceVersion}]},
});
const digest = (answer: Parameters<typeof stableAnswer>[0]) =>
  factDigests(new Map([['v1/Node n', answer]]), new Secret('k'));

it('the version and the writers of an object are left out of an answer', () => {
  expect(digest(node('2'))).toEqual(digest(node('1')));
  expect(digest(node('1', 'b'))).not.toEqual(digest(node('1')));
});

it('each object of a list loses them, and other answers stay', () => {
  const list = (version: string) => ({kind: 'NodeList', metadata: {resourceVersion: version}, items: [node(version)]});
  expect(digest(list('2'))).toEqual(digest(list('1')));
  expect(stableAnswer(['apps/v1'])).toEqual(['apps/v1']);
  expect(stableAnswer(null)).toBeNull();
});
