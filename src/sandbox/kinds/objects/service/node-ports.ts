import type {JsonObject} from '../../../../core/json.ts';
import {nameOf, namespaceOf, uidOf} from '../../../model/metadata.ts';
import {numberAt, textAt} from '../../../model/part.ts';
import {invalid} from '../../../model/problem.ts';
import type {Write} from '../../../model/rules.ts';
import type {ClusterView} from '../../../model/view.ts';
import {changeAt, itemsAt} from '../fields.ts';
import {invalidObject} from '../invalid-object.ts';
import {hashOf} from './hash.ts';
import {allocatesNodePorts, needsHealthCheck, nodePortsOf, takesNodePorts} from './service-type.ts';

const FIRST = 30_000;
const LAST = 32_767;
/** The lower part of the range is reserved for Services that request a specific port. */
const FIRST_DYNAMIC = 30_086;

/** Allocates the node ports of a NodePort or LoadBalancer Service, and its health check port. */
export function withNodePorts({object, before, cluster, dryRun = false}: Write): JsonObject {
  const service = before === undefined ? object : keepAllocated(object, before);
  const mine = new Set(before === undefined ? [] : portsHeldBy(before));
  const taken = takenPorts(cluster, before);
  const ported = takesNodePorts(service) ? allocatePorts(service, {mine, taken, dryRun}) : service;
  const had = before !== undefined && needsHealthCheck(before);
  return needsHealthCheck(ported) && !had ? withHealthCheck(ported, {mine, taken, dryRun}) : ported;
}

/** Keeps the allocated ports of ports with the same name (`patchAllocatedValues`). */
function keepAllocated(service: JsonObject, before: JsonObject): JsonObject {
  const kept = allocatesNodePorts(service) && allocatesNodePorts(before) ? keepPorts(service, before) : service;
  if (!needsHealthCheck(kept) || !needsHealthCheck(before)) return kept;
  const old = numberAt(before, 'spec', 'healthCheckNodePort');
  return changeAt(kept, ['spec'], (spec) =>
    numberAt(spec, 'healthCheckNodePort') === 0 && old !== 0 ? {...spec, healthCheckNodePort: old} : spec,
  );
}

function keepPorts(service: JsonObject, before: JsonObject): JsonObject {
  const asked = nodePortsOf(service);
  const byName = new Map(
    itemsAt(before, 'spec', 'ports').map(([port]) => [textAt(port, 'name'), numberAt(port, 'nodePort')]),
  );
  return changeAt(service, ['spec', 'ports', '*'], (port) => {
    const old = byName.get(textAt(port, 'name')) ?? 0;
    return numberAt(port, 'nodePort') === 0 && old !== 0 && !asked.includes(old) ? {...port, nodePort: old} : port;
  });
}

const portsHeldBy = (service: JsonObject): readonly number[] => [
  ...nodePortsOf(service),
  ...(needsHealthCheck(service) ? [numberAt(service, 'spec', 'healthCheckNodePort')] : []),
];

function takenPorts(cluster: ClusterView, before: JsonObject | undefined): Set<number> {
  const uid = textAt(before, 'metadata', 'uid');
  const others = cluster.list('services').filter((other) => uid === '' || uidOf(other) !== uid);
  return new Set(others.flatMap(portsHeldBy));
}

type Ports = {
  readonly mine: ReadonlySet<number>;
  readonly taken: Set<number>;
  /** A dry run of the real server ignores the ports in use, and invents the next one. */
  readonly dryRun: boolean;
};

/** Allocates node ports. Two ports with the same number (TCP and UDP) share one. */
function allocatePorts(service: JsonObject, ports: Ports): JsonObject {
  const {mine, taken, dryRun} = ports;
  const dynamic = allocatesNodePorts(service);
  const byPort = new Map<number, number>();
  const asked = itemsAt(service, 'spec', 'ports').map(([port]) => port);
  for (const [port, at] of itemsAt(service, 'spec', 'ports')) {
    const wanted = numberAt(port, 'nodePort');
    if (wanted === 0) continue;
    const number = numberAt(port, 'port');
    if (byPort.get(number) !== wanted && !mine.has(wanted)) take(service, wanted, at, ports);
    if (!byPort.has(number)) byPort.set(number, wanted);
  }
  const reserved = new Set([...taken, ...mine, ...nodePortsOf(service)]);
  const given = new Set(nodePortsOf(service).filter((port) => !mine.has(port)));
  return changeAt(service, ['spec', 'ports', '*'], (port) => {
    if (numberAt(port, 'nodePort') !== 0 || !dynamic) return port;
    const number = numberAt(port, 'port');
    // On updates, the server does not look for an existing port with the same number to share with.
    const shared = mine.size === 0 ? byPort.get(number) : undefined;
    const nodePort = shared ?? (dryRun ? madeUpPort(given) : freePort(service, asked.indexOf(port), reserved));
    reserved.add(nodePort);
    given.add(nodePort);
    byPort.set(number, nodePort);
    return {...port, nodePort};
  });
}

function take(service: JsonObject, port: number, at: number, {taken, dryRun}: Ports): void {
  const outside = !dryRun && (port < FIRST || port > LAST);
  const problem = outside
    ? `provided port is not in the valid range. The range of valid ports is ${FIRST}-${LAST}`
    : 'provided port is already allocated';
  if (outside || taken.has(port))
    throw invalidObject(service, '', [invalid(`spec.ports[${at}].nodePort`, port, problem)]);
  taken.add(port);
}

/** Returns the port that a dry run reports instead of a free one. */
const madeUpPort = (given: ReadonlySet<number>): number => (given.size === 0 ? LAST + 1 : Math.max(...given)) + 1;

/** Returns a free port. The search starts at a hash of the name, so that the same Services get the same ports everywhere. */
function freePort(service: JsonObject, at: number, taken: ReadonlySet<number>): number {
  const count = LAST - FIRST_DYNAMIC + 1;
  const key = `${namespaceOf(service)}/${nameOf(service)}/${at}`;
  const start = hashOf(key) % count;
  for (let step = 0; step < count; step++) {
    const port = FIRST_DYNAMIC + ((start + step) % count);
    if (!taken.has(port)) return port;
  }
  throw new Error('failed to allocate a nodePort: range is full');
}

function withHealthCheck(service: JsonObject, {mine, taken, dryRun}: Ports): JsonObject {
  if (numberAt(service, 'spec', 'healthCheckNodePort') !== 0) return service;
  const given = new Set(nodePortsOf(service).filter((one) => !mine.has(one)));
  const port = dryRun ? madeUpPort(given) : freePort(service, -1, new Set([...taken, ...nodePortsOf(service)]));
  return changeAt(service, ['spec'], (spec) => ({...spec, healthCheckNodePort: port}));
}
