import {findStack} from '../../config/find-project.ts';
import type {LoadedResources} from '../../config/load-resources.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {EdgeReason} from '../../core/graph/edges.ts';
import {showPath} from '../../core/reference/path.ts';
import {select} from '../../core/selection/select.ts';
import {sharedKey} from '../../core/stacks/shared-dependency.ts';
import {ANY_SHARED} from '../../core/stacks/shared-stacks.ts';
import {wholeName} from '../../core/stacks/stack-name.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {loadStack} from '../plan/load-stack.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {placedIn} from '../stacks/placed-reference.ts';
import {workspaceValues} from '../workspace/workspace-values.ts';

/** `id` comes after `needs`. */
export type ResourceEdge = EdgeReason & {readonly id: string; readonly needs: string};

/** The answer of `gantry resource graph`. */
export type ResourceGraph = {
  readonly formatVersion: 1;
  readonly project: string;
  readonly stack: string;
  readonly workspace?: string;
  /** The ids in the order of an apply, each after its dependencies. */
  readonly resources: readonly string[];
  /** All edges, including those that follow from others. */
  readonly edges: readonly ResourceEdge[];
  /** The edges that do not count, because they would close a cycle with stronger ones. */
  readonly dropped: readonly ResourceEdge[];
  /** The resources of other stacks that these need: `shared:ID` of a shared one, else `PROJECT/STACK#ID`. Absent: none. */
  readonly others?: readonly ResourceEdge[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Returns which resources of a stack need which, and why, from files alone: the order in which an apply writes them.
 * @param targets only these (ids, kinds, labels, globs) and what they need; none: all
 * @throws GantryError `input/invalid` with every problem of every file and a loop; `input/usage` for a target that selects nothing
 */
export async function graphResources(
  request: StackRequest & {readonly targets: readonly string[]},
  deps: Deps,
): Promise<ResourceGraph> {
  const location = await findStack({directory: request.directory ?? deps.cwd, stack: request.stack});
  const workspace = await workspaceValues(request, location, deps);
  const {loaded, order} = await loadStack(location, workspace === undefined ? {} : {workspace}, deps);
  const {resources, diagnostics} = loaded;
  const result = select({targets: request.targets, excludes: [], resources, needs: order.after, byName: true});
  if ('problem' in result) throw new GantryError({code: 'input/usage', ...result.problem});
  const {selected} = result;
  const ids = order.order.filter((id) => selected.has(id));
  return {
    formatVersion: 1,
    project: location.project.name,
    stack: location.stack.name,
    ...defined({workspace: workspace?.name}),
    resources: ids,
    edges: ids.flatMap((id) =>
      [...(order.edges.get(id) ?? [])]
        .filter(([needs]) => selected.has(needs))
        .map(([needs, {rule, because}]) => ({id, needs, rule, because})),
    ),
    dropped: order.dropped
      .filter(({id, needs}) => selected.has(id) && selected.has(needs))
      .map(({id, needs, reason: {rule, because}}) => ({id, needs, rule, because})),
    ...othersOf(loaded, {project: location.project.name, selected}),
    diagnostics,
  };
}

type Graphed = {readonly project: string; readonly selected: ReadonlySet<string>};

/** Returns the edges to resources of other stacks, each once. */
function othersOf(loaded: LoadedResources, {project, selected}: Graphed): Pick<ResourceGraph, 'others'> {
  const edges = placedIn(loaded)
    .filter(({resource}) => selected.has(resource))
    .map(({resource, stack, id, path, isDependency}): ResourceEdge => {
      const needs = stack === ANY_SHARED ? sharedKey(id) : `${wholeName(stack, {project})}#${id}`;
      return isDependency === true
        ? {id: resource, needs, rule: 'depends-on', because: 'names it in dependsOn'}
        : {id: resource, needs, rule: 'reference', because: `takes its ${showPath(path)}`};
    });
  const others = [...new Map(edges.map((edge) => [JSON.stringify([edge.id, edge.needs]), edge])).values()];
  return others.length === 0 ? {} : {others};
}
