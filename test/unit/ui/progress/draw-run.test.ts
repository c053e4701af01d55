import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import type {Event} from '../../../../src/core/event.ts';
import {plainPaint} from '../../../../src/ui/paint.ts';
import {drawRun} from '../../../../src/ui/progress/draw-run.ts';
import {openDrawer} from '../../../../src/ui/progress/drawer.ts';
import {TerminalScreen} from '../../../rig/terminal-screen.ts';
import {applying, done, failed, MANY, planMade, SHOP, started, step} from './sample-run.ts';

const BEFORE = ['$ gantry apply', 'some text of before'];

function screenOf(rows: number, columns: number): TerminalScreen {
  const screen = new TerminalScreen(rows, columns);
  screen.write(`${BEFORE.join('\n')}\n`);
  screen.writes = 0;
  return screen;
}

describe('a drawer', () => {
  it('a drawer overwrites the last lines, whatever their number', () => {
    const screen = screenOf(10, 40);
    const drawer = openDrawer(screen);
    for (const lines of [['a', 'b', 'c'], ['longer than before'], [], ['x', 'y']]) {
      drawer.draw(lines);
      expect(screen.all()).toEqual([...BEFORE, ...lines]);
    }
  });

  it('a drawer does not write unchanged lines again', () => {
    const screen = screenOf(10, 40);
    const drawer = openDrawer(screen);
    for (let i = 0; i < 3; i++) drawer.draw(['a', 'b']);
    expect(screen.writes).toBe(1);
  });

  it('a cleared drawer restores the screen and the cursor', () => {
    const screen = screenOf(10, 40);
    const drawer = openDrawer(screen);
    const cursor = screen.cursor();
    drawer.draw(['a', 'b', 'c']);
    drawer.clear();
    expect({all: screen.all(), cursor: screen.cursor()}).toEqual({all: BEFORE, cursor});
  });

  it('a drawer keeps its lines below other text, also when the screen scrolls', () => {
    const screen = screenOf(6, 40);
    const drawer = openDrawer(screen);
    drawer.draw(['1', '2', '3']);
    const texts = Array.from({length: 9}, (_, i) => `failed ${i} ${'x'.repeat(60)}`);
    for (const text of texts) drawer.above(`${text}\n`);
    drawer.draw(['4', '5', '6']);
    const wrapped = texts.flatMap((text) => [text.slice(0, 40), text.slice(40)]);
    expect(screen.all()).toEqual([...BEFORE, ...wrapped, '4', '5', '6']);
  });

  it.each([
    {name: 'in the middle of the screen', rows: 12},
    {name: 'at the end of the screen', rows: 6},
    {name: 'where a line is wrapped', rows: 8, wide: 'w'.repeat(60)},
  ])('a drawer leaves no line behind after an Enter, $name', ({rows, wide = 'b'}) => {
    const screen = screenOf(rows, 40);
    const drawer = openDrawer(screen);
    drawer.draw(['a 1', wide, 'c']);
    const split = wide.length > 40 ? [wide.slice(0, 40), wide.slice(40)] : [wide];
    screen.type('\n');
    drawer.draw(['a 2', wide, 'c']);
    expect(screen.all()).toEqual([...BEFORE, 'a 2', ...split, 'c']);
    screen.type('yes\n\n');
    drawer.above('failed\n');
    expect(screen.all()).toEqual([...BEFORE, 'failed', 'a 2', ...split, 'c']);
    screen.type('\n');
    drawer.clear();
    expect(screen.all()).toEqual([...BEFORE, 'failed']);
  });

  it('a drawer overwrites its lines after the terminal was resized', () => {
    const screen = screenOf(12, 60);
    const drawer = openDrawer(screen);
    drawer.draw(['a'.repeat(50), 'b'.repeat(50)]);
    screen.resize(12, 30);
    drawer.draw(['a'.repeat(20), 'b'.repeat(20)]);
    expect(screen.all()).toEqual([...BEFORE, 'a'.repeat(20), 'b'.repeat(20)]);
    screen.resize(12, 80);
    drawer.draw(['c']);
    expect(screen.all()).toEqual([...BEFORE, 'c']);
  });
});

