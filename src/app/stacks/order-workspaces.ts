import {stackKey} from '../../core/event.ts';
import {buildGraph} from '../../core/graph/graph.ts';
import {isSharedStack} from '../../core/stacks/shared-stacks.ts';
import type {SharedKubeconfig} from '../../core/workspace/shared-kubeconfig.ts';
import {defined} from '../../lib/defined.ts';
import {wayBack} from '../workspace/via.ts';
import type {SelectedStack, StackSelection} from './selection.ts';

/** A workspace of a run, and the shared resource that holds its kubeconfig. */
export type ClusterOfWorkspace = {readonly name: string; readonly cluster?: SharedKubeconfig | undefined};

/**
 * Orders the workspaces of a run: a workspace comes after the one whose shared resource is its cluster, or before it in a destroy.
 * Otherwise, the given order is kept.
 * @throws GantryError 'input/usage' for workspaces that need each other, with the loop
 */
export function orderWorkspaces<T extends ClusterOfWorkspace>(
  workspaces: readonly T[],
  operation: StackSelection['operation'],
): readonly T[] {
  const graph = buildGraph(
    workspaces.map(({name, cluster}) => ({id: name, after: cluster === undefined ? [] : [cluster.workspace]})),
  );
  if ('cycle' in graph) throw wayBack(graph.cycle.map((name) => `the kubeconfig of ${name}`));
  const needs = operation === 'destroy' ? graph.before : graph.after;
  const ordered = buildGraph(workspaces.map(({name}) => ({id: name, after: needs.get(name) ?? []})));
  const rank = new Map('cycle' in ordered ? [] : ordered.order.map((name, i) => [name, i]));
  return workspaces.toSorted((a, b) => (rank.get(a.name) ?? 0) - (rank.get(b.name) ?? 0));
}

/** The stacks of one workspace. */
type InWorkspace = ClusterOfWorkspace & {readonly stacks: readonly SelectedStack[]};

/** Makes the stacks of each workspace wait for the shared stacks that may make their cluster; in a destroy, the reverse. */
export function linkClusters(
  workspaces: readonly InWorkspace[],
  operation: StackSelection['operation'],
): readonly SelectedStack[] {
  const makersOf = ({cluster}: ClusterOfWorkspace): readonly string[] =>
    cluster === undefined
      ? []
      : workspaces
          .filter(({name}) => name === cluster.workspace)
          .flatMap(({stacks}) => stacks.filter(({name}) => mayHave(cluster, name)).map(stackKey));
  if (operation === 'apply')
    return workspaces.flatMap((one) => one.stacks.map((stack) => withCluster(stack, one.cluster, makersOf(one))));
  const within = workspaces.flatMap((one) => makersOf(one).map((maker) => ({maker, keys: one.stacks.map(stackKey)})));
  return workspaces.flatMap(({stacks}) =>
    stacks.map((stack) => {
      const key = stackKey(stack);
      return {...stack, after: [...stack.after, ...within.flatMap(({maker, keys}) => (maker === key ? keys : []))]};
    }),
  );
}

/** Reports whether a stack may have the shared resource that is a cluster. */
export const mayHave = ({stack}: SharedKubeconfig, name: string): boolean =>
  isSharedStack(name) && (stack === undefined || stack === name);

/** Adds the cluster to a stack, if shared stacks of the run may make it. @param makers their keys */
export function withCluster(
  stack: SelectedStack,
  cluster: SharedKubeconfig | undefined,
  makers: readonly string[],
): SelectedStack {
  if (cluster === undefined || makers.length === 0) return stack;
  const {id, path} = cluster;
  const after = [...new Set([...stack.after, ...makers])];
  return {...stack, after, cluster: {id, makers, ...defined({path})}};
}
