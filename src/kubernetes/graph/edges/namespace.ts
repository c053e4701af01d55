import type {Edge, EdgeRule} from './edge.ts';

/** Orders a Namespace before the objects in it. */
export const namespaceEdges: EdgeRule = function* (index): Iterable<Edge> {
  for (const {id, namespace} of index.subjects) {
    const needs = namespace === '' ? undefined : index.find({group: '', kind: 'Namespace', name: namespace});
    if (needs !== undefined) yield {id, needs, because: `is in namespace ${namespace}`};
  }
};
