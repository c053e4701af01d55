import {buildGraph} from '../../core/graph/graph.ts';
import type {DueHook} from '../../core/hook/due-hooks.ts';
import {isOfRemoval, isPre} from '../../core/hook/hook.ts';
import {type HookEdge, hookEdges} from '../../core/hook/hook-edges.ts';
import {isOfRemovals} from '../../core/plan/removal-order.ts';
import {referencesIn} from '../../core/reference/references-in.ts';
import {inferEdges} from '../../kubernetes/graph/infer-edges.ts';
import type {PlannedChange} from '../../ports/planned-change.ts';
import type {RuntimePlan} from '../../ports/runtime-plan.ts';
import type {PlanInput} from '../plan/plan-input.ts';
import type {ChosenHooks} from './chosen-hooks.ts';

/** Puts the hooks of a plan between its other changes. */
export function orderHooks(made: RuntimePlan, {due, sources}: ChosenHooks, input: PlanInput): RuntimePlan {
  if (due.length === 0) return made;
  const {loaded} = input.scope;
  const {order} = input.source;
  const removals = made.changes.filter(({change}) => isOfRemovals(change)).map(({change}) => change.id);
  const removed = new Map(
    sources.map(({source, recorded, moment}) => [
      source,
      moment === 'delete' ? removals.filter((id) => recorded?.objects.includes(id)) : [],
    ]),
  );
  const parts = loaded.parts ?? new Map();
  const request = {due, parts, removed, after: order.after};
  const withNeeds = hookEdges({...request, needs: needsOf(due, input)});
  // What hooks use is a guess. Without it, the edges form no cycle.
  const changes =
    sorted(made.changes, due, withNeeds) ?? sorted(made.changes, due, hookEdges({...request, needs: () => []}));
  return {...made, changes: changes ?? made.changes};
}

/** Returns what the objects of the hooks use, of the desired objects. */
function needsOf(due: readonly DueHook[], {scope: {loaded}}: PlanInput): (hook: DueHook) => readonly string[] {
  const ids = new Set(loaded.resources.map(({id}) => id));
  const asResources = due.map(({id, hook: {attributes}}) => ({
    id,
    type: 'Kubernetes' as const,
    attributes,
    dependsOn: [],
    extensions: {},
  }));
  const edges = inferEdges([...loaded.resources, ...asResources]);
  return ({id, hook}) => {
    const named = hook.isExpandable ? referencesIn(hook.attributes, ids).references.map((one) => one.id) : [];
    return [...named, ...(edges.get(id)?.keys() ?? [])].filter((need) => ids.has(need));
  };
}

/** Returns the changes with the edges of the hooks, each after all that it follows; undefined if the edges form a cycle. */
function sorted(
  changes: readonly PlannedChange[],
  due: readonly DueHook[],
  edges: ReadonlyMap<string, HookEdge>,
): readonly PlannedChange[] | undefined {
  const isPost = ({event}: DueHook): boolean => !isPre(event) && !isOfRemoval(event);
  const needed = new Set(due.filter(isPost).flatMap(({id}) => edges.get(id)?.after ?? []));
  const hooks = due.filter(({event}) => event === 'post-delete').map(({id}) => id);
  const linked = changes.map((planned): PlannedChange => {
    const edge = edges.get(planned.change.id);
    // The namespace of the stack is deleted last, because the hooks run in it.
    const last = isNamespaceOfStack(planned) ? hooks : [];
    const {after = [], afterApplied = []} = edge ?? {};
    return {
      ...planned,
      after: [...planned.after, ...after, ...last],
      afterApplied,
      ...(needed.has(planned.change.id) ? {mustBeReady: true as const} : {}),
    };
  });
  const phases = [false, true].map((isRemoval) =>
    inOrder(linked.filter(({change}) => isOfRemovals(change) === isRemoval)),
  );
  return phases.every((phase) => phase !== undefined) ? phases.flat() : undefined;
}

/** Reports whether a change deletes the namespace that the stack created. No release has a state of it. */
const isNamespaceOfStack = ({change, state}: PlannedChange): boolean =>
  change.action === 'delete' && state === undefined;

function inOrder(changes: readonly PlannedChange[]): readonly PlannedChange[] | undefined {
  const nodes = changes.map(({change: {id}, after, afterApplied = []}) => ({id, after: [...after, ...afterApplied]}));
  const graph = buildGraph(nodes);
  if ('cycle' in graph) return undefined;
  const byId = new Map(changes.map((planned) => [planned.change.id, planned]));
  return graph.order.flatMap((id) => byId.get(id) ?? []);
}
