import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {batchesOf} from '../core/graph/batches.ts';
import {buildGraph} from '../core/graph/graph.ts';
import type {Json, JsonPath} from '../core/json.ts';
import {isRemoval, removalOrder} from '../core/plan/removal-order.ts';
import {unusedIgnore} from '../core/plan/unused-flags.ts';
import {follow} from '../core/reference/path.ts';
import type {Lookup} from '../core/reference/resolve-references.ts';
import {type KnownValues, knownValues, releasedValues, type ValuesOf} from '../core/reference/values.ts';
import {recordedValues} from '../core/release/resource-state.ts';
import type {Resource} from '../core/resource/resource.ts';
import {deepEqual} from '../lib/deep-equal.ts';
import {defined} from '../lib/defined.ts';
import type {Neighbours, PlanRequest} from '../ports/plan-request.ts';
import type {PlannedChange} from '../ports/planned-change.ts';
import type {Preflight} from '../ports/preflight.ts';
import type {Runtime} from '../ports/runtime.ts';
import type {RuntimePlan} from '../ports/runtime-plan.ts';
import type {Runtimes} from './runtimes.ts';
import {withOthers} from './with-others.ts';

type ResourceType = Resource['type'];

/** A value that a runtime asked for, and the answer that it got. */
type Asked = {readonly id: string; readonly path: JsonPath; readonly answer: Answer};
type Answer = {readonly value: Json} | 'unknown' | 'missing';

type Planned = {readonly plan: RuntimePlan; readonly asked: readonly Asked[]};

/**
 * Plans a stack over all runtimes, in the order of its batches. Each runtime plans all of its resources at once. For a resource
 * that is not planned yet, it uses the values that the last release recorded. If the plan of another runtime then gives a
 * different value, the runtime plans once more. A preview without changes asks each runtime once, unless a runtime needs a value
 * that the release stores only as a digest before the other runtime has planned it.
 */
export async function planRuntimes(runtimes: Runtimes, request: PlanRequest): Promise<RuntimePlan> {
  const {wanted, prior} = request;
  const all = [...prior.state, ...prior.interrupted, ...wanted.resources];
  const types = new Map(all.map(({id, type}) => [id, type]));
  const recorded = new Map(prior.state.map((state) => [state.id, recordedValues(state)]));
  const planned = new Map<ResourceType, Planned>();
  const valuesOf: ValuesOf = (id) => {
    const type = types.get(id);
    if (type === undefined) return undefined;
    return planned.get(type)?.plan.values?.(id) ?? releasedValues(recorded.get(id));
  };
  for (const type of turnsOf(runtimes, request, types)) {
    const runtime = runtimes.get(type);
    const before = planned.get(type);
    if (runtime === undefined || (before !== undefined && !isStale(before, valuesOf))) continue;
    planned.set(type, await planWith(runtime, request, {types, valuesOf}));
  }
  return joined(planned, request, {types, valuesOf});
}

/**
 * Returns the runtimes in the order in which they plan. Every runtime has a turn, also one without resources, because it may find
 * leftovers of earlier runs.
 */
function turnsOf(
  runtimes: Runtimes,
  {wanted: {order}}: PlanRequest,
  types: ReadonlyMap<string, ResourceType>,
): readonly ResourceType[] {
  const turns = batchesOf({...order, typeOf: (id) => types.get(id)}).map(({type}) => type);
  return [...turns, ...[...runtimes.keys()].filter((type) => !turns.includes(type))];
}

type Known = {readonly types: ReadonlyMap<string, ResourceType>; readonly valuesOf: ValuesOf};

async function planWith(runtime: Runtime, request: PlanRequest, {types, valuesOf}: Known): Promise<Planned> {
  const asked: Asked[] = [];
  const isForeign = (id: string): boolean => types.has(id) && types.get(id) !== runtime.type;
  const known = withOthers(
    knownValues((id) => (isForeign(id) ? valuesOf(id) : undefined)),
    request.neighbours?.others,
  );
  const lookup: Lookup = (id, path) => {
    if (path !== undefined && isForeign(id)) asked.push({id, path, answer: valueAt(known.lookup, id, path)});
    return known.lookup(id, path);
  };
  const plan = await runtime.plan(partFor(runtime.type, request, {...known, lookup}));
  return {plan, asked};
}

function valueAt(lookup: Lookup, id: string, path: JsonPath): Answer {
  const object = lookup(id, path);
  if (object === undefined) return 'missing';
  if (object === 'unknown') return 'unknown';
  const found = follow(object, path);
  return 'value' in found ? {value: found.value} : 'missing';
}

const isStale = ({asked}: Planned, valuesOf: ValuesOf): boolean => {
  const {lookup} = knownValues(valuesOf);
  return asked.some(({id, path, answer}) => !deepEqual(valueAt(lookup, id, path), answer));
};

/** Returns the part of the request that concerns resources of one type. The order remains that of the whole stack. */
function partFor(type: ResourceType, request: PlanRequest, values: KnownValues): PlanRequest {
  const {wanted, prior} = request;
  const mine = <T extends {readonly type: ResourceType}>(list: readonly T[]): readonly T[] =>
    list.filter((one) => one.type === type);
  return {
    ...request,
    wanted: {...wanted, resources: mine(wanted.resources)},
    prior: {
      ...prior,
      state: mine(prior.state),
      spec: mine(prior.spec),
      interrupted: mine(prior.interrupted),
      leftOut: mine(prior.leftOut ?? []),
    },
    values,
  };
}

