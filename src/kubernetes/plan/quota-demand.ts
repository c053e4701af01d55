import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {
  addQuantities,
  compareQuantities,
  NO_QUANTITY,
  type Quantity,
  quantityOf,
  timesQuantity,
} from '../fields/quantity.ts';

/** The amount of each resource that a quota counts, by its name there: `count/deployments.apps`, `requests.cpu`. */
export type Demand = ReadonlyMap<string, Quantity>;

/** An object whose use of a quota is counted. */
export type Counted = {
  readonly object: JsonObject;
  readonly group: string;
  readonly kind: string;
  /** The name of the kind in paths: `deployments`. */
  readonly plural: string;
};

const ONE: Quantity = {digits: 1n, exponent: 0};
const of = (entries: Iterable<readonly [string, Quantity]>): Demand => {
  const sum = new Map<string, Quantity>();
  for (const [name, quantity] of entries) sum.set(name, addQuantities(sum.get(name) ?? NO_QUANTITY, quantity));
  return sum;
};

/** Adds the amounts of each resource. */
export const addDemands = (...demands: readonly Demand[]): Demand => of(demands.flatMap((demand) => [...demand]));

/** Multiplies every amount, for replicas. */
export const timesDemand = (demand: Demand, times: number): Demand =>
  new Map([...demand].map(([name, quantity]) => [name, timesQuantity(quantity, times)]));

/** Returns what a quota of its namespace counts for an object, and for the pods and PVCs that its controller creates. */
export function demandOf({object, group, kind, plural}: Counted): Demand {
  const spec = part(object, 'spec');
  const itself = counted(plural, group);
  switch (`${group}/${kind}`) {
    case '/Pod':
      return addDemands(itself, podDemand(spec));
    case '/Service':
      return addDemands(itself, serviceDemand(spec));
    case '/PersistentVolumeClaim':
      return addDemands(itself, pvcDemand(spec));
    case 'apps/Deployment':
      return addDemands(itself, counted('replicasets', 'apps'), podsOf(spec, replicas(spec)));
    case 'apps/StatefulSet':
      return addDemands(itself, podsOf(spec, replicas(spec)), timesDemand(claimTemplates(spec), replicas(spec)));
    case 'apps/ReplicaSet':
    case '/ReplicationController':
      return addDemands(itself, podsOf(spec, replicas(spec)));
    case 'batch/Job':
      return addDemands(itself, podsOf(spec, spec['suspend'] === true ? 0 : jobPods(spec)));
    default:
      // The pods of a DaemonSet depend on the nodes, those of a CronJob on the time.
      return itself;
  }
}

/** Kinds that a quota also counts by their bare name. */
const BARE = new Set([
  'configmaps',
  'persistentvolumeclaims',
  'pods',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'services',
]);

const counted = (plural: string, group: string): Demand =>
  of([
    [`count/${plural}${group === '' ? '' : `.${group}`}`, ONE],
    ...(group === '' && BARE.has(plural) ? [[plural, ONE] as const] : []),
  ]);

const podsOf = (spec: JsonObject, count: number): Demand =>
  timesDemand(addDemands(counted('pods', ''), podDemand(part(part(spec, 'template'), 'spec'))), count);

const replicas = ({replicas: count}: JsonObject): number => (typeof count === 'number' ? count : 1);

function jobPods({parallelism, completions}: JsonObject): number {
  const most = typeof parallelism === 'number' ? parallelism : 1;
  return typeof completions === 'number' ? Math.min(most, completions) : most;
}

/** Counts a pod as the scheduler does: all containers and sidecars together, or the largest init container, plus the overhead. */
function podDemand(spec: JsonObject): Demand {
  const inits = list(spec['initContainers']).map(object);
  const sidecars = inits.filter(({restartPolicy}) => restartPolicy === 'Always');
  const running = addDemands(...[...list(spec['containers']).map(object), ...sidecars].map(containerDemand));
  const first = inits.filter(({restartPolicy}) => restartPolicy !== 'Always').map(containerDemand);
  const most = new Map(running);
  for (const [name, quantity] of first.flatMap((demand) => [...demand])) {
    if (compareQuantities(quantity, most.get(name) ?? NO_QUANTITY) > 0) most.set(name, quantity);
  }
  return addDemands(most, named(part(spec, 'overhead'), 'requests'));
}

/** Counts a container. A resource with a limit and no request is requested up to its limit. */
function containerDemand({resources}: JsonObject): Demand {
  const [limits, requests] = [part(object(resources), 'limits'), part(object(resources), 'requests')];
  return addDemands(named({...limits, ...requests}, 'requests'), named(limits, 'limits'));
}

/** Names the amounts. Requests are also counted by the bare names of the resources. */
const named = (amounts: JsonObject, what: 'requests' | 'limits'): Demand =>
  of(
    Object.entries(amounts).flatMap(([name, amount]) => {
      const quantity = quantityOf(amount);
      if (quantity === undefined) return [];
      const bare = what === 'requests' && ['cpu', 'memory', 'ephemeral-storage'].includes(name);
      return [[`${what}.${name}`, quantity] as const, ...(bare ? [[name, quantity] as const] : [])];
    }),
  );

function serviceDemand({type, ports, allocateLoadBalancerNodePorts}: JsonObject): Demand {
  const nodePorts = type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false);
  return of([
    ...(type === 'LoadBalancer' ? [['services.loadbalancers', ONE] as const] : []),
    ...(nodePorts ? [['services.nodeports', timesQuantity(ONE, list(ports).length)] as const] : []),
  ]);
}

function pvcDemand(spec: JsonObject): Demand {
  const storage = quantityOf(part(part(spec, 'resources'), 'requests')['storage']) ?? NO_QUANTITY;
  const {storageClassName} = spec;
  const all = [['requests.storage', storage] as const];
  if (typeof storageClassName !== 'string' || storageClassName === '') return of(all);
  const ofClass = `${storageClassName}.storageclass.storage.k8s.io`;
  return of([...all, [`${ofClass}/requests.storage`, storage], [`${ofClass}/persistentvolumeclaims`, ONE]]);
}

const claimTemplates = ({volumeClaimTemplates}: JsonObject): Demand =>
  addDemands(
    ...list(volumeClaimTemplates).map((pvc) =>
      addDemands(counted('persistentvolumeclaims', ''), pvcDemand(part(object(pvc), 'spec'))),
    ),
  );

const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const part = (of: JsonObject, name: string): JsonObject => object(of[name]);
const list = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);
