import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {jsonAt} from '../../core/json-at.ts';
import {identityOf} from '../../core/resource/identity.ts';
import type {Application} from './application.ts';
import {storedFiles} from './stored-files.ts';
import type {PodSpec, Port} from './workload.ts';

/** An object that a module made, and the configuration that it was made from. */
export type MadeFrom = {
  readonly object: JsonObject;
  readonly config: JsonObject;
  readonly application: Pick<Application, 'name' | 'naming'>;
};

/**
 * Returns the path in the configuration of the module that a field of an object comes from. A field that no single setting decides has the
 * path of the nearest one, or an empty path.
 */
export function configPath(made: MadeFrom, path: JsonPath): JsonPath {
  const [first, second, ...rest] = path;
  if (first === 'metadata') return markPath([second, ...rest]);
  const {kind} = identityOf(made.object);
  if (kind === 'ConfigMap' || kind === 'Secret') return filePath(String(second), made);
  return first === 'spec' && second !== undefined ? (SPECS[kind]?.([second, ...rest], made) ?? []) : [];
}

type SpecPath = (path: JsonPath, made: MadeFrom) => JsonPath;

const workload: SpecPath = (path, {object}) => workloadPath(path, object);
const SCALING: Readonly<Record<string, JsonPath>> = {minReplicas: ['min'], maxReplicas: ['max']};

/** Paths below `spec`, by the kind of the object. */
const SPECS: Readonly<Record<string, SpecPath>> = {
  Deployment: workload,
  Job: workload,
  CronJob: workload,
  Service: ([field, ...rest], {object, config}) => (field === 'ports' ? portPath(rest, object, config) : []),
  Ingress: (path) => ['ingress', ...path],
  IngressClass: (path) => ['ingressClass', ...path],
  HorizontalPodAutoscaler: ([field]) => ['autoscaling', ...(SCALING[String(field)] ?? [])],
  PodDisruptionBudget: ([field = '']) => ['disruption', field],
};

/** Returns the path of a label or an annotation; an empty path for other metadata. */
const markPath = ([marks, key]: readonly (string | number | undefined)[]): JsonPath =>
  (marks === 'labels' || marks === 'annotations') && key !== undefined ? [marks, key] : [];

/** @param path below `spec` */
function workloadPath(path: JsonPath, object: JsonObject): JsonPath {
  const [first, ...rest] = path;
  if (first === 'jobTemplate') return rest[0] === 'spec' ? workloadPath(rest.slice(1), object) : [];
  if (first !== 'template') return typeof first === 'string' ? [first] : [];
  if (rest[0] === 'metadata') return markPath(rest.slice(1));
  if (rest[0] !== 'spec' || rest[1] === undefined) return [];
  const prefix = object['kind'] === 'CronJob' ? ['spec', 'jobTemplate', 'spec'] : ['spec'];
  return podPath(rest.slice(1), jsonAt(object, [...prefix, 'template', 'spec']) ?? {});
}

const POD_FIELDS: Readonly<Record<string, string>> = {
  serviceAccountName: 'serviceAccount',
  securityContext: 'securityContext',
  imagePullSecrets: 'imagePullSecrets',
  topologySpreadConstraints: 'topologySpreadConstraints',
  containers: 'containers',
  volumes: 'volumes',
};

/** @param path below the spec of the pods */
function podPath([field, index, ...rest]: JsonPath, spec: Json): JsonPath {
  const own = POD_FIELDS[String(field)];
  if (field === 'securityContext') return ['securityContext', ...(index === undefined ? [] : [index, ...rest])];
  const item = index === undefined ? null : (jsonAt(spec, [field ?? '', index]) ?? null);
  const name = isObject(item) ? item['name'] : undefined;
  if (!isObject(item) || typeof name !== 'string') return own === undefined ? [] : [own];
  if (field === 'initContainers') {
    const group = item['restartPolicy'] === 'Always' ? 'sidecars' : 'init';
    return [group, name, ...containerPath(rest, item)];
  }
  if (field === 'containers') return ['containers', name, ...containerPath(rest, item)];
  if (field === 'volumes') return ['volumes', name, ...rest];
  return own === undefined ? [] : [own];
}

const SAME = new Set(['image', 'command', 'args', 'workingDir', 'imagePullPolicy', 'securityContext']);
const CHECKS = new Set(['livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle']);

/** @param path below the container */
function containerPath(path: JsonPath, container: Json): JsonPath {
  const [field, second, third] = path;
  if (typeof field !== 'string') return [];
  if (SAME.has(field)) return path;
  if (CHECKS.has(field)) return checkPath(path);
  if (field === 'resources') return third === undefined ? [field] : [field, third];
  const name = jsonAt(container, [field, second ?? 0, field === 'env' ? 'name' : 'mountPath']);
  if (field === 'env') return second === undefined || typeof name !== 'string' ? ['env'] : ['env', name];
  return field === 'volumeMounts' && second !== undefined && typeof name === 'string' ? ['dirs', name] : [];
}

const ACTIONS: Readonly<Record<string, JsonPath>> = {
  httpGet: ['http', 'url'],
  tcpSocket: ['tcp', 'url'],
  exec: ['exec', 'command'],
  terminationGracePeriodSeconds: ['terminationGracePeriod'],
};

const checkPath = (path: JsonPath): JsonPath => {
  const index = path.findIndex((step) => ACTIONS[String(step)] !== undefined);
  return index === -1 ? path : [...path.slice(0, index), ...(ACTIONS[String(path[index])] ?? [])];
};

/** @param path below `ports` of a Service */
function portPath([index, field]: JsonPath, object: JsonObject, config: JsonObject): JsonPath {
  if (typeof index !== 'number') return ['ports'];
  const port = jsonAt(object, ['spec', 'ports', index]) as JsonObject | undefined;
  const written = (config['ports'] ?? []) as unknown as readonly Port[];
  const at = isList(config['ports'] ?? null)
    ? written.findIndex(
        (one) => (one.port ?? 80) === port?.['port'] && (one.protocol ?? 'TCP') === (port?.['protocol'] ?? 'TCP'),
      )
    : -1;
  return at === -1 ? ['ports'] : ['ports', at, ...(field === undefined ? [] : [field])];
}

/** Returns the path of the file or the variable with this key. */
function filePath(key: string, {object, config, application}: MadeFrom): JsonPath {
  const name = jsonAt(object, ['metadata', 'name']);
  for (const group of ['containers', 'init', 'sidecars'] as const) {
    const containers = Object.entries((config as unknown as PodSpec)[group] ?? {});
    const file = storedFiles(containers, application).find((one) => one.name === name && one.key === key);
    if (file !== undefined) return [group, file.container, 'files', file.path, 'content'];
    const owner = containers.find(([container]) => key.startsWith(`${container}.`))?.[0];
    const variable = owner === undefined ? '' : key.slice(owner.length + 1);
    if (owner !== undefined && jsonAt(config, [group, owner, 'env', variable]) !== undefined)
      return [group, owner, 'env', variable];
  }
  return [];
}
