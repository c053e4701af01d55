import {isIPv4, isIPv6} from 'node:net';
import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {listAt, numberAt, partAt, textAt, textsAt} from '../../model/part.ts';
import {choiceOf, duplicate, invalid, invalids, notSupported, required, tooMany} from '../../model/problem.ts';
import type {KindRules} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {dnsLabel, dnsSubdomain, labelValue, qualifiedName} from '../formats.ts';
import {addressProblems, endpointProblems, strictAddressProblems} from './addresses.ts';
import {changeAt, itemsAt, withDefaults} from './fields.ts';
import {endpointsWarnings, sliceWarnings} from './object-warnings.ts';
import {numberProblems, PROTOCOLS} from './service/port-problems.ts';

/** Rules of Endpoints. A PUT creates them if they are not there, as in the real server. */
export const ENDPOINTS: KindRules = {
  warnings: endpointsWarnings,
  createsOnUpdate: true,
  defaults: (object) =>
    changeAt(object, ['subsets', '*'], (subset) =>
      changeAt(subset, ['ports', '*'], (port) => withDefaults(port, {protocol: 'TCP'})),
    ),
  validate: ({object, before}) =>
    before !== undefined && deepEqual(object['subsets'], before['subsets'])
      ? []
      : itemsAt(object, 'subsets').flatMap(([subset, at]) => subsetProblems(`subsets[${at}]`, subset)),
};

function subsetProblems(field: string, subset: JsonObject): readonly Problem[] {
  const of = (key: string): readonly Problem[] =>
    itemsAt(subset, key).flatMap(([address, at]) => oneProblems(`${field}.${key}[${at}]`, address));
  const ports = itemsAt(subset, 'ports');
  const empty = listAt(subset, 'addresses').length === 0 && listAt(subset, 'notReadyAddresses').length === 0;
  return [
    ...(empty ? [required(field, 'must specify `addresses` or `notReadyAddresses`')] : []),
    ...of('addresses'),
    ...of('notReadyAddresses'),
    ...ports.flatMap(([port, at]) => portProblems(`${field}.ports[${at}]`, port, ports.length > 1)),
  ];
}

function oneProblems(field: string, address: JsonObject): readonly Problem[] {
  const [ip, hostname, node] = ['ip', 'hostname', 'nodeName'].map((key) => textAt(address, key));
  const bad = addressProblems(`${field}.ip`, ip ?? '');
  return [
    ...bad,
    ...(hostname === '' ? [] : invalids(`${field}.hostname`, hostname ?? '', dnsLabel(hostname ?? ''))),
    ...(address['nodeName'] === undefined ? [] : invalids(`${field}.nodeName`, node ?? '', dnsSubdomain(node ?? ''))),
    ...(bad.length > 0
      ? [invalid(`${field}.ip`, ip, 'must be a valid IP address')]
      : endpointProblems(`${field}.ip`, ip ?? '')),
  ];
}

function portProblems(field: string, port: JsonObject, named: boolean): readonly Problem[] {
  const [name, protocol] = [textAt(port, 'name'), textAt(port, 'protocol')];
  return [
    ...(name === '' && named ? [required(`${field}.name`)] : []),
    ...(name === '' ? [] : invalids(`${field}.name`, name, dnsLabel(name))),
    ...numberProblems(`${field}.port`, numberAt(port, 'port')),
    ...protocolProblems(field, protocol),
    ...appProtocolProblems(field, port),
  ];
}

const protocolProblems = (field: string, protocol: string): readonly Problem[] =>
  choiceOf(`${field}.protocol`, protocol, PROTOCOLS);

const appProtocolProblems = (field: string, port: JsonObject): readonly Problem[] =>
  port['appProtocol'] === undefined
    ? []
    : invalids(`${field}.appProtocol`, port['appProtocol'], qualifiedName(textAt(port, 'appProtocol')));

