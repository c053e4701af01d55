import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {idOfObject} from '../../core/resource/id.ts';

/** A value that a Service requests and that is unique in the cluster: an address or a node port. */
type Allocation = {readonly field: string; readonly value: string | number};

/** An address or port of a Service that is allocated already. */
export type Taken = {readonly field: string; readonly message: string};

/** Returns the allocations that the Service requests beyond those of the live one: a dry run does not check whether other Services have them. */
export function newAllocations(desired: JsonObject, live: JsonObject): readonly Allocation[] {
  const held = new Set(allocationsOf(live).map(({value}) => value));
  return allocationsOf(desired).filter(({value}) => !held.has(value));
}

/** Returns the requested allocations that other Services have. */
export function takenAllocations(asked: readonly Allocation[], services: readonly JsonObject[]): readonly Taken[] {
  const owners = new Map(services.flatMap((one) => allocationsOf(one).map(({value}) => [value, idOfObject(one)])));
  return asked.flatMap(({field, value}) => {
    const owner = owners.get(value);
    return owner === undefined
      ? []
      : [{field, message: `Invalid value: ${JSON.stringify(value)}: already allocated to ${owner}`}];
  });
}

function allocationsOf(service: JsonObject): readonly Allocation[] {
  const spec = isObject(service['spec']) ? service['spec'] : {};
  const address = {field: 'spec.clusterIP', value: spec['clusterIP']};
  const more = listOf(spec['clusterIPs']).map((value, i) => ({field: `spec.clusterIPs[${i}]`, value}));
  const health = {field: 'spec.healthCheckNodePort', value: spec['healthCheckNodePort']};
  const ports = listOf(spec['ports']).map((port, i) => ({
    field: `spec.ports[${i}].nodePort`,
    value: isObject(port) ? port['nodePort'] : undefined,
  }));
  return [address, ...more, health, ...ports].filter(isAllocation);
}

const isAllocation = (one: {readonly field: string; readonly value: Json | undefined}): one is Allocation =>
  typeof one.value === 'number' || (typeof one.value === 'string' && one.value !== '' && one.value !== 'None');

const listOf = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);
