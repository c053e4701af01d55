import type {Edge, EdgeRule} from './edge.ts';
import {podReferences} from './pod-references.ts';

/** Orders the objects that pods cannot start without before the workload that creates the pods. */
export const podEdges: EdgeRule = function* (index): Iterable<Edge> {
  for (const {id, namespace, pod} of index.workloads) {
    for (const name of podReferences(pod.spec, namespace)) {
      const needs = index.find(name);
      if (needs !== undefined) yield {id, needs, because: `uses ${name.kind} ${name.name}`};
    }
  }
};
