import {isObject, type JsonObject, type JsonPath} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {at, podTemplateOf} from '../graph/edges/pod-template.ts';
import {type Finding, refused} from './finding.ts';

const LABEL = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const LABEL_VALUE = /^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/;

/** Kinds whose names must be DNS labels, with the maximum length. Names of other kinds in these groups are DNS subdomains of at most 253 characters. */
const LABEL_KINDS: Readonly<Record<string, number>> = {Namespace: 63, Service: 63};

/** API groups whose objects must have DNS names. Names of RBAC and of some other groups may contain other characters. */
const DNS_GROUPS = new Set(['', 'apps', 'autoscaling', 'batch', 'policy', 'scheduling.k8s.io', 'storage.k8s.io']);

/** Reports names and labels that the server rejects. */
export function nameFindings(object: JsonObject): readonly Finding[] {
  const pod = podTemplateOf(object);
  return [
    ...ownName(object),
    ...labelFindings(object, ['metadata', 'labels']),
    ...(pod === undefined || pod.path.length === 0 ? [] : labelFindings(object, [...pod.path, 'metadata', 'labels'])),
  ];
}

function ownName(object: JsonObject): readonly Finding[] {
  const {group, kind, name} = identityOf(object);
  if (!DNS_GROUPS.has(group) || name === '') return [];
  const isLabel = group === '' && Object.hasOwn(LABEL_KINDS, kind);
  const most = isLabel ? (LABEL_KINDS[kind] ?? 0) : group === 'batch' && kind === 'CronJob' ? 52 : 253;
  const path = ['metadata', 'name'];
  if (name.length > most)
    return [refused('object/invalid-name', path, `has ${name.length} characters, a ${kind} may have ${most}`)];
  if ((isLabel ? LABEL : SUBDOMAIN).test(name)) return [];
  const allowed = isLabel ? 'lower case letters, digits and -' : 'lower case letters, digits, - and .';
  const message = `is ${JSON.stringify(name)}, must consist of ${allowed}`;
  return [refused('object/invalid-name', path, message, nearName(name, isLabel))];
}

function nearName(name: string, isLabel: boolean): string | undefined {
  const near = name.toLowerCase().replaceAll(isLabel ? /[_.\s]+/g : /[_\s]+/g, '-');
  return (isLabel ? LABEL : SUBDOMAIN).test(near) ? `For example ${near}.` : undefined;
}

function labelFindings(object: JsonObject, path: readonly string[]): readonly Finding[] {
  const labels = at(object, ...path);
  if (!isObject(labels)) return [];
  return Object.entries(labels).flatMap(([key, value]) =>
    typeof value === 'string' ? labelValue(value, [...path, key]) : [],
  );
}

function labelValue(value: string, path: JsonPath): readonly Finding[] {
  if (value.length > 63)
    return [refused('object/invalid-label', path, `has ${value.length} characters, a label may have 63`)];
  if (LABEL_VALUE.test(value)) return [];
  const allowed = 'letters, digits, -, _ and ., with a letter or a digit at both ends';
  return [refused('object/invalid-label', path, `is ${JSON.stringify(value)}, must consist of ${allowed}`)];
}
