import type {RunState} from './run-state.ts';

/** Who waits for what, of a plan's steps that have not begun. */
export type WaitingTree = {
  /** Those that wait for it first of all, in the order of the plan. */
  readonly below: (id: string) => readonly string[];
  /** How many wait for it, directly or not. */
  readonly count: (id: string) => number;
  /** How many have not begun, those with them that wait for none under way: for a free place, or for the end of all writes. */
  readonly total: number;
};

/**
 * Each step waits in one place, though it may need several: below one that waits itself, so that a chain is shown as one.
 * Steps come after what they need: one pass builds the tree, one back counts it.
 */
export function waitingTree({steps, running, ended}: RunState): WaitingTree {
  const below = new Map<string, string[]>();
  const counts = new Map<string, number>();
  // Where a step hangs; an unchanged one has no step of its own, and passes on what hangs below it.
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
