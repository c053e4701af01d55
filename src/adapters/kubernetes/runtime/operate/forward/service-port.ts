import {isObject, type JsonObject} from '../../../../../core/json.ts';
import {listAt, textAt, valueAt} from '../../../../../kubernetes/readiness/read.ts';

/** The target of a Service's port in its pods: a number, or a name for which each pod has a number. */
export type TargetPort = number | string;

/** The port of a pod behind a Service's port, or why there is none. */
export type FoundPort = {readonly target: TargetPort} | {readonly problem: string};

/** Finds the port of a Service by its number or name, and its target. */
export function servicePort(service: JsonObject, wanted: string): FoundPort {
  const ports = listAt(service, 'spec', 'ports').filter(isObject);
  const port = ports.find((one) => numberOf(one) === wanted || textAt(one, 'name') === wanted);
  if (port === undefined) {
    const known = ports.map((one) => [numberOf(one), textAt(one, 'name')].filter((text) => text !== '').join(' '));
    return {problem: `it has no port ${wanted}; it has ${known.length === 0 ? 'none' : known.join(', ')}`};
  }
  if (!['', 'TCP'].includes(textAt(port, 'protocol')))
    return {problem: `port ${wanted} is ${textAt(port, 'protocol')}, and only TCP can be forwarded`};
  const target = port['targetPort'] ?? port['port'];
  return typeof target === 'number' || typeof target === 'string'
    ? {target}
    : {problem: `port ${wanted} has no target port`};
}

const numberOf = (port: JsonObject): string => (typeof port['port'] === 'number' ? `${port['port']}` : '');

/** Returns the selector of a Service, such as `app=web`, or undefined if the Service has no pods of its own. */
export function serviceSelector(service: JsonObject): string | undefined {
  const selector = valueAt(service, 'spec', 'selector');
  const labels = isObject(selector) ? Object.keys(selector).map((key) => `${key}=${textAt(selector, key)}`) : [];
  return labels.length === 0 ? undefined : labels.join(',');
}

/** Returns the number of a target port in one pod, or undefined if the pod has no port with that name. */
export function podPort(pod: JsonObject, target: TargetPort): number | undefined {
  if (typeof target === 'number') return target;
  const containers = [...listAt(pod, 'spec', 'containers'), ...listAt(pod, 'spec', 'initContainers')].filter(isObject);
  const port = containers
    .flatMap((container) => listAt(container, 'ports').filter(isObject))
    .find((one) => textAt(one, 'name') === target);
  const number = port?.['containerPort'];
  return typeof number === 'number' ? number : undefined;
}
