import type {DroppedEdge, Edges} from '../../core/graph/edges.ts';
import {buildGraph, type Cycle, type Graph} from '../../core/graph/graph.ts';
import {weakness} from './infer-edges.ts';

/** A graph without cycles, and the inferred edges that were dropped to break them. */
export type AcyclicGraph = {readonly graph: Graph; readonly edges: Edges; readonly dropped: readonly DroppedEdge[]};

/** The number of cycles that are examined one by one; in a stack with more it is too expensive to find the best edge of each. */
const MOST_CYCLES = 50;

/**
 * Breaks the cycles of a graph by dropping inferred edges, the weakest of each cycle first. Edges that the user asked
 * for are never dropped; a cycle that consists only of them is returned instead.
 */
export function breakCycles(ids: readonly string[], edges: Edges): AcyclicGraph | Cycle {
  const left = new Map([...edges].map(([id, reasons]) => [id, new Map(reasons)]));
  const dropped: DroppedEdge[] = [];
  const drop = (edge: DroppedEdge): void => {
    left.get(edge.id)?.delete(edge.needs);
    dropped.push(edge);
  };
  for (let loops = 0; loops < MOST_CYCLES; loops++) {
    const graph = graphOf(ids, left);
    if (!('cycle' in graph)) return {graph, edges: left, dropped};
    const weakest = weakestOf(graph.cycle, left);
    if (weakest === undefined) return graph;
    drop(weakest);
  }
  const asked = graphOf(ids, explicitOnly(left));
  if ('cycle' in asked) return asked;
  for (const edge of against(asked, left)) drop(edge);
  const graph = graphOf(ids, left);
  return 'cycle' in graph ? graph : {graph, edges: left, dropped};
}

const graphOf = (ids: readonly string[], edges: Edges): Graph | Cycle =>
  buildGraph(ids.map((id) => ({id, after: [...(edges.get(id)?.keys() ?? [])]})));

function weakestOf(cycle: readonly string[], edges: Edges): DroppedEdge | undefined {
  let weakest: {readonly edge: DroppedEdge; readonly weakness: number} | undefined;
  for (const [i, id] of cycle.slice(0, -1).entries()) {
    const needs = cycle[i + 1] ?? id;
    const reason = edges.get(id)?.get(needs);
    const rank = reason && weakness(reason);
    if (reason === undefined || rank === undefined) continue;
    if (weakest === undefined || rank > weakest.weakness) weakest = {edge: {id, needs, reason}, weakness: rank};
  }
  return weakest?.edge;
}

const explicitOnly = (edges: Edges): Edges =>
  new Map(
    [...edges].map(([id, reasons]) => [
      id,
      new Map([...reasons].filter(([, reason]) => weakness(reason) === undefined)),
    ]),
  );

/** Returns every inferred edge that contradicts the order of the user's own edges. */
function against({order}: Graph, edges: Edges): readonly DroppedEdge[] {
  const place = new Map(order.map((id, i) => [id, i]));
  return [...edges].flatMap(([id, reasons]) =>
    [...reasons]
      .filter(([needs]) => (place.get(needs) ?? 0) > (place.get(id) ?? 0))
      .map(([needs, reason]) => ({id, needs, reason})),
  );
}
