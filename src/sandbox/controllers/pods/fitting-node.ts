import type {JsonObject} from '../../../core/json.ts';
import {labelsOf, nameOf} from '../../model/metadata.ts';
import {objectsAt, partAt, textAt} from '../../model/part.ts';
import type {ClusterView} from '../../model/view.ts';
import {matchesSelector} from '../shared/selector.ts';

/** Returns the first node that a pod fits on, or why it fits on none, in the words of the scheduler. */
export function fittingNode(pod: JsonObject, cluster: ClusterView): {readonly node: string} | {readonly why: string} {
  const nodes = cluster.list('nodes');
  if (nodes.length === 0) return {why: 'no nodes available to schedule pods'};
  const reasons = new Map<string, number>();
  for (const node of nodes) {
    const reason = misfit(pod, node);
    if (reason === undefined) return {node: nameOf(node)};
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const counts = [...reasons].map(([reason, count]) => `${count} ${reason}`).toSorted();
  const available = `0/${nodes.length} nodes are available`;
  const preemption = `preemption: ${available}: ${nodes.length} Preemption is not helpful for scheduling.`;
  return {why: `${available}: ${counts.join(', ')}. no new claims to deallocate, ${preemption}`};
}

/** Returns the scheduler's reason why the pod cannot run on the node, without the count of nodes; undefined: it can. */
export function misfit(pod: JsonObject, node: JsonObject): string | undefined {
  if (partAt(node, 'spec')['unschedulable'] === true) return 'node(s) were unschedulable';
  const taint = objectsAt(node, 'spec', 'taints').find((each) => !isTolerated(pod, each));
  if (taint !== undefined) {
    return `node(s) had untolerated taint {${textAt(taint, 'key')}: ${textAt(taint, 'value')}}`;
  }
  return isSelected(pod, node) ? undefined : "node(s) didn't match Pod's node affinity/selector";
}

function isTolerated(pod: JsonObject, taint: JsonObject): boolean {
  if (taint['effect'] === 'PreferNoSchedule') return true;
  return objectsAt(pod, 'spec', 'tolerations').some((toleration) => {
    const effect = textAt(toleration, 'effect');
    if (effect !== '' && effect !== taint['effect']) return false;
    const key = textAt(toleration, 'key');
    if (toleration['operator'] === 'Exists') return key === '' || key === taint['key'];
    return key === taint['key'] && textAt(toleration, 'value') === textAt(taint, 'value');
  });
}

function isSelected(pod: JsonObject, node: JsonObject): boolean {
  const labels = labelsOf(node);
  const wanted = partAt(pod, 'spec', 'nodeSelector');
  if (!Object.entries(wanted).every(([key, value]) => labels[key] === value)) return false;
  const required = ['spec', 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution'];
  const terms = objectsAt(pod, ...required, 'nodeSelectorTerms');
  // The terms are alternatives.
  return terms.length === 0 || terms.some((term) => matchesTerm(term, node));
}

function matchesTerm(term: JsonObject, node: JsonObject): boolean {
  const fields = {matchExpressions: term['matchFields'] ?? []};
  return matchesSelector(term, labelsOf(node)) && matchesSelector(fields, {'metadata.name': nameOf(node)});
}
