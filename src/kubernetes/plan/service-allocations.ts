import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {idOfObject} from '../../core/resource/id.ts';

/** What a Service asks for by name, of which the cluster has one each: addresses and node ports. */
type Allocation = {readonly field: string; readonly value: string | number};

/** An address or port of a Service that is allocated already. */
export type Taken = {readonly field: string; readonly message: string};

/** What the Service asks for beyond what the live one holds: a dry run does not look whether others have it. */
export function newAllocations(desired: JsonObject, live: JsonObject): readonly Allocation[] {
  const held = new Set(allocationsOf(live).map(({value}) => value));
  return allocationsOf(desired).filter(({value}) => !held.has(value));
}

/** Which of it other Services have. */
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
