import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Origins} from '../../core/diagnostic/origin.ts';
import type {Edges} from '../../core/graph/edges.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {defined} from '../../lib/defined.ts';
import {type AcyclicGraph, breakCycles} from './break-cycles.ts';
import {explicitEdges, type References} from './explicit-edges.ts';
import {inferEdges} from './infer-edges.ts';

/** The order of the resources, or the cycle that the user asked for. */
export type Ordering = {
  /** The order; absent if the user's own edges form a cycle, which `problems` then shows. */
  readonly ordered?: AcyclicGraph;
  readonly problems: readonly Diagnostic[];
};

/** Orders the resources of a stack by what the user asked for and by what the objects refer to. */
export function orderResources({
  resources,
  references = new Map(),
  origins = new Map(),
}: {
  readonly resources: readonly Resource[];
  readonly references?: References;
  readonly origins?: Origins;
}): Ordering {
  const {edges, problems} = explicitEdges(resources, references, origins);
  const all = merge(edges, inferEdges(resources));
  const ordered = breakCycles(
    resources.map(({id}) => id),
    all,
  );
  return 'cycle' in ordered ? {problems: [...problems, loop(ordered.cycle, edges, origins)]} : {ordered, problems};
}

/** Merges the edges. If both have an edge, the user's reason is kept. */
const merge = (explicit: Edges, inferred: Edges): Edges =>
  new Map(
    [...new Set([...inferred.keys(), ...explicit.keys()])].map((id) => {
      const [one, other] = [inferred.get(id) ?? NO_EDGES, explicit.get(id) ?? NO_EDGES];
      return [id, one.size === 0 ? other : other.size === 0 ? one : new Map([...one, ...other])];
    }),
  );

const NO_EDGES: NonNullable<ReturnType<Edges['get']>> = new Map();

function loop(cycle: readonly string[], edges: Edges, origins: Origins): Diagnostic {
  const [resource = ''] = cycle;
  const origin = origins.get(resource);
  const why = cycle.slice(0, -1).map((id, i) => {
    const needs = cycle[i + 1] ?? id;
    return `${id} after ${needs}: ${edges.get(id)?.get(needs)?.because ?? ''}`;
  });
  return {
    severity: 'error',
    code: 'order/loop',
    message: `dependency cycle: ${cycle.join(' → ')}`,
    resource,
    hint: `Remove one of these dependencies: ${why.join('; ')}.`,
    ...defined({at: origin === undefined ? undefined : origin.position([])}),
  };
}
