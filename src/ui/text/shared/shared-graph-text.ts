import type {ResourceGraph} from '../../../app/resource/graph-resources.ts';
import type {SharedGraph} from '../../../app/shared/graph-shared.ts';
import {count} from '../../count.ts';
import type {Style} from '../../style.ts';

/** Returns the stacks and the shared resources that they use, as a tree or in a diagram language. */
export async function sharedGraphText(
  shared: SharedGraph,
  format: 'tree' | 'dot' | 'mermaid',
  style: Style,
): Promise<string> {
  const graph = asResources(shared);
  const title = `${count(shared.resources.length, 'shared resource')} in ${shared.workspace}; below each stack are those that it uses.`;
  return format === 'tree'
    ? (await import('../resource/graph/tree.ts')).graphTree(graph, style, title)
    : (await import('../resource/graph/diagram.ts')).graphDiagram(graph, format);
}

/** Returns the graph in the form of that of a stack: stacks need shared resources. */
function asResources({workspace, resources, users, edges}: SharedGraph): ResourceGraph {
  const names = new Map(resources.map((one) => [nodeOf(one), withClaim(one)]));
  return {
    formatVersion: 1,
    project: 'shared',
    stack: workspace,
    resources: [...names.values(), ...users],
    edges: edges.map((edge) => ({
      id: edge.user,
      needs: names.get(nodeOf(edge)) ?? nodeOf(edge),
      rule: 'reference',
      because: edge.fields.map(({resource, path}) => `${path} of ${resource}`).join(', '),
    })),
    dropped: [],
    diagnostics: [],
  };
}

const nodeOf = ({id, stack}: {readonly id: string; readonly stack: string}): string => `${id} (${stack})`;

const withClaim = (resource: SharedGraph['resources'][number]): string =>
  resource.claim === undefined ? nodeOf(resource) : `${resource.id} (${resource.stack}, claim ${resource.claim})`;
