import {isIP} from 'node:net';
import type {JsonObject} from '../../../../core/json.ts';
import {listAt, numberAt, objectAt, partAt, textAt} from '../../../model/part.ts';
import {invalid, invalids, notSupported, required} from '../../../model/problem.ts';
import type {Write} from '../../../model/rules.ts';
import type {Problem} from '../../../model/status.ts';
import {dnsLabel1035, dnsSubdomain, pathSegment, portName} from '../../formats.ts';
import {addressProblems} from '../addresses.ts';
import {asText, itemsAt} from '../fields.ts';
import {hostnameProblems} from '../service/balancer-status-problems.ts';
import {numberProblems} from '../service/port-problems.ts';
import {wildcard} from './wildcard.ts';

const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';

/** Validates an Ingress (`ValidateIngressCreate`, `ValidateIngressUpdate`, `ValidateIngressStatusUpdate`). */
export function ingressProblems({object, before, subresource}: Write): readonly Problem[] {
  if (subresource === 'status') return statusProblems(object, before);
  const name = objectAt(object, 'spec')?.['ingressClassName'];
  const old = objectAt(object, 'metadata', 'annotations')?.[CLASS_ANNOTATION];
  const backend = objectAt(object, 'spec', 'defaultBackend');
  return [
    ...(listAt(object, 'spec', 'rules').length === 0 && backend === undefined
      ? [invalid('spec', null, 'either `defaultBackend` or `rules` must be specified')]
      : []),
    ...(backend === undefined ? [] : backendProblems('spec.defaultBackend', backend)),
    ...itemsAt(object, 'spec', 'rules').flatMap(([rule, at]) => ruleProblems(`spec.rules[${at}]`, rule)),
    ...itemsAt(object, 'spec', 'tls').flatMap(([tls, at]) => tlsProblems(`spec.tls[${at}]`, tls)),
    ...(typeof name === 'string' ? invalids('spec.ingressClassName', name, dnsSubdomain(name)) : []),
    ...(before === undefined && typeof name === 'string' && old !== undefined && old !== name
      ? [invalid(`annotations.${CLASS_ANNOTATION}`, old, 'must match `ingressClassName` when both are specified')]
      : []),
  ];
}

const hostProblems = (field: string, host: string): readonly Problem[] =>
  invalids(field, host, host.includes('*') ? wildcard(host) : dnsSubdomain(host));

function ruleProblems(field: string, rule: JsonObject): readonly Problem[] {
  const host = textAt(rule, 'host');
  const http = objectAt(rule, 'http');
  const paths = itemsAt(http, 'paths');
  return [
    ...(isIP(host) === 0 ? [] : [invalid(`${field}.host`, host, 'must be a DNS name, not an IP address')]),
    ...(host === '' ? [] : hostProblems(`${field}.host`, host)),
    ...(http !== undefined && paths.length === 0 ? [required(`${field}.http.paths`)] : []),
    ...paths.flatMap(([path, at]) => pathProblems(`${field}.http.paths[${at}]`, path)),
  ];
}

const SEQUENCES = ['//', '/./', '/../', '%2f', '%2F'];
const SUFFIXES = ['/..', '/.'];

function pathProblems(field: string, path: JsonObject): readonly Problem[] {
  const [type, text] = [textAt(path, 'pathType'), textAt(path, 'path')];
  if ((path['pathType'] ?? null) === null) return [required(`${field}.pathType`, 'pathType must be specified')];
  const relative = text.startsWith('/') ? [] : [invalid(`${field}.path`, text, 'must be an absolute path')];
  const backend = backendProblems(`${field}.backend`, partAt(path, 'backend'));
  switch (type) {
    case 'Exact':
    case 'Prefix':
      return [
        ...relative,
        ...SEQUENCES.filter((part) => text.includes(part)).map((part) =>
          invalid(`${field}.path`, text, `must not contain '${part}'`),
        ),
        ...SUFFIXES.filter((part) => text.endsWith(part)).map((part) =>
          invalid(`${field}.path`, text, `cannot end with '${part}'`),
        ),
        ...backend,
      ];
    case 'ImplementationSpecific':
      return [...(text === '' ? [] : relative), ...backend];
    default: {
      const types = ['Exact', 'ImplementationSpecific', 'Prefix'];
      return [notSupported(`${field}.pathType`, type, types), ...backend];
    }
  }
}

function backendProblems(field: string, backend: JsonObject): readonly Problem[] {
  const [resource, service] = [objectAt(backend, 'resource'), objectAt(backend, 'service')];
  if (resource !== undefined && service !== undefined) {
    return [invalid(field, '', 'cannot set both resource and service backends')];
  }
  if (resource !== undefined) return referenceProblems(`${field}.resource`, resource);
  if (service === undefined) return [invalid(field, '', 'resource or service backend is required')];
  const name = textAt(service, 'name');
  return [
    ...(name === ''
      ? [required(`${field}.service.name`)]
      : invalids(`${field}.service.name`, name, dnsLabel1035(name))),
    ...backendPortProblems(field, service),
  ];
}

function backendPortProblems(field: string, service: JsonObject): readonly Problem[] {
  const [name, number] = [textAt(service, 'port', 'name'), numberAt(service, 'port', 'number')];
  if (name !== '' && number !== 0) return [invalid(field, '', 'cannot set both port name & port number')];
  if (name !== '') return invalids(`${field}.service.port.name`, name, portName(name));
  return number === 0
    ? [required(field, 'port name or number is required')]
    : numberProblems(`${field}.service.port.number`, number);
}

/** Checks a reference by group, kind and name. */
export function referenceProblems(field: string, reference: JsonObject): readonly Problem[] {
  const group = textAt(reference, 'apiGroup');
  return [
    ...(reference['apiGroup'] === undefined ? [] : invalids(`${field}.apiGroup`, group, dnsSubdomain(group))),
    ...['kind', 'name'].flatMap((key) => {
      const value = textAt(reference, key);
      return value === '' ? [required(`${field}.${key}`)] : invalids(`${field}.${key}`, value, pathSegment(value));
    }),
  ];
}

function tlsProblems(field: string, tls: JsonObject): readonly Problem[] {
  const secret = textAt(tls, 'secretName');
  return [
    ...listAt(tls, 'hosts').flatMap((host, at) => hostProblems(`${field}.hosts[${at}]`, asText(host))),
    ...(secret === '' ? [] : invalids(`${field}.secretName`, secret, dnsSubdomain(secret))),
  ];
}

function statusProblems(object: JsonObject, before: JsonObject | undefined): readonly Problem[] {
  const ingress = ['status', 'loadBalancer', 'ingress'] as const;
  const known = itemsAt(before, ...ingress).map(([address]) => textAt(address, 'ip'));
  return itemsAt(object, ...ingress).flatMap(([address, at]) => {
    const field = `${ingress.join('.')}[${at}]`;
    const ip = textAt(address, 'ip');
    return [
      ...(ip === '' ? [] : addressProblems(`${field}.ip`, ip, known)),
      ...hostnameProblems(`${field}.hostname`, textAt(address, 'hostname')),
    ];
  });
}
