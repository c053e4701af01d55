import type {Action} from '../../core/plan/plan.ts';
import {duration} from '../duration.ts';
import {printable} from '../printable.ts';
import type {RunningStep, RunState} from './run-state.ts';
import {type WaitingTree, waitingTree} from './waiting-tree.ts';

/** A line of the tree: the step, its duration, and what it waits for. */
export type Row = {
  readonly branch: string;
  readonly id: string;
  readonly time: string;
  readonly words: string;
  readonly brush?: 'bad' | 'dim';
};

/** The minimum duration of a shown step, in milliseconds. A line for a shorter one would only flicker. */
const WORTH_A_LINE_MS = 1000;
/** The depth of a chain above which it is folded, because each level needs space on the left. */
const DEPTH = 6;

const DOING: Readonly<Record<Action, string>> = {
  create: 'creating',
  adopt: 'adopting',
  update: 'updating',
  replace: 'replacing',
  delete: 'deleting',
  retain: 'keeping',
  forget: 'forgetting',
  gone: 'forgetting',
  unchanged: 'checking whether it is ready',
  run: 'running',
  read: 'reading',
};

type Node = Omit<Row, 'branch'> & {readonly below: readonly Node[]};
type Root = {readonly id: string; readonly node: Omit<Node, 'below'>};

/**
 * Returns at most `room` rows: failed steps, then running steps, the longest first, and below each the steps that wait for it. Steps
 * that do not fit are counted in the last row.
 */
export function treeRows(state: RunState, now: number, room: number): readonly Row[] {
  if (room < 1) return [];
  const tree = waitingTree(state);
  const roots = rootsOf(state, now, room);
  const whole = roots.shown.map((root) => withBelow(root, expanded(root.id, tree, DEPTH)));
  const left = {...roots.hidden, waiting: tree.total - sum(roots.shown, ({id}) => tree.count(id))};
  const rows = flat([...whole, ...restNode(left)], '');
  return rows.length <= room ? rows : foldedRows(roots, tree, room);
}

type Roots = {readonly shown: readonly Root[]; readonly hidden: {readonly failed: number; readonly running: number}};

function rootsOf({failed, running}: RunState, now: number, room: number): Roots {
  // Failures are printed completely above the view, so that they take at most a third of it.
  const newest = [...failed].slice(-Math.max(1, Math.floor(room / 3)));
  const longest = [...running.values()]
    .filter(({since}) => now - since >= WORTH_A_LINE_MS)
    .toSorted((a, b) => a.since - b.since);
  const all = [...newest.map(failedRoot), ...longest.map((step) => runningRoot(step, now))];
  const shown = all.length <= room ? all : all.slice(0, Math.max(1, room - 1));
  const shownFailed = Math.min(newest.length, shown.length);
  return {
    shown,
    hidden: {failed: failed.size - shownFailed, running: longest.length - (shown.length - shownFailed)},
  };
}

const failedRoot = ([id, skipped]: readonly [string, number]): Root => ({
  id,
  node: {id: printable(id), time: '', words: skipped === 0 ? 'failed' : `failed, ${skipped} skipped`, brush: 'bad'},
});

const runningRoot = ({id, action, since, message}: RunningStep, now: number): Root => ({
  id,
  node: {
    id: printable(id),
    time: duration(Math.floor((now - since) / 1000)),
    words: printable(message === '' ? DOING[action] : message),
  },
});

/** Returns the roots and, if there is space, one line for all steps that wait for each. */
function foldedRows({shown, hidden}: Roots, tree: WaitingTree, room: number): readonly Row[] {
  let [spare, waiting] = [room - shown.length - 1, tree.total];
  const nodes = shown.map((root) => {
    if (spare < 1 || tree.count(root.id) === 0) return withBelow(root, []);
    spare--;
    waiting -= tree.count(root.id);
    return withBelow(root, [folded(root.id, tree)]);
  });
  return flat([...nodes, ...restNode({...hidden, waiting})], '').slice(0, room);
}

const withBelow = ({node}: Root, below: readonly Node[]): Node => ({...node, below});

const expanded = (id: string, tree: WaitingTree, depth: number): readonly Node[] =>
  depth === 1 && tree.count(id) > 1
    ? [folded(id, tree)]
    : tree.below(id).map((other) => waitingNode(other, 'waits for it', expanded(other, tree, depth - 1)));

function folded(id: string, tree: WaitingTree): Node {
  const [first = ''] = tree.below(id);
  const more = tree.count(id) - 1;
  return waitingNode(first, `waits for it${more === 0 ? '' : ` (+${more} more)`}`, []);
}

const waitingNode = (id: string, words: string, below: readonly Node[]): Node => ({
  id: printable(id),
  time: '',
  words,
  brush: 'dim',
  below,
});

type Rest = {readonly failed: number; readonly running: number; readonly waiting: number};

function restNode({failed, running, waiting}: Rest): readonly Node[] {
  const parts = [
    ...(failed > 0 ? [`${failed} more failed`] : []),
    ...(running > 0 ? [`${running} more running`] : []),
    ...(waiting > 0 ? [`${waiting} not started`] : []),
  ];
  return parts.length === 0 ? [] : [{id: parts.join(', '), time: '', words: '', brush: 'dim', below: []}];
}

const flat = (nodes: readonly Node[], prefix: string): readonly Row[] =>
  nodes.flatMap(({below, ...node}, i) => {
    const isLast = i === nodes.length - 1;
    const row = {...node, branch: `${prefix}${isLast ? '└ ' : '├ '}`};
    return [row, ...flat(below, `${prefix}${isLast ? '  ' : '│ '}`)];
  });

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
