import {buildGraph} from '../../core/graph/graph.ts';
import type {DueHook} from '../../core/hook/due-hooks.ts';
import {isOfRemoval, isPre} from '../../core/hook/hook.ts';
import {type HookEdge, hookEdges} from '../../core/hook/hook-edges.ts';
import {isOfRemovals} from '../../core/plan/removal-order.ts';
import {referencesIn} from '../../core/reference/references-in.ts';
import {inferEdges} from '../../kubernetes/graph/infer-edges.ts';
import {defined} from '../../lib/defined.ts';
import type {PlannedChange} from '../../ports/planned-change.ts';
import type {RuntimePlan} from '../../ports/runtime-plan.ts';
import type {PlanInput} from '../plan/plan-input.ts';
import type {ChosenHooks} from './chosen-hooks.ts';

/** Puts the hooks of a plan between its other changes. */
export function orderHooks(
  planned: RuntimePlan,
  {due, sources, leftovers}: ChosenHooks,
  input: PlanInput,
): RuntimePlan {
  const left = new Set(leftovers.map(({id}) => id));
  const made = withoutGone(planned, left);
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
    sorted(made.changes, {due, left}, withNeeds) ??
    sorted(made.changes, {due, left}, hookEdges({...request, needs: () => []}));
  return {...made, changes: changes ?? made.changes};
}

/** Leaves out the objects of hooks that no longer exist. No release lists them, so that nothing is to be done. */
const withoutGone = (made: RuntimePlan, leftovers: ReadonlySet<string>): RuntimePlan =>
  leftovers.size === 0
    ? made
    : {...made, changes: made.changes.filter(({change}) => change.action !== 'gone' || !leftovers.has(change.id))};

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
  {due, left}: {readonly due: readonly DueHook[]; readonly left: ReadonlySet<string>},
  edges: ReadonlyMap<string, HookEdge>,
): readonly PlannedChange[] | undefined {
  const awaited = new Map(
    due.filter(isPost).flatMap((one) => (edges.get(one.id)?.after ?? []).map((id) => [id, awaitedBy(one)] as const)),
  );
  const hooks = due.filter(({event}) => event === 'post-delete').map(({id}) => id);
  const linked = changes.map((planned): PlannedChange => {
    const edge = edges.get(planned.change.id);
    // The namespace of the stack is deleted last, because the hooks run in it. They may use what earlier hooks left: a ServiceAccount.
    const last = isNamespaceOfStack(planned) || left.has(planned.change.id) ? hooks : [];
    const {after = [], afterApplied = []} = edge ?? {};
    return {
      ...planned,
      after: [...planned.after, ...after, ...last],
      afterApplied,
      ...defined({awaitedBy: planned.change.hook === undefined ? awaited.get(planned.change.id) : undefined}),
    };
  });
  const phases = [false, true].map((isRemoval) =>
    inOrder(linked.filter(({change}) => isOfRemovals(change) === isRemoval)),
  );
  return phases.every((phase) => phase !== undefined) ? phases.flat() : undefined;
}

const isPost = ({event}: DueHook): boolean => !isPre(event) && !isOfRemoval(event);

const awaitedBy = ({event, hook: {source}}: DueHook): string =>
  `the ${event} hooks of ${source} wait for it; with \`hooks: {post: applied}\` in the source they run before it is ready`;

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
