import type {Json, JsonObject} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {at, nameAt, objectsAt} from '../graph/edges/pod-template.ts';
import type {ResourceIndex, Subject, Workload} from '../graph/edges/resource-index.ts';
import {labelSelector, serviceSelector} from '../graph/edges/selector.ts';
import {placedAt} from './placed-containers.ts';
import {nearlySelected, podsOf, selectsNothing} from './selected-objects.ts';
import type {StackFinding} from './stack-finding.ts';

/** Reports Services that select no pods or ports of the stack, and disruption budgets and network policies that select no pods. */
export const serviceTargets = (index: ResourceIndex): readonly StackFinding[] => [
  ...index.ofKind('', 'Service').flatMap((from) => {
    const selector = serviceSelector(at(from.object, 'spec', 'selector'));
    const pods = index.selected(from.namespace, selector);
    if (pods.length > 0) return targetPorts(from, pods);
    const all = podsOf(index.workloadsIn(from.namespace));
    return selector === undefined
      ? []
      : nearlySelected({from, selector, path: ['spec', 'selector'], noun: 'pods', all});
  }),
  ...index.ofKind('policy', 'PodDisruptionBudget').flatMap((one) => podSelector(index, one, 'selector')),
  ...index.ofKind('networking.k8s.io', 'NetworkPolicy').flatMap((one) => podSelector(index, one, 'podSelector')),
];

function podSelector(index: ResourceIndex, from: Subject, field: string): readonly StackFinding[] {
  const selector = labelSelector(at(from.object, 'spec', field)) ?? [];
  // An empty selector selects all pods of the namespace.
  if (selector.length === 0 || index.selected(from.namespace, selector).length > 0) return [];
  const all = podsOf(index.workloadsIn(from.namespace));
  return selectsNothing({from, selector, path: ['spec', field, 'matchLabels'], noun: 'pods', all});
}

/** A port that a container of a pod declares. */
export type PodPort = {readonly name: string | undefined; readonly number: Json | undefined};

/** Returns the ports that the containers of a workload declare. */
export const portsOf = ({pod}: Workload): readonly PodPort[] =>
  ['containers', 'initContainers']
    .flatMap((list) => objectsAt(pod.spec, list))
    .flatMap((container) => objectsAt(container, 'ports'))
    .map((port) => ({name: nameAt(port, 'name'), number: port['containerPort']}));

function targetPorts({id, object}: Subject, pods: readonly Workload[]): readonly StackFinding[] {
  const known = pods.map(portsOf);
  const ports = placedAt(at(object, 'spec'), 'ports', ['spec']);
  const named = ports.flatMap(([{targetPort}, path]): readonly StackFinding[] => {
    if (typeof targetPort !== 'string' || /^\d+$/.test(targetPort)) return [];
    if (known.some((all) => all.some(({name}) => name === targetPort))) return [];
    const near = didYouMean(
      targetPort,
      known.flat().flatMap(({name}) => name ?? []),
    );
    const place = [...path, 'targetPort'];
    const message = `${showPath(place)} is ${targetPort}, but no port of the selected pods has that name`;
    const hint = near === undefined ? undefined : `Did you mean ${near}?`;
    return [{id, finding: {severity: 'error', code: 'reference/port', path: place, message, hint}}];
  });
  const [only] = ports;
  if (named.length > 0 || only === undefined || ports.length > 1 || known.some((all) => all.length === 0)) return named;
  return unlikelyPort(id, only, known.flat());
}

/** Reports the only port of a Service if the selected pods declare ports but not this one. Pods without declared ports are not checked. */
function unlikelyPort(
  id: string,
  [port, path]: readonly [JsonObject, readonly (string | number)[]],
  known: readonly PodPort[],
): readonly StackFinding[] {
  const field = port['targetPort'] === undefined ? 'port' : 'targetPort';
  const target = port[field];
  if (typeof target !== 'number' || known.some(({number}) => number === target || typeof number !== 'number'))
    return [];
  const place = [...path, field];
  const declared = [...new Set(known.map(({number}) => String(number as number)))].join(', ');
  const message = `${showPath(place)} is ${target}, but the selected pods declare ${declared}`;
  return [{id, finding: {severity: 'warning', code: 'reference/port', path: place, message}}];
}
