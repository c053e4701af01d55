import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {defined} from '../../lib/defined.ts';

/** A request to ask the server about an object that it may already have, and the way to read the answer. */
export type Probe = {
  readonly object: JsonObject;
  /** Converts the answer to that of the object itself. */
  readonly restore: (answer: JsonObject) => JsonObject;
};

/**
 * Returns the object under a new name, without values that the server allocates to one object only. If the server
 * accepts it, the change is refused and not the object (engine rules, section 7). Returns undefined if the object is
 * valid only under its own name.
 */
export function probeObject(object: JsonObject, live: JsonObject): Probe | undefined {
  const {group, kind, name} = identityOf(object);
  const type = `${group}/${kind}`;
  if (NAMED.has(type)) return undefined;
  if (type === 'apiextensions.k8s.io/CustomResourceDefinition') return probeCrd(object);
  const probe = withName(object, probeName(name));
  // The answer would contain other allocated values of a Service, so they are taken from the object.
  if (type === '/Service') return {object: withoutAllocations(probe, live), restore: () => object};
  return {object: probe, restore: (answer) => withName(answer, name)};
}

/** Reports whether a server's message says that a field is immutable. */
export const saysImmutable = (message: string): boolean =>
  /\bimmutable\b|(may not|cannot) change|(may not|cannot|can't) be (changed|updated)|updates to .{0,1000} are forbidden/i.test(
    message,
  );

const NAMED: ReadonlySet<string> = new Set([
  '/Namespace',
  'apiregistration.k8s.io/APIService',
  'admissionregistration.k8s.io/MutatingWebhookConfiguration',
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration',
]);

/** Returns a probe name that is valid and short enough for every kind. */
const probeName = (name: string): string => `${name.slice(0, 40).replace(/[^a-z0-9]+$/i, '')}-gantry-probe`;

const partOf = (object: JsonObject, name: string): JsonObject => {
  const part = object[name];
  return isObject(part) ? part : {};
};

const withName = (object: JsonObject, name: string): JsonObject => ({
  ...object,
  metadata: {...partOf(object, 'metadata'), name},
});

/** Renames a CRD: its name consists of its plural and its group. */
function probeCrd(crd: JsonObject): Probe {
  const spec = partOf(crd, 'spec');
  const plural = text(partOf(spec, 'names')['plural']);
  const renamed = (object: JsonObject, name: string, to: string): JsonObject => {
    const inside = partOf(object, 'spec');
    return {...withName(object, name), spec: {...inside, names: {...partOf(inside, 'names'), plural: to}}};
  };
  const other = `${plural.slice(0, 40)}-gantry-probe`;
  return {
    object: renamed(crd, `${other}.${text(spec['group'])}`, other),
    restore: (answer) => renamed(answer, identityOf(crd).name, plural),
  };
}

/** Removes addresses and ports that the live Service has: they are not free for another one. New ones are kept, to be checked. */
function withoutAllocations(service: JsonObject, live: JsonObject): JsonObject {
  const held = partOf(live, 'spec');
  const {clusterIP, clusterIPs, healthCheckNodePort, ...rest} = partOf(service, 'spec');
  const addresses = new Set([held['clusterIP'], ...listOf(held['clusterIPs'])].filter((one) => one !== 'None'));
  const keeps = ![clusterIP, ...listOf(clusterIPs)].some((one) => addresses.has(one));
  const nodePorts = new Set(listOf(held['ports']).map((port) => (isObject(port) ? port['nodePort'] : undefined)));
  const ports = rest['ports'];
  return {
    ...service,
    spec: {
      ...rest,
      ...defined({ports: isList(ports) ? ports.map((port) => withoutNodePort(port, nodePorts)) : undefined}),
      ...(keeps ? {...given('clusterIP', clusterIP), ...given('clusterIPs', clusterIPs)} : {}),
      ...(healthCheckNodePort === held['healthCheckNodePort'] ? {} : given('healthCheckNodePort', healthCheckNodePort)),
    },
  };
}

function withoutNodePort(port: Json, held: ReadonlySet<Json | undefined>): Json {
  if (!isObject(port) || !held.has(port['nodePort'])) return port;
  const {nodePort: _, ...rest} = port;
  return rest;
}

const given = (name: string, value: Json | undefined): JsonObject => (value === undefined ? {} : {[name]: value});
const listOf = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
