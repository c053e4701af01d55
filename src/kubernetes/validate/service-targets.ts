import type {Json, JsonObject} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {at, nameAt, objectsAt} from '../graph/edges/pod-template.ts';
import type {ResourceIndex, Subject, Workload} from '../graph/edges/resource-index.ts';
import {labelSelector, type Selector, selects, serviceSelector} from '../graph/edges/selector.ts';
import {ingressBackends} from './ingress-rules.ts';
import {placedAt} from './placed-containers.ts';
import type {StackFinding} from './stack-finding.ts';

/** Reports Services that select no pods or ports of the stack, and routes to ports that a Service does not have. */
export const serviceTargets = (index: ResourceIndex): readonly StackFinding[] => [
  ...index.ofKind('', 'Service').flatMap((service) => {
    const selector = serviceSelector(at(service.object, 'spec', 'selector'));
    const pods = index.selected(service.namespace, selector);
    if (pods.length > 0) return targetPorts(service, pods);
    return selector === undefined ? [] : nearlySelected(index, service, selector, ['spec', 'selector']);
  }),
  ...index.ofKind('policy', 'PodDisruptionBudget').flatMap((budget) => {
    const selector = labelSelector(at(budget.object, 'spec', 'selector')) ?? [];
    if (selector.length === 0 || index.selected(budget.namespace, selector).length > 0) return [];
    return nearlySelected(index, budget, selector, ['spec', 'selector', 'matchLabels']);
  }),
  ...index.ofKind('networking.k8s.io', 'Ingress').flatMap((ingress) => ingressPorts(index, ingress)),
];

/** Reports a selector of which all labels except one match pods of the stack: that label is probably misspelt. Other tools may create the pods of other Services. */
function nearlySelected(
  index: ResourceIndex,
  {id, namespace, kind}: Subject,
  selector: Selector,
  path: readonly string[],
): readonly StackFinding[] {
  for (const workload of index.workloadsIn(namespace)) {
    const {labels} = workload.pod;
    const wrong = selector.filter((one) => !selects([one], labels));
    const [first] = wrong;
    if (first === undefined || wrong.length > 1 || first.operator !== 'In') continue;
    const {key, values} = first;
    const own = labels[key];
    const [value = ''] = values;
    const isNear =
      own === undefined ? keyIsNear(key, value, labels) : selector.length > 1 || didYouMean(value, [own]) !== undefined;
    if (!isNear) continue;
    const place = [...path, key];
    const has = own === undefined ? `${didYouMean(key, Object.keys(labels))}=${value}` : `${key}=${own}`;
    const message = `${showPath(place)} is ${value}, so the ${kind} selects no pods of the stack`;
    const hint = `The pods of ${workload.kind} ${workload.name} have ${has}.`;
    return [{id, finding: {severity: 'warning', code: 'reference/selector', path: place, message, hint}}];
  }
  return [];
}

function keyIsNear(key: string, value: string, labels: Readonly<Record<string, string>>): boolean {
  const near = didYouMean(key, Object.keys(labels));
  return near !== undefined && labels[near] === value;
}

type PodPort = {readonly name: string | undefined; readonly number: Json | undefined};

const portsOf = ({pod}: Workload): readonly PodPort[] =>
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

function ingressPorts(index: ResourceIndex, {id, object, namespace}: Subject): readonly StackFinding[] {
  return ingressBackends(object).flatMap(({backend, path}): readonly StackFinding[] => {
    const service = index.get({group: '', kind: 'Service', namespace, name: nameAt(backend, 'service', 'name')});
    if (service === undefined || nameAt(service.object, 'spec', 'type') === 'ExternalName') return [];
    const ports = objectsAt(service.object, 'spec', 'ports');
    const [field, wanted] = (['name', 'number'] as const)
      .map((one) => [one, at(backend, 'service', 'port', one)] as const)
      .find(([, value]) => value !== undefined) ?? ['name', undefined];
    if (wanted === undefined || ports.some((port) => port[field === 'name' ? 'name' : 'port'] === wanted)) return [];
    if (ports.some(({port}) => typeof port !== 'number')) return [];
    const place = [...path, 'service', 'port', field];
    const has = ports
      .map(({name, port}) => (typeof name === 'string' ? `${name} (${shown(port)})` : shown(port)))
      .join(', ');
    const message = `${showPath(place)} is ${shown(wanted)}, which Service ${service.name} does not have`;
    const hint = `Its ports are ${has}.`;
    return [{id, finding: {severity: 'error', code: 'reference/port', path: place, message, hint}}];
  });
}

/** Returns the name or the number of a port. */
const shown = (port: Json | undefined): string => (typeof port === 'string' ? port : JSON.stringify(port));
