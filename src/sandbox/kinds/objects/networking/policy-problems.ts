import {BlockList, isIPv6} from 'node:net';
import type {JsonObject} from '../../../../core/json.ts';
import {listAt, numberAt, objectAt, textAt} from '../../../model/part.ts';
import {choiceOf, forbidden, invalid, invalids, notSupported, required} from '../../../model/problem.ts';
import type {Problem} from '../../../model/status.ts';
import {withoutLeadingZeros} from '../../address-warnings.ts';
import {portName} from '../../formats.ts';
import {selectorProblems} from '../../workloads/labels.ts';
import {networkProblems} from '../addresses.ts';
import {asText, itemsAt} from '../fields.ts';
import {numberProblems} from '../service/port-problems.ts';

/** Validates the spec of a NetworkPolicy (`ValidateNetworkPolicySpec`). */
export function policyProblems(object: JsonObject): readonly Problem[] {
  const types = listAt(object, 'spec', 'policyTypes');
  const known = ['Ingress', 'Egress'];
  const rules = (key: 'ingress' | 'egress', peers: 'from' | 'to'): readonly Problem[] =>
    itemsAt(object, 'spec', key).flatMap(([rule, at]) => [
      ...itemsAt(rule, 'ports').flatMap(([port, n]) => portProblems(`spec.${key}[${at}].ports[${n}]`, port)),
      ...itemsAt(rule, peers).flatMap(([peer, n]) => peerProblems(`spec.${key}[${at}].${peers}[${n}]`, peer)),
    ]);
  return [
    ...selectorProblems(objectAt(object, 'spec', 'podSelector'), 'spec.podSelector'),
    ...rules('ingress', 'from'),
    ...rules('egress', 'to'),
    ...(types.length > 2
      ? [invalid('spec.policyTypes', types, 'may not specify more than two policyTypes')]
      : types.flatMap((type, at) =>
          known.includes(asText(type)) ? [] : [notSupported(`spec.policyTypes[${at}]`, type, known)],
        )),
  ];
}

const PROTOCOLS = ['TCP', 'UDP', 'SCTP'];

function portProblems(field: string, item: JsonObject): readonly Problem[] {
  const {port, endPort: end} = item;
  const protocol = textAt(item, 'protocol');
  const bad = choiceOf(`${field}.protocol`, protocol, PROTOCOLS);
  const field2 = `${field}.endPort`;
  if (port === undefined) {
    return end === undefined
      ? bad
      : [...bad, invalid(field2, end, 'may not be specified when `port` is not specified')];
  }
  if (typeof port === 'string') {
    const wrong = end === undefined ? [] : [invalid(field2, end, 'may not be specified when `port` is non-numeric')];
    return [...bad, ...wrong, ...invalids(`${field}.port`, port, portName(port))];
  }
  const first = numberAt(item, 'port');
  return [
    ...bad,
    ...numberProblems(`${field}.port`, first),
    ...(typeof end === 'number'
      ? [
          ...(end < first ? [invalid(field2, first, 'must be greater than or equal to `port`')] : []),
          ...numberProblems(field2, end),
        ]
      : []),
  ];
}

function peerProblems(field: string, peer: JsonObject): readonly Problem[] {
  const selectors = ['podSelector', 'namespaceSelector'].filter((key) => peer[key] !== undefined);
  const block = objectAt(peer, 'ipBlock');
  const problems = [
    ...selectors.flatMap((key) => selectorProblems(objectAt(peer, key), `${field}.${key}`)),
    ...(block === undefined ? [] : blockProblems(`${field}.ipBlock`, block)),
  ];
  if (selectors.length === 0 && block === undefined) return [required(field, 'must specify a peer')];
  return selectors.length > 0 && block !== undefined
    ? [...problems, forbidden(field, 'may not specify both ipBlock and another peer')]
    : problems;
}

function blockProblems(field: string, block: JsonObject): readonly Problem[] {
  const cidr = textAt(block, 'cidr');
  if (cidr === '') return [required(`${field}.cidr`)];
  const problems = networkProblems(`${field}.cidr`, cidr);
  if (problems.length > 0) return problems;
  return listAt(block, 'except').flatMap((value, at) => {
    const text = asText(value);
    const wrong = networkProblems(`${field}.except[${at}]`, text);
    if (wrong.length > 0) return wrong;
    return isInside(text, cidr) ? [] : [invalid(`${field}.except[${at}]`, text, 'must be a strict subset of `cidr`')];
  });
}

const family = (ip: string): 'ipv4' | 'ipv6' => (isIPv6(ip) ? 'ipv6' : 'ipv4');

function isInside(inner: string, outer: string): boolean {
  const [[address = '', bits = ''], [net = '', netBits = '']] = [inner, outer].map((cidr) =>
    withoutLeadingZeros(cidr).split('/'),
  ) as [string[], string[]];
  const block = new BlockList();
  block.addSubnet(net, Number(netBits), family(net));
  return Number(bits) > Number(netBits) && block.check(address, family(address));
}
