import {array, assert, constantFrom, integer, nat, oneof, property, record, string, tuple} from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Event} from '../../../../src/core/event.ts';
import {plainPaint} from '../../../../src/ui/paint.ts';
import {clockText, treeLines} from '../../../../src/ui/progress/tree-lines.ts';
import {textWidth} from '../../../../src/ui/width.ts';
import {LOCK_FACTS} from '../../../rig/lock-facts.ts';
import {golden} from '../plain-style.ts';
import {after, applying, done, failed, MANY, planMade, SHOP, skipped, started, step, waiting} from './sample-run.ts';

type Size = {readonly rows: number; readonly columns: number};
const at = (seconds: number, size: Size = {rows: 24, columns: 80}) => ({
  now: seconds * 1000,
  paint: plainPaint,
  ...size,
});
const WEB = 'apps/v1:Deployment:shop:web';

describe('the view of a run', () => {
  it.each([
    {name: 'shop', state: after(...SHOP), frame: at(43)},
    {name: 'shop-low', state: after(...SHOP), frame: at(43, {rows: 6, columns: 80})},
    {name: 'shop-narrow', state: after(...SHOP), frame: at(43, {rows: 24, columns: 40})},
    {name: 'many', state: after(...MANY), frame: at(60)},
    {
      name: 'failed',
      state: after(
        ...SHOP,
        [40, failed('apps/v1:StatefulSet:shop:db')],
        [40, skipped(WEB, 'apps/v1:StatefulSet:shop:db')],
        [40, skipped('networking.k8s.io/v1:Ingress:shop:a', 'apps/v1:StatefulSet:shop:db')],
      ),
      frame: at(43),
    },
    {
      name: 'wide',
      state: after(
        [0, applying(2)],
        [0, started('example.com/v1:Café:店铺:数据库')],
        [1, waiting('example.com/v1:Café:店铺:数据库', '等待三个副本就绪 🚀 还有一个没有准备好')],
        [0, started('example.com/v1:Cafe\u0301:shop:plain')],
      ),
      frame: at(9, {rows: 10, columns: 60}),
    },
  ])('$name', async ({name, state, frame}) => {
    const text = treeLines(state, frame)
      .map((line) => `${line}\n`)
      .join('');
    await expect(text).toMatchFileSnapshot(golden(`tree-${name}`));
  });

  it.each([
    {want: 'connecting to the cluster · 0:02', events: [[1, {type: 'phase-started', phase: 'read'}]]},
    {
      want: 'waiting for the lock of ann\\x1b@ci · 0:02',
      events: [
        [0, applying(3)],
        [1, {type: 'lock-waiting', ...LOCK_FACTS, holder: 'ann\u001b@ci'}],
      ],
    },
  ] as const)('the view is one line outside of an apply: $want', ({want, events}) =>
    expect(treeLines(after(...(events as readonly (readonly [number, Event])[])), at(3))).toEqual([want]),
  );

  it('the view does not show steps that end within a second', () => {
    const state = after([0, applying(1)], [5, started(WEB)]);
    expect(treeLines(state, at(5.9))).toHaveLength(1);
    expect(treeLines(state, at(6.1))).toHaveLength(2);
  });

  it('the view folds finished steps', () => {
    expect(treeLines(after(...SHOP, [40, done('v1:Service:shop:lb')]), at(43)).join('\n')).not.toContain(':lb');
  });
});

it('the view starts again with a second plan: a rollback is counted separately from the failed run', () => {
  const OLD = 'v1:ConfigMap:shop:old';
  const failedRun = [...SHOP, [40, failed('apps/v1:StatefulSet:shop:db')], [40, done('v1:Service:shop:lb')]] as const;
  const state = after(
    ...failedRun,
    [41, planMade([step(WEB, [], 'update'), step(OLD, [WEB], 'delete')])],
    [42, applying(2)],
    [42, started(WEB)],
  );
  expect(treeLines(state, at(50))).toEqual([
    'applying 0/2 · 0:08',
    expect.stringMatching(new RegExp(`^└ ${WEB} +8s +creating$`)),
    expect.stringMatching(new RegExp(`^ {2}└ ${OLD} +waits for it$`)),
  ]);
});

const ids = constantFrom(...Array.from({length: 60}, (_, i) => `v1:ConfigMap:店:${'x'.repeat(i)}${i}`));
const events = oneof(
  {weight: 4, arbitrary: ids.map(started)},
  {
    weight: 3,
    arbitrary: tuple(ids, string({unit: 'grapheme', maxLength: 90})).map(([id, text]) => waiting(id, text)),
  },
  ids.map(done),
  ids.map(failed),
  tuple(ids, ids).map(([id, because]) => skipped(id, because)),
);
const plans = array(tuple(ids, array(ids, {maxLength: 3})), {maxLength: 60});
const size = record({rows: integer({min: 1, max: 60}), columns: integer({min: 1, max: 160})});

describe('the size of the view', () => {
  it('the view has fewer lines than the terminal, each narrower than it', () =>
    assert(
      property(plans, array(tuple(nat(90), events), {maxLength: 200}), size, (plan, heard, {rows, columns}) => {
        const steps = plan.map(([id, needs]) => step(id, needs));
        const sorted = heard.toSorted(([a], [b]) => a - b);
        const lines = treeLines(after([0, planMade(steps)], [0, applying(60)], ...sorted), at(95, {rows, columns}));
        expect(lines.length).toBeLessThanOrEqual(rows - 1);
        for (const line of lines) expect(textWidth(line), line).toBeLessThanOrEqual(columns - 1);
        expect(lines.join('')).not.toMatch(/\p{Cc}/u);
      }),
    ));

  it.each([24, 10, 5, 3, 2, 1])(
    'the view of five hundred waiting steps on %i rows counts those that do not fit',
    (rows) => {
      const lines = treeLines(after(...MANY), at(60, {rows, columns: 80}));
      expect(lines.length).toBe(rows - 1);
      if (rows > 3) expect(lines.at(-1)).toBe(`└ ${500 - (rows - 3)} more running`);
    },
  );
});

describe('a clock', () => {
  it.each([
    {ms: -5, want: '0:00'},
    {ms: 42_900, want: '0:42'},
    {ms: 723_000, want: '12:03'},
    {ms: 3_723_000, want: '1:02:03'},
  ])('a clock shows $ms ms as $want', ({ms, want}) => expect(clockText(ms)).toBe(want));
});
