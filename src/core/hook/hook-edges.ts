import type {DueHook} from './due-hooks.ts';
import {isOfRemoval, isPre, type SourcePart} from './hook.ts';

/** The changes that come before another one: done, or only applied. */
export type HookEdge = {readonly after: readonly string[]; readonly afterApplied: readonly string[]};

/** The hooks of a run, and the objects that they come before and after. */
export type HookEdgesRequest = {
  /** Each event of a source in its order. */
  readonly due: readonly DueHook[];
  /** The source of each desired object. */
  readonly parts: ReadonlyMap<string, SourcePart>;
  /** The ids that a run removes, by source. */
  readonly removed: ReadonlyMap<string, readonly string[]>;
  /** Returns the desired objects that the object of a hook uses. */
  readonly needs: (hook: DueHook) => readonly string[];
  /** The ids that each desired object comes after. */
  readonly after: ReadonlyMap<string, readonly string[]>;
};

/**
 * Returns what hooks come after, and what comes after them: CRDs of `crds/`, then the hooks before the objects, one after the other, then
 * the objects, and the hooks after them. A hook also comes after objects of other sources that it uses, unless these need the source.
 */
export function hookEdges(request: HookEdgesRequest): ReadonlyMap<string, HookEdge> {
  const {due, parts} = request;
  const edges = new Map<string, HookEdge>();
  for (const [i, hook] of due.entries()) edges.set(hook.id, edgeOf(hook, due.slice(0, i), request));
  for (const [id, {source, isFirst}] of parts) {
    if (isFirst === true) continue;
    const pre = due.filter((one) => one.hook.source === source && isPre(one.event) && !isOfRemoval(one.event));
    if (pre.length > 0) edges.set(id, {after: pre.map((one) => one.id), afterApplied: []});
  }
  return edges;
}

function edgeOf(one: DueHook, earlier: readonly DueHook[], request: HookEdgesRequest): HookEdge {
  const {hook, event} = one;
  const {parts, removed} = request;
  const before = earlier.filter((other) => other.hook.source === hook.source).map(({id}) => id);
  if (event === 'post-delete') return {after: [...before, ...(removed.get(hook.source) ?? [])], afterApplied: []};
  const own = [...parts].filter(([, part]) => part.source === hook.source);
  const crds = own.filter(([, {isFirst}]) => isFirst === true).map(([id]) => id);
  const others = foreignNeeds(one, request);
  if (isPre(event) || event === 'test') return {after: [...before, ...crds, ...others], afterApplied: []};
  const objects = own.map(([id]) => id);
  return hook.post === 'applied'
    ? {after: [...before, ...others], afterApplied: objects}
    : {after: [...before, ...objects, ...others], afterApplied: []};
}

/** Returns the objects of other sources that a hook uses, without those that come after an object of its own source. */
function foreignNeeds(one: DueHook, {needs, parts, after}: HookEdgesRequest): readonly string[] {
  const isOwn = (id: string): boolean => parts.get(id)?.source === one.hook.source;
  return needs(one).filter((id) => !isOwn(id) && ![...closure(id, after)].some(isOwn));
}

function closure(id: string, after: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const seen = new Set([id]);
  // A set that grows while it is iterated visits the new members, too.
  for (const one of seen) for (const need of after.get(one) ?? []) seen.add(need);
  return seen;
}