const ADDRESS_TYPES = ['FQDN', 'IPv4', 'IPv6'];

/** Rules of the EndpointSlice: Go writes its empty lists as `null`, and its conditions always. */
export const ENDPOINT_SLICE: KindRules = {
  warnings: sliceWarnings,
  generation: true,
  generationOf: ({metadata, ...rest}) => ({...rest, labels: partAt(metadata ?? null, 'labels')}),
  defaults: (object) => {
    const conditioned = changeAt(object, ['endpoints', '*'], (endpoint) => withDefaults(endpoint, {conditions: {}}));
    const ported = changeAt(conditioned, ['ports', '*'], (port) => ({
      name: '',
      ...withDefaults(port, {protocol: 'TCP'}),
    }));
    return {endpoints: null, ports: null, ...ported};
  },
  validate: ({object, before}) => {
    const type = textAt(object, 'addressType');
    return [
      ...(ADDRESS_TYPES.includes(type)
        ? []
        : [type === '' ? required('addressType') : notSupported('addressType', type, ADDRESS_TYPES)]),
      ...slicePortProblems(object),
      ...(before !== undefined && deepEqual(object['endpoints'], before['endpoints'])
        ? []
        : itemsAt(object, 'endpoints').flatMap(([one, at]) => endpointOf(`endpoints[${at}]`, one, type))),
      ...(before === undefined || textAt(before, 'addressType') === type
        ? []
        : [invalid('addressType', type, 'field is immutable')]),
    ];
  },
};

function slicePortProblems(object: JsonObject): readonly Problem[] {
  const ports = itemsAt(object, 'ports');
  const names = ports.map(([port]) => textAt(port, 'name'));
  if (ports.length > 20_000) return [tooMany('ports', ports.length, 20_000)];
  return ports.flatMap(([port, at]) => {
    const field = `ports[${at}]`;
    const name = names[at] ?? '';
    return [
      ...(name === '' ? [] : invalids(`${field}.name`, name, dnsLabel(name))),
      ...(names.indexOf(name) < at ? [duplicate(`${field}.name`, name)] : []),
      ...protocolProblems(field, textAt(port, 'protocol')),
      ...appProtocolProblems(field, port),
    ];
  });
}

function endpointOf(field: string, endpoint: JsonObject, type: string): readonly Problem[] {
  const addresses = textsAt(endpoint, 'addresses');
  const [node, hostname] = [textAt(endpoint, 'nodeName'), textAt(endpoint, 'hostname')];
  return [
    ...(addresses.length === 0 ? [required(`${field}.addresses`, 'must contain at least 1 address')] : []),
    ...(addresses.length > 100 ? [tooMany(`${field}.addresses`, addresses.length, 100)] : []),
    ...addresses.flatMap((address, at) => sliceAddress(`${field}.addresses`, at, address, type)),
    ...(endpoint['nodeName'] === undefined ? [] : invalids(`${field}.nodeName`, node, dnsSubdomain(node))),
    ...(endpoint['hostname'] === undefined ? [] : invalids(`${field}.hostname`, hostname, dnsLabel(hostname))),
    ...itemsAt(endpoint, 'hints', 'forZones').flatMap(([zone, at]) =>
      invalids(`${field}.hints.forZones[${at}].name`, textAt(zone, 'name'), labelValue(textAt(zone, 'name'))),
    ),
  ];
}

function sliceAddress(field: string, at: number, address: string, type: string): readonly Problem[] {
  if (type !== 'IPv4' && type !== 'IPv6') return [];
  const one = `${field}[${at}]`;
  const bad = type === 'IPv4' ? addressProblems(one, address) : strictAddressProblems(one, address);
  if (bad.length > 0) return bad;
  const fits = type === 'IPv4' ? isIPv4(address) : isIPv6(address);
  return [...(fits ? [] : [invalid(field, address, `must be an ${type} address`)]), ...endpointProblems(one, address)];
}