describe('the view of a run on a terminal', () => {
  beforeEach(() => void vi.useFakeTimers({now: 0}));
  afterEach(() => void vi.useRealTimers());

  function viewOn(screen: TerminalScreen) {
    const view = drawRun(screen, {paint: plainPaint, now: Date.now});
    return {
      ...view,
      tell: (...events: readonly Event[]) => view.hear(events.map((event) => ({event, at: Date.now()}))),
    };
  }

  it('the view is the tree, with durations that increase while nothing happens', () => {
    const screen = screenOf(24, 80);
    const view = viewOn(screen);
    view.show();
    for (const [seconds, event] of SHOP) {
      vi.setSystemTime(seconds * 1000);
      view.tell(event);
    }
    vi.advanceTimersByTime(12_000);
    expect(screen.all().slice(BEFORE.length, BEFORE.length + 2)).toEqual([
      'applying 1/9 · 0:42',
      expect.stringMatching(/^├ apps\/v1:StatefulSet:shop:db +31s +1 of 3 pods ready$/),
    ]);
    view.hide();
  });

  it('the view of five hundred steps fits on the screen, also after a resize, and leaves nothing behind', () => {
    const screen = screenOf(24, 80);
    const view = viewOn(screen);
    view.show();
    let at = 0;
    const sizes = [
      [24, 80],
      [10, 80],
      [10, 30],
      [40, 120],
      [3, 20],
      [24, 80],
    ] as const;
    for (const [i, [seconds, event]] of MANY.entries()) {
      vi.advanceTimersByTime(Math.max(0, seconds * 1000 - at));
      at = Math.max(at, seconds * 1000);
      view.tell(event);
      if (i % 100 === 0) {
        const [rows, columns] = sizes[i / 100] ?? [24, 80];
        screen.resize(rows, columns);
      }
      if (i % 20 === 0) expect(screen.visible().length).toBeLessThanOrEqual(screen.rows);
    }
    screen.resize(24, 80);
    vi.advanceTimersByTime(2000);
    const shown = screen.visible();
    expect(shown.at(-1)).toMatch(/^└ \d+ more running$/);
    expect(shown.filter((line) => line.startsWith('applying'))).toHaveLength(1);
    view.hide();
    expect(screen.visible().join('\n')).not.toContain('v1:ConfigMap');
  });

  it('the view draws at most ten times a second, with one write each', () => {
    const screen = screenOf(24, 80);
    const view = viewOn(screen);
    view.tell(planMade(Array.from({length: 2000}, (_, i) => step(`c${i}`))), applying(2000));
    view.show();
    screen.writes = 0;
    for (let i = 0; i < 2000; i++) {
      view.tell(started(`c${i}`), done(`c${i}`));
      vi.advanceTimersByTime(1);
    }
    expect(screen.writes).toBeGreaterThan(5);
    expect(screen.writes).toBeLessThanOrEqual(21);
    expect(screen.all().at(-1)).toMatch(/^applying (1[89]\d\d|2000)\/2000 /);
    view.hide();
  });

  it('the view keeps failures above it, and disappears however the process ends', () => {
    const screen = screenOf(24, 80);
    const exits = process.listeners('exit').length;
    const view = viewOn(screen);
    view.tell(applying(2), started('a'), started('b'));
    view.show();
    vi.advanceTimersByTime(3000);
    view.tell(failed('a'));
    view.above('failed a: its pods cannot be started\n');
    vi.advanceTimersByTime(200);
    expect(screen.all()).toEqual([
      ...BEFORE,
      'failed a: its pods cannot be started',
      'applying 1/2 · 1 failed · 0:03',
      '├ a      failed',
      '└ b  3s  creating',
    ]);
    (process.listeners('exit').at(-1) as () => void)();
    expect(screen.all()).toEqual([...BEFORE, 'failed a: its pods cannot be started']);
    view.hide();
    expect(process.listeners('exit')).toHaveLength(exits);
    expect(screen.listenerCount('resize')).toBe(0);
  });
});
