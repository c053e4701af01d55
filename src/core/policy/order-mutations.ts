import type {PolicyMutation} from './policy.ts';

type Named = Pick<PolicyMutation, 'name' | 'after'>;

/** Orders mutations: those in `after` first, otherwise in the order of the workspace. Returns the names of a cycle if there is one. */
export function orderMutations<One extends Named>(
  mutations: readonly One[],
): {readonly ordered: readonly One[]} | {readonly cycle: readonly string[]} {
  const ordered: One[] = [];
  let left = mutations;
  while (left.length > 0) {
    const waiting = new Set(left.map(({name}) => name));
    const next = left.find(({after}) => after.every((name) => !waiting.has(name)));
    if (next === undefined) return {cycle: left.map(({name}) => name)};
    ordered.push(next);
    left = left.filter((one) => one !== next);
  }
  return {ordered};
}
