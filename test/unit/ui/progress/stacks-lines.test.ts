import {describe, expect, it} from 'vitest';
import type {StackEvent} from '../../../../src/core/event.ts';
import {plainPaint} from '../../../../src/ui/paint.ts';
import {stacksLines} from '../../../../src/ui/progress/stacks-lines.ts';
import {STACKS_START, stacksState} from '../../../../src/ui/progress/stacks-state.ts';

const of = (stack: string, event: object): StackEvent => ({project: 'shop', stack, ...event}) as StackEvent;
const started = (stack: string, number: number) => of(stack, {type: 'stack-started', step: 'apply', number, of: 3});
const writing = (stack: string, id: string) => [
  of(stack, {type: 'phase-started', phase: 'apply', total: 2}),
  of(stack, {type: 'plan-made', operation: 'apply', revision: 1, steps: [{id, action: 'create', after: []}]}),
  of(stack, {type: 'step-started', id, action: 'create'}),
];
const lines = (events: readonly StackEvent[], rows = 24): readonly string[] =>
  stacksLines(
    stacksState(
      STACKS_START,
      events.map((event) => ({event, at: 0})),
    ),
    {now: 5000, rows, columns: 80, paint: plainPaint},
  );

describe('the view of several stacks at once', () => {
  const both = [started('api', 1), started('web', 2), ...writing('api', 'v1:Pod:a:x'), ...writing('web', 'v1:Pod:b:y')];

  it('each stack that runs is a branch with its own steps', () => {
    expect(lines(both)).toEqual([
      '0 of 3 stacks done, 2 running',
      '├ shop/api (1 of 3) · applying 0/2 · 0:05',
      '│ └ v1:Pod:a:x  5s  creating',
      '└ shop/web (2 of 3) · applying 0/2 · 0:05',
      '  └ v1:Pod:b:y  5s  creating',
    ]);
  });

  it('one stack that runs alone has the view of one stack', () => {
    const done = of('api', {type: 'stack-done', step: 'apply', outcome: 'done', seconds: 1});
    expect(lines([...both, done])).toEqual(['shop/web (2 of 3) · applying 0/2 · 0:05', '└ v1:Pod:b:y  5s  creating']);
  });

  it.each([2, 3, 4, 5, 6])('a terminal with %i rows holds the view', (rows) =>
    expect(lines(both, rows).length).toBeLessThan(rows),
  );
});
