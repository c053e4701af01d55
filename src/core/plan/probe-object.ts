import {isList, isObject, type Json, type JsonObject} from '../json.ts';
import {identityOf} from '../resource/identity.ts';

/**
 * The object under a fresh name, without what a server gives to one object only: if the server takes that, it is not the
 * object that it refuses but the change (engine rules, section 7). Undefined where the name is part of what makes it valid.
 */
export function probeObject(object: JsonObject): JsonObject | undefined {
  const {group, kind, name} = identityOf(object);
  if (NAMED.has(`${group}/${kind}`)) return undefined;
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const probe = {...object, metadata: {...metadata, name: probeName(name)}};
  return group === '' && kind === 'Service' ? withoutAllocations(probe) : probe;
}

/** A server's words for a field that may be set once. */
export const saysImmutable = (message: string): boolean =>
  /\bimmutable\b|may not change|(may not|cannot|can't) be (changed|updated)/i.test(message);

const NAMED: ReadonlySet<string> = new Set([
  '/Namespace',
  'apiextensions.k8s.io/CustomResourceDefinition',
  'apiregistration.k8s.io/APIService',
  'admissionregistration.k8s.io/MutatingWebhookConfiguration',
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration',
]);

/** Short enough for every kind, and a name still. */
const probeName = (name: string): string => `${name.slice(0, 40).replace(/[^a-z0-9]+$/i, '')}-gantry-probe`;

/** Addresses and ports that the live Service holds are not free for another. */
function withoutAllocations(service: JsonObject): JsonObject {
  const spec = isObject(service['spec']) ? service['spec'] : {};
  const {clusterIP, clusterIPs: _ips, healthCheckNodePort: _health, ...rest} = spec;
  const ports = isList(rest['ports']) ? {ports: rest['ports'].map(withoutNodePort)} : {};
  return {...service, spec: {...rest, ...ports, ...(clusterIP === 'None' ? {clusterIP} : {})}};
}

function withoutNodePort(port: Json): Json {
  if (!isObject(port)) return port;
  const {nodePort: _, ...rest} = port;
  return rest;
}
