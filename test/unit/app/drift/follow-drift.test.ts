import {expect, it} from 'vitest';
import {type DriftMemory, followDrift} from '../../../../src/app/drift/follow-drift.ts';
import type {Observation} from '../../../../src/app/drift/observe-drift.ts';

const [EARLIER, NOW] = ['2026-01-01T00:00:00Z', '2026-01-01T00:10:00Z'];
const seen = (stack: string, checked: Observation['checked'], workspace = 'prod'): Observation => ({
  project: stack === '' ? '' : 'shop',
  stack,
  workspace,
  checked,
  found: undefined,
  failure: undefined,
});
const drifted: DriftMemory = {'["shop","web","prod"]': {drift: {digest: 'a', since: EARLIER}}};
const complete = {at: NOW, listed: ['prod']};

it('drift that ends is reported with the time at which it began', () => {
  const {changes, memory} = followDrift(drifted, [seen('web', {drift: undefined})], complete);
  expect(changes).toMatchObject([{stack: 'web', change: 'ended', since: EARLIER}]);
  expect(memory).toEqual({'["shop","web","prod"]': {}});
});

it('the drift of a stack that has no release any more has ended, and the stack is forgotten', () => {
  const {changes, memory} = followDrift(drifted, [seen('api', {drift: undefined})], complete);
  expect(changes).toMatchObject([{project: 'shop', stack: 'web', workspace: 'prod', change: 'ended'}]);
  expect(Object.keys(memory)).toEqual(['["shop","api","prod"]']);
});

it('a check of some stacks keeps the drift of the others', () => {
  const {changes, memory} = followDrift(drifted, [seen('', {failing: 'backend/io'})], {at: NOW, listed: []});
  expect(changes).toMatchObject([{project: '', change: 'failing'}]);
  expect(memory).toMatchObject(drifted);
});

it('only the workspaces whose stacks were listed lose stacks', () => {
  const before: DriftMemory = {...drifted, '["shop","web","staging"]': {drift: {digest: 'b', since: EARLIER}}};
  const {changes, memory} = followDrift(before, [seen('api', {drift: undefined})], complete);
  expect(changes).toMatchObject([{stack: 'web', workspace: 'prod', change: 'ended'}]);
  expect(Object.keys(memory).toSorted()).toEqual(['["shop","api","prod"]', '["shop","web","staging"]']);
});

it('the check as a whole works again also if its workspace was not known while it failed', () => {
  const failed = followDrift({}, [seen('', {failing: 'backend/io'}, '')], {at: EARLIER, listed: []});
  const {changes} = followDrift(failed.memory, [seen('', {drift: undefined}, 'prod')], complete);
  expect(changes).toMatchObject([{change: 'working', since: EARLIER}]);
});

it('a stack whose check works is fresh only in its first check', () => {
  const observations = [seen('web', {drift: undefined}), seen('api', {drift: 'a'}), seen('job', {failing: 'io'})];
  const first = followDrift({}, observations, complete);
  expect(first.fresh).toMatchObject([{stack: 'web'}, {stack: 'api'}]);
  expect(followDrift(first.memory, [seen('web', {drift: undefined})], complete).fresh).toEqual([]);
});
