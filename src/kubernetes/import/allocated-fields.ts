import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import type {IsWritten} from './written-fields.ts';

/**
 * Removes the values that the server allocates to this one object: addresses and ports of a Service, the volume of a
 * PVC, the node of a pod. Values that were requested by name are kept.
 */
export function withoutAllocated(object: JsonObject, isWritten: IsWritten = () => false): JsonObject {
  const {group, kind} = identityOf(object);
  const drop = DROPS[`${group}/${kind}`];
  return drop === undefined ? object : drop(object, isWritten);
}

type Drop = (object: JsonObject, isWritten: IsWritten) => JsonObject;

const DROPS: Readonly<Record<string, Drop>> = {
  '/Service': service,
  '/PersistentVolumeClaim': (pvc, isWritten) => dropSpec(pvc, ['volumeName'], isWritten),
  '/PersistentVolume': (volume) => inSpec(volume, (spec) => inside(spec, 'claimRef', (ref) => dropped(ref, BOUND))),
  '/Pod': (pod, isWritten) => inSpec(dropSpec(pod, ['nodeName'], isWritten), withoutApiAccess),
  '/ServiceAccount': ({secrets: _, ...account}) => account,
  '/Namespace': ({spec: _, ...namespace}) => namespace,
  'batch/Job': job,
  'rbac.authorization.k8s.io/ClusterRole': ({rules, ...role}) =>
    role['aggregationRule'] === undefined && rules !== undefined ? {...role, rules} : role,
};

const BOUND: ReadonlySet<string> = new Set(['uid', 'resourceVersion']);

function service(object: JsonObject, isWritten: IsWritten): JsonObject {
  const headless = isObject(object['spec']) && object['spec']['clusterIP'] === 'None';
  const addresses = headless ? ['clusterIPs'] : ['clusterIP', 'clusterIPs'];
  const rest = dropSpec(object, [...addresses, 'healthCheckNodePort'], isWritten);
  return inSpec(rest, (spec) => {
    const {ports} = spec;
    if (!isList(ports)) return spec;
    return {...spec, ports: ports.map((port) => (isObject(port) ? withoutNodePort(port, isWritten) : port))};
  });
}

function withoutNodePort(port: JsonObject, isWritten: IsWritten): JsonObject {
  const key = {port: port['port'] ?? 0, protocol: port['protocol'] ?? 'TCP'};
  return isWritten([{field: 'spec'}, {field: 'ports'}, {key}, {field: 'nodePort'}])
    ? port
    : dropped(port, new Set(['nodePort']));
}

/** Removes the generated selector and labels of a Job, which contain its uid, unless it has a selector of its own. */
function job(object: JsonObject): JsonObject {
  return inSpec(object, (spec) => {
    if (spec['manualSelector'] === true) return spec;
    const {selector: _, ...rest} = spec;
    return inside(rest, 'template', (template) => {
      const {labels, ...metadata} = isObject(template['metadata']) ? template['metadata'] : {};
      const own = isObject(labels) ? dropped(labels, JOB_LABELS) : {};
      const left = Object.keys(own).length === 0 ? metadata : {labels: own, ...metadata};
      const {metadata: __, ...others} = template;
      return Object.keys(left).length === 0 ? others : {metadata: left, ...others};
    });
  });
}

const JOB_LABELS: ReadonlySet<string> = new Set([
  'controller-uid',
  'job-name',
  'batch.kubernetes.io/controller-uid',
  'batch.kubernetes.io/job-name',
]);

const isAccess = (item: Json): boolean => isObject(item) && textOf(item['name']).startsWith('kube-api-access-');

const isWaiting = (item: Json): boolean =>
  isObject(item) &&
  /^node\.kubernetes\.io\/(not-ready|unreachable)$/.test(textOf(item['key'])) &&
  item['tolerationSeconds'] === 300;

/** Removes the API token volume that every pod gets, and the default tolerations for lost nodes. */
function withoutApiAccess(spec: JsonObject): JsonObject {
  const volumes = filtered(spec, 'volumes', isAccess);
  const tolerated = withoutAccount(filtered(volumes, 'tolerations', isWaiting));
  return ['containers', 'initContainers'].reduce((to, name) => {
    const containers = to[name];
    if (!isList(containers)) return to;
    return {...to, [name]: containers.map((one) => (isObject(one) ? filtered(one, 'volumeMounts', isAccess) : one))};
  }, tolerated);
}

/** Removes the service account if it is the default one. */
const withoutAccount = (spec: JsonObject): JsonObject =>
  spec['serviceAccountName'] === 'default' ? dropped(spec, new Set(['serviceAccount', 'serviceAccountName'])) : spec;

/** Removes some items of a list, and the list itself if it becomes empty. */
function filtered(object: JsonObject, name: string, goes: (item: Json) => boolean): JsonObject {
  const list = object[name];
  if (!isList(list) || !list.some(goes)) return object;
  const left = list.filter((item) => !goes(item));
  return left.length === 0 ? dropped(object, new Set([name])) : {...object, [name]: left};
}

const dropSpec = (object: JsonObject, names: readonly string[], isWritten: IsWritten): JsonObject =>
  inSpec(object, (spec) =>
    dropped(spec, new Set(names.filter((name) => !isWritten([{field: 'spec'}, {field: name}])))),
  );

const inSpec = (object: JsonObject, change: (spec: JsonObject) => JsonObject): JsonObject =>
  inside(object, 'spec', change);

function inside(object: JsonObject, name: string, change: (part: JsonObject) => JsonObject): JsonObject {
  const part = object[name];
  return isObject(part) ? {...object, [name]: change(part)} : object;
}

const dropped = (object: JsonObject, names: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
