import type {ResourceEdge, ResourceGraph} from '../../../../app/resource/graph-resources.ts';
import {count} from '../../../count.ts';
import {printable} from '../../../printable.ts';
import type {Style} from '../../../style.ts';
import {directNeeds} from './direct-needs.ts';

/**
 * Returns the graph as a tree for people: each resource that no other needs, and below it what it needs, with the reason. A resource
 * whose needs were already shown is marked `(*)`, and they are not repeated.
 */
export function graphTree(graph: ResourceGraph, {paint}: Style, title = titleOf(graph)): string {
  const {resources, edges, dropped, others = []} = graph;
  const needs = directNeeds(graph);
  const outside = Map.groupBy(others, ({id}) => id);
  const needed = new Set(edges.map((edge) => edge.needs));
  const shown = new Set<string>();
  const lines: string[] = [];
  type Step = {readonly edge?: ResourceEdge; readonly id: string; readonly indent: string; readonly isLast?: boolean};
  const open: Step[] = resources
    .filter((id) => !needed.has(id))
    .toReversed()
    .map((id) => ({id, indent: ''}));
  // A loop instead of recursion, so that a long chain does not exhaust the call stack.
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    const {edge, id, indent, isLast} = step;
    const children = [...(needs.get(id) ?? []), ...(outside.get(id) ?? [])];
    const isRepeated = shown.has(id) && children.length > 0;
    const branch = edge === undefined ? '' : isLast ? '└─ ' : '├─ ';
    const because = edge === undefined ? '' : paint.dim(`  (${printable(edge.because)})`);
    lines.push(`${indent}${branch}${printable(id)}${because}${isRepeated ? ' (*)' : ''}`);
    shown.add(id);
    if (isRepeated) continue;
    const below = edge === undefined ? indent : `${indent}${isLast ? '   ' : '│  '}`;
    for (const [i, child] of [...children.entries()].toReversed())
      open.push({edge: child, id: child.needs, indent: below, isLast: i === children.length - 1});
  }
  return [printable(title), '', ...lines, ...droppedLines(dropped), ''].join('\n');
}

const titleOf = ({project, stack, resources}: ResourceGraph): string =>
  `${count(resources.length, 'resource')} of ${project}/${stack}; below each resource are the resources that it needs.`;

/** Returns the dropped edges, which have no place in a tree, with their reasons. */
function droppedLines(dropped: ResourceGraph['dropped']): readonly string[] {
  if (dropped.length === 0) return [];
  const what = dropped.length === 1 ? 'This edge is ignored: it' : `These ${dropped.length} edges are ignored: each`;
  return [
    '',
    `${what} would close a cycle with edges of higher priority.`,
    ...dropped.map(({id, needs, because}) => `  ${printable(id)} after ${printable(needs)}  (${printable(because)})`),
  ];
}
