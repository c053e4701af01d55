import type {JsonObject} from '../../core/json.ts';
import {numberAt, objectsAt, textAt, textsAt, valueAt} from '../model/part.ts';
import {age, type Cells, firstOf, name, sizeAt, text, textOr} from './cell.ts';
import {labelsText, selectorText} from './selector-text.ts';

/** Columns of Services, endpoints, Ingresses and other network kinds. */
export const NETWORK_CELLS: Cells = {
  Service: [
    name,
    text('spec', 'type'),
    (service) => textsAt(service, 'spec', 'clusterIPs')[0] ?? '<none>',
    externalAddress,
    (service) => objectsAt(service, 'spec', 'ports').map(portText).join(',') || '<none>',
    age,
    (service) => labelsText(valueAt(service, 'spec', 'selector')),
  ],
  Endpoints: [name, (endpoints) => addresses(endpoints) || '<none>', age],
  'EndpointSlice.discovery.k8s.io': [
    name,
    text('addressType'),
    (slice) => firstOf(objectsAt(slice, 'ports').map(slicePort), 3) || '<unset>',
    (slice) => firstOf(objectsAt(slice, 'endpoints').flatMap(addressesOf), 3) || '<unset>',
    age,
  ],
  'Ingress.networking.k8s.io': [
    name,
    textOr('<none>', 'spec', 'ingressClassName'),
    hosts,
    balancerAddress,
    (ingress) => (sizeAt(ingress, 'spec', 'tls') === 0 ? '80' : '80, 443'),
    age,
  ],
  'IngressClass.networking.k8s.io': [name, text('spec', 'controller'), classParameters, age],
  'NetworkPolicy.networking.k8s.io': [name, (policy) => selectorText(valueAt(policy, 'spec', 'podSelector')), age],
  'ServiceCIDR.networking.k8s.io': [name, (range) => textsAt(range, 'spec', 'cidrs').join(','), age],
  'IPAddress.networking.k8s.io': [name, parentText],
};

/** Returns the addresses of a load balancer without duplicates. */
function balancerAddress(object: JsonObject): string {
  const all = objectsAt(object, 'status', 'loadBalancer', 'ingress').map(
    (ingress) => textAt(ingress, 'ip') || textAt(ingress, 'hostname'),
  );
  return [...new Set(all)]
    .filter((address) => address !== '')
    .toSorted()
    .join(',');
}

function externalAddress(service: JsonObject): string {
  const own = textsAt(service, 'spec', 'externalIPs');
  switch (textAt(service, 'spec', 'type')) {
    case 'ClusterIP':
    case 'NodePort':
      return own.join(',') || '<none>';
    case 'LoadBalancer':
      return [balancerAddress(service), ...own].filter((address) => address !== '').join(',') || '<pending>';
    case 'ExternalName':
      return textAt(service, 'spec', 'externalName');
    default:
      return '<unknown>';
  }
}

function portText(port: JsonObject): string {
  const node = numberAt(port, 'nodePort');
  return `${numberAt(port, 'port')}${node > 0 ? `:${node}` : ''}/${textAt(port, 'protocol')}`;
}

/** Returns each address with each port. A headless service may have no ports. */
function addresses(endpoints: JsonObject): string {
  const all = objectsAt(endpoints, 'subsets').flatMap((subset) => {
    const ips = objectsAt(subset, 'addresses').map((address) => textAt(address, 'ip'));
    const ports = objectsAt(subset, 'ports').map((port) => numberAt(port, 'port'));
    return ports.length === 0 ? ips : ports.flatMap((port) => ips.map((ip) => hostPort(ip, port)));
  });
  return firstOf(all, 3);
}

const hostPort = (ip: string, port: number): string => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`);

const addressesOf = (endpoint: JsonObject): readonly string[] => textsAt(endpoint, 'addresses');

function slicePort(port: JsonObject): string {
  const value = valueAt(port, 'port');
  if (typeof value === 'number') return `${value}`;
  return valueAt(port, 'name') === undefined ? '*' : textAt(port, 'name');
}

/** Returns the hosts. Beyond three rules, it counts the others, including those without a host. */
function hosts(ingress: JsonObject): string {
  const rules = objectsAt(ingress, 'spec', 'rules');
  const named = rules.map((rule) => textAt(rule, 'host')).filter((host) => host !== '');
  if (named.length === 0) return '*';
  const first = named.slice(0, 3).join(',');
  const beyond = rules.findIndex((_, index) => hostsBefore(rules, index) === 3);
  return beyond === -1 ? first : `${first} + ${rules.length - 3} more...`;
}

const hostsBefore = (rules: readonly JsonObject[], index: number): number =>
  rules.slice(0, index).filter((rule) => textAt(rule, 'host') !== '').length;

function classParameters(ingressClass: JsonObject): string {
  const parameters = valueAt(ingressClass, 'spec', 'parameters');
  if (parameters === undefined) return '<none>';
  const at = (field: string) => textAt(ingressClass, 'spec', 'parameters', field);
  return `${at('kind')}${at('apiGroup') === '' ? '' : `.${at('apiGroup')}`}/${at('name')}`;
}

function parentText(address: JsonObject): string {
  const at = (field: string) => textAt(address, 'spec', 'parentRef', field);
  if (valueAt(address, 'spec', 'parentRef') === undefined) return '<none>';
  const resource = at('group') === '' ? at('resource') : `${at('resource')}.${at('group')}`;
  return [resource.toLowerCase(), ...[at('namespace')].filter((part) => part !== ''), at('name')].join('/');
}
