import {groupVersion} from '../../../core/resource/identity.ts';
import type {Edge, EdgeRule} from './edge.ts';
import {at, nameAt} from './pod-template.ts';
import {labelSelector} from './selector.ts';

/** Orders workloads before the objects that scale, guard or attach to them: autoscalers by their target, PodDisruptionBudgets by their selector. */
export const scalingEdges: EdgeRule = function* (index): Iterable<Edge> {
  for (const {id, namespace, object} of index.subjects) {
    for (const field of ['scaleTargetRef', 'targetRef']) {
      const target = at(object, 'spec', field);
      const name = nameAt(target, 'name');
      if (name === undefined) continue;
      // A ScaledObject of KEDA targets a Deployment if it names no kind.
      const kind = nameAt(target, 'kind') ?? 'Deployment';
      const group = nameAt(target, 'group') ?? groupVersion(nameAt(target, 'apiVersion') ?? defaultVersion(kind)).group;
      const needs = index.find({group, kind, namespace, name});
      if (needs !== undefined) yield {id, needs, because: `targets ${kind} ${name}`};
    }
  }
  for (const {id, namespace, object} of index.ofKind('policy', 'PodDisruptionBudget')) {
    for (const workload of index.selected(namespace, labelSelector(at(object, 'spec', 'selector')))) {
      yield {id, needs: workload.id, because: `selects the pods of ${workload.kind} ${workload.name}`};
    }
  }
};

const defaultVersion = (kind: string): string =>
  /^(Deployment|StatefulSet|ReplicaSet)$/.test(kind) ? 'apps/v1' : 'v1';
