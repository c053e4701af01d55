import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {defined} from '../../lib/defined.ts';

/** What to ask the server about an object that it may already hold, and how to read the answer. */
export type Probe = {
  readonly object: JsonObject;
  /** The server's answer as it would be of the object itself. */
  readonly restore: (answer: JsonObject) => JsonObject;
};

/**
 * The object under a fresh name, without what a server gives to one object only: if the server takes that, it is not the
 * object that it refuses but the change (engine rules, section 7). Undefined where the name is all that makes it valid.
 */
export function probeObject(object: JsonObject, live: JsonObject): Probe | undefined {
  const {group, kind, name} = identityOf(object);
  const type = `${group}/${kind}`;
  if (NAMED.has(type)) return undefined;
  if (type === 'apiextensions.k8s.io/CustomResourceDefinition') return probeDefinition(object);
  const probe = withName(object, probeName(name));
  // What a Service is allotted it is given once more: the answer's would be another.
  if (type === '/Service') return {object: withoutAllocations(probe, live), restore: () => object};
  return {object: probe, restore: (answer) => withName(answer, name)};
}

/** A server's words for a field that may be set once. */
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

/** Short enough for every kind, and a name still. */
const probeName = (name: string): string => `${name.slice(0, 40).replace(/[^a-z0-9]+$/i, '')}-gantry-probe`;

const partOf = (object: JsonObject, name: string): JsonObject => {
  const part = object[name];
  return isObject(part) ? part : {};
};

const withName = (object: JsonObject, name: string): JsonObject => ({
  ...object,
  metadata: {...partOf(object, 'metadata'), name},
});

/** The name of a definition is made of its plural and its group. */
function probeDefinition(definition: JsonObject): Probe {
  const spec = partOf(definition, 'spec');
  const plural = text(partOf(spec, 'names')['plural']);
  const renamed = (object: JsonObject, name: string, to: string): JsonObject => {
    const inside = partOf(object, 'spec');
    return {...withName(object, name), spec: {...inside, names: {...partOf(inside, 'names'), plural: to}}};
  };
  const other = `${plural.slice(0, 40)}-gantry-probe`;
  return {
    object: renamed(definition, `${other}.${text(spec['group'])}`, other),
    restore: (answer) => renamed(answer, identityOf(definition).name, plural),
  };
}

/** Addresses and ports that the live Service holds are not free for another; new ones are still to be proved. */
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
