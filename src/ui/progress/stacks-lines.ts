import {count} from '../count.ts';
import {cutEnd} from '../width.ts';
import type {StacksState} from './stacks-state.ts';
import {type Frame, treeLines} from './tree-lines.ts';

/**
 * Returns a run on one screen: the tree of one stack, or one tree with a branch for each stack that runs. It has at most `rows - 1` lines,
 * each narrower than the terminal.
 */
export function stacksLines({alone, running, ended, of}: StacksState, frame: Frame): readonly string[] {
  const states = [...running.values()];
  const [first, second] = states;
  if (second === undefined) return treeLines(first ?? alone, frame);
  const room = frame.rows - 2;
  if (room < 1) return [];
  const head = `${ended} of ${count(of, 'stack')} done, ${states.length} running`;
  // A stack has at least one line, for its phase.
  const shown = states.slice(0, states.length <= room ? room : room - 1);
  const hidden = states.length - shown.length;
  const each = Math.floor((room - Math.min(1, hidden)) / Math.max(1, shown.length));
  const branches = shown.map((state) =>
    treeLines(state, {...frame, rows: each + 1, columns: Math.max(1, frame.columns - 2)}),
  );
  const rest = hidden === 0 ? [] : [[`${hidden} more running`]];
  return [cutEnd(head, frame.columns - 1), ...branch([...branches, ...rest])];
}

const branch = (parts: readonly (readonly string[])[]): readonly string[] =>
  parts.flatMap((lines, i) => {
    const isLast = i === parts.length - 1;
    return lines.map((line, j) => `${j === 0 ? (isLast ? '└ ' : '├ ') : isLast ? '  ' : '│ '}${line}`);
  });
