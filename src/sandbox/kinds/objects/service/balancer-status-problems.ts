import {isIP} from 'node:net';
import type {JsonObject} from '../../../../core/json.ts';
import {textAt} from '../../../model/part.ts';
import {forbidden, invalid, notSupported, required} from '../../../model/problem.ts';
import type {Problem} from '../../../model/status.ts';
import {dnsSubdomain} from '../../formats.ts';
import {addressProblems} from '../addresses.ts';
import {itemsAt} from '../fields.ts';
import {typeOf} from './service-type.ts';

const INGRESS = 'status.loadBalancer.ingress';

/** Checks the addresses of a load balancer in the status. */
export function balancerStatusProblems(service: JsonObject, before: JsonObject | undefined): readonly Problem[] {
  const addresses = itemsAt(service, 'status', 'loadBalancer', 'ingress');
  if (typeOf(service) !== 'LoadBalancer' && addresses.length > 0) {
    return [forbidden(INGRESS, "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  const known = itemsAt(before, 'status', 'loadBalancer', 'ingress').map(([address]) => textAt(address, 'ip'));
  return addresses.flatMap(([address, at]) => [
    ...ipProblems(`${INGRESS}[${at}]`, address, known),
    ...hostnameProblems(`${INGRESS}[${at}].hostname`, textAt(address, 'hostname')),
  ]);
}

function ipProblems(field: string, address: JsonObject, known: readonly string[]): readonly Problem[] {
  const [ip, mode] = [textAt(address, 'ip'), textAt(address, 'ipMode')];
  const bad = ip === '' ? [] : addressProblems(`${field}.ip`, ip, known);
  if (mode === '') return ip === '' ? bad : [...bad, required(`${field}.ipMode`, 'must be specified when `ip` is set')];
  if (ip === '') return [forbidden(`${field}.ipMode`, 'may not be specified when `ip` is not set')];
  return mode === 'VIP' || mode === 'Proxy' ? bad : [...bad, notSupported(`${field}.ipMode`, mode, ['Proxy', 'VIP'])];
}

/** Checks the hostname of a load balancer's ingress: a DNS subdomain, not an IP address; may be empty. */
export const hostnameProblems = (field: string, hostname: string): readonly Problem[] =>
  hostname === ''
    ? []
    : [
        ...dnsSubdomain(hostname).map((why) => invalid(field, hostname, why)),
        ...(isIP(hostname) === 0 ? [] : [invalid(field, hostname, 'must be a DNS name, not an IP address')]),
      ];
