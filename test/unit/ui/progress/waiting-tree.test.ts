import {describe, expect, it} from 'vitest';
import {waitingTree} from '../../../../src/ui/progress/waiting-tree.ts';
import {after, applying, done, failed, planMade, started, step} from './sample-run.ts';

const PLAN = planMade([
  step('ns'),
  step('db', ['ns']),
  step('same', ['db'], 'unchanged'),
  step('web', ['same']),
  step('route', ['db', 'web']),
  step('cache', ['ns']),
  step('old', [], 'delete'),
]);

describe('the tree of waiting steps', () => {
  it('the tree is a chain if each step waits for the one before, also through unchanged resources', () => {
    const tree = waitingTree(
      after([0, PLAN], [0, applying(6)], [0, started('ns')], [1, done('ns')], [1, started('db')]),
    );
    expect({db: tree.below('db'), web: tree.below('web'), route: tree.below('route')}).toEqual({
      db: ['web'],
      web: ['route'],
      route: [],
    });
    expect([tree.count('db'), tree.count('web'), tree.count('ns')]).toEqual([2, 1, 0]);
  });

  it('the tree counts steps that wait for no running step', () =>
    expect(waitingTree(after([0, PLAN], [0, started('ns')], [1, done('ns')], [1, started('db')])).total).toBe(4));

  it('the tree leaves out a failed step, because the steps that need it are skipped', () => {
    const tree = waitingTree(after([0, PLAN], [0, started('ns')], [1, failed('ns')]));
    expect(tree.below('ns')).toEqual([]);
  });

  // In a time or a depth that grows with each step, it would not end here.
  it('the tree of a chain of a hundred thousand steps is computed', () => {
    const chain = Array.from({length: 100_000}, (_, i) => step(`s${i}`, i === 0 ? [] : [`s${i - 1}`]));
    const state = after([0, planMade(chain)], [0, started('s0')]);
    expect(waitingTree(state).count('s0')).toBe(99_999);
  });
});
