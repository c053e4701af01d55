import type {Edge, EdgeRule} from './edge.ts';
import {at} from './pod-template.ts';
import {labelSelector} from './selector.ts';

/** Orders a Namespace before the objects in it. */
export const namespaceEdges: EdgeRule = function* (index): Iterable<Edge> {
  for (const {id, namespace} of index.subjects) {
    const needs = namespace === '' ? undefined : index.find({group: '', kind: 'Namespace', name: namespace});
    if (needs !== undefined) yield {id, needs, because: `is in namespace ${namespace}`};
  }
};

/** Orders the policies and limits of a namespace before the workloads that they apply to, so that no pod starts without them. */
export const namespacePolicyEdges: EdgeRule = function* (index): Iterable<Edge> {
  for (const kind of ['ResourceQuota', 'LimitRange']) {
    for (const {id: needs, name, namespace} of index.ofKind('', kind)) {
      for (const {id} of index.workloadsIn(namespace)) yield {id, needs, because: `is limited by ${kind} ${name}`};
    }
  }
  for (const {id: needs, name, namespace, object} of index.ofKind('networking.k8s.io', 'NetworkPolicy')) {
    // A policy without a selector applies to all pods.
    const selector = labelSelector(at(object, 'spec', 'podSelector') ?? {});
    for (const {id} of index.selected(namespace, selector)) {
      yield {id, needs, because: `is isolated by NetworkPolicy ${name}`};
    }
  }
};