function joined(
  planned: ReadonlyMap<ResourceType, Planned>,
  {wanted, ignore, neighbours}: PlanRequest,
  {types, valuesOf}: Known,
): RuntimePlan {
  const plans = [...planned.values()].map(({plan}) => plan);
  const changes = plans
    .flatMap((plan) => plan.changes)
    .map((change) => withValues(change, {types, valuesOf, others: neighbours?.others}));
  const preflights = plans.flatMap(({preflight}) => preflight ?? []);
  return {
    changes: [...inOrder(changes, wanted.order.order), ...removalsIn(changes)],
    diagnostics: withUnusedRules(planned, ignore),
    values: valuesOf,
    ...defined({
      preflight:
        preflights.length === 0
          ? undefined
          : async (run: Parameters<(typeof preflights)[number]>[0]) =>
              together(await Promise.all(preflights.map((ask) => ask(run)))),
    }),
    ...defined({
      sealHook: plans.find(({sealHook}) => sealHook !== undefined)?.sealHook,
      saved: plans.find(({saved}) => saved !== undefined)?.saved,
      hookLiterals: plans.find(({hookLiterals}) => hookLiterals !== undefined)?.hookLiterals,
    }),
    explain: (id, path) => plans.map(({explain}) => explain?.(id, path)).find((found) => found !== undefined),
  };
}

/**
 * Returns the diagnostics with a warning for each rule that no runtime uses. The runtime of Kubernetes warns of those that no object needs; without it,
 * no runtime has done so.
 */
function withUnusedRules(
  planned: ReadonlyMap<ResourceType, Planned>,
  rules: PlanRequest['ignore'],
): readonly Diagnostic[] {
  const plans = [...planned.values()].map(({plan}) => plan);
  const all = plans.flatMap(({diagnostics}) => diagnostics);
  const isUsed = (rule: PlanRequest['ignore'][number]): boolean =>
    plans.some(({usesRule}) => usesRule?.(rule) === true);
  if (!planned.has('Kubernetes')) return [...all, ...rules.filter((rule) => !isUsed(rule)).map(unusedIgnore)];
  const used = rules.filter(isUsed).map(unusedIgnore);
  return all.filter(
    (one) => !used.some(({code, message, at}) => deepEqual([one.code, one.message, one.at], [code, message, at])),
  );
}

/** Sorts the changes by the order of the stack. A change without a resource (the stack's namespace) comes first. */
function inOrder(changes: readonly PlannedChange[], order: readonly string[]): readonly PlannedChange[] {
  const place = new Map(order.map((id, i) => [id, i]));
  const placeOf = ({change}: PlannedChange): number => place.get(change.id) ?? -1;
  const sorted = changes.filter(({change}) => !isRemoval(change.action)).toSorted((a, b) => placeOf(a) - placeOf(b));
  // A runtime may add dependencies between changes.
  const graph = buildGraph(sorted.map(({change: {id}, after}) => ({id, after})));
  const byId = new Map(sorted.map((planned) => [planned.change.id, planned]));
  return 'cycle' in graph ? sorted : graph.order.flatMap((id) => byId.get(id) ?? []);
}

function removalsIn(changes: readonly PlannedChange[]): readonly PlannedChange[] {
  const removals = changes.filter(({change}) => isRemoval(change.action));
  const byId = new Map(removals.map((removal) => [removal.change.id, removal]));
  const {order, after} = removalOrder(
    removals.map(({change: {id}, state}) => ({id, dependsOn: state?.dependsOn ?? []})),
  );
  // Removals that a runtime puts after others come last.
  const last = (id: string): number => ((byId.get(id)?.after.length ?? 0) > 0 ? 1 : 0);
  return order
    .toSorted((a, b) => last(a) - last(b))
    .flatMap((id) => {
      const removal = byId.get(id);
      return removal === undefined ? [] : [{...removal, after: [...(after.get(id) ?? []), ...removal.after]}];
    });
}

/**
 * Gives a step the values that this run has applied. For an unchanged resource of another runtime, the step gets the values found
 * by that plan.
 */
const withValues = (
  planned: PlannedChange,
  {types, valuesOf, others}: Known & Pick<Neighbours, 'others'>,
): PlannedChange => ({
  ...planned,
  execute: (run) => {
    const type = planned.change.type;
    const {lookup, isSensitive} = withOthers(
      knownValues((id) => (types.get(id) === type ? undefined : valuesOf(id))),
      others,
    );
    return planned.execute({
      ...run,
      live: (id, path) => {
        const found = run.live(id, path) ?? lookup(id, path);
        return found === 'unknown' ? undefined : found;
      },
      isSensitive,
    });
  },
});

function together(found: readonly Preflight[]): Preflight {
  const user = found.find((one) => one.user !== undefined)?.user;
  return {
    denials: found.flatMap(({denials}) => denials),
    deferred: found.flatMap(({deferred = []}) => deferred),
    user,
    diagnostics: found.flatMap(({diagnostics}) => diagnostics),
  };
}
