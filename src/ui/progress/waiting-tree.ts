import type {RunState} from './run-state.ts';

/** The tree of the steps that have not started, each below a step that it waits for. */
export type WaitingTree = {
  /** Returns the steps directly below a step, in the order of the plan. */
  readonly below: (id: string) => readonly string[];
  /** Returns the number of steps that wait for a step, directly or indirectly. */
  readonly count: (id: string) => number;
  /** The number of steps that have not started, including those that wait for a free slot or for the end of all writes. */
  readonly total: number;
};

/**
 * Returns the tree of waiting steps. A step that needs several has one place, below a step that waits itself, so that a chain stays
 * together. Steps come after the steps that they need, so that one pass builds the tree and a pass backwards counts it.
 */
export function waitingTree({steps, running, ended}: RunState): WaitingTree {
  const below = new Map<string, string[]>();
  const counts = new Map<string, number>();
  // The parent of each step. An unchanged resource is not in the tree; its children move up to its parent.
  const parents = new Map<string, string | undefined>();
  const unseen = new Set<string>();
  const pending: string[] = [];
  for (const {id, action, after} of steps) {
    if (running.has(id) || ended.has(id)) continue;
    const needs = after.map((other) => (unseen.has(other) ? parents.get(other) : other) ?? '');
    const parent = needs.findLast((other) => parents.has(other)) ?? needs.findLast((other) => running.has(other));
    parents.set(id, parent);
    if (action === 'unchanged') unseen.add(id);
    else pending.push(id);
  }
  for (const id of pending) {
    const parent = parents.get(id);
    if (parent !== undefined && below.get(parent)?.push(id) === undefined) below.set(parent, [id]);
  }
  for (const id of pending.toReversed()) {
    const parent = parents.get(id);
    if (parent !== undefined) counts.set(parent, (counts.get(parent) ?? 0) + (counts.get(id) ?? 0) + 1);
  }
  return {below: (id) => below.get(id) ?? [], count: (id) => counts.get(id) ?? 0, total: pending.length};
}
