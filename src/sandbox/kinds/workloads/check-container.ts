import type {Json, JsonObject} from '../../../core/json.ts';
import {listAt, numberAt, objectAt, textAt} from '../../model/part.ts';
import {at, child, choiceOf, duplicate, forbidden, invalid, invalids, notFound, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {dnsLabel, portName, portNumber} from '../formats.ts';
import {itemsAt} from '../objects/fields.ts';
import {devicesProblems, mountsProblems} from './check-mounts.ts';
import {lifecycleProblems, probesProblems} from './check-probes.ts';
import {containerResourceName, resourcesProblems} from './check-resources.ts';
import {securityProblems} from './check-security.ts';
import {variablesFromProblems, variablesProblems} from './check-sources.ts';
import {has} from './numbers.ts';

/** The parts of a Pod that its containers are checked against. */
export type Surroundings = {
  readonly volumes: ReadonlyMap<string, JsonObject>;
  readonly claims: readonly string[];
  readonly grace: Json | undefined;
  readonly restartPolicy: string;
  readonly hostUsers: boolean;
  readonly os: string;
};

/** Checks the containers (`validateContainers`): at least one, with unique names. */
export function containersProblems(spec: JsonObject, path: string, pod: Surroundings): readonly Problem[] {
  const [containers, list] = [itemsAt(spec, 'containers'), child(path, 'containers')];
  if (containers.length === 0) return [required(list)];
  const names = new Set<string>();
  return [
    ...containers.flatMap(([container, index]) => {
      const [name, field] = [textAt(container, 'name'), at(list, index)];
      const twice = names.has(name);
      names.add(name);
      return [
        ...commonProblems(container, field, pod),
        ...(twice ? [duplicate(child(field, 'name'), name)] : []),
        ...lifecycleProblems(container, field, pod),
        ...probesProblems(container, field, pod),
      ];
    }),
    ...hostPortsProblems(containers, list),
  ];
}

/**
 * Checks init containers (`validateInitContainers`): their names differ from those of the containers. restartPolicy Always makes a sidecar,
 * which may have probes.
 */
export function initContainersProblems(spec: JsonObject, path: string, pod: Surroundings): readonly Problem[] {
  const list = child(path, 'initContainers');
  const names = new Set(itemsAt(spec, 'containers').map(([container]) => textAt(container, 'name')));
  return itemsAt(spec, 'initContainers').flatMap(([container, index]) => {
    const [name, field] = [textAt(container, 'name'), at(list, index)];
    const twice = names.has(name);
    if (name !== '') names.add(name);
    const policy = textAt(container, 'restartPolicy');
    return [
      ...commonProblems(container, field, pod),
      ...(twice ? [duplicate(child(field, 'name'), name)] : []),
      ...hostPortsProblems([[container, 0]], list),
      ...(policy === 'Always'
        ? [...lifecycleProblems(container, field, pod), ...probesProblems(container, field, pod)]
        : onlyOfSidecars(container, field)),
    ];
  });
}

const onlyOfSidecars = (container: JsonObject, path: string): readonly Problem[] =>
  ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']
    .filter((key) => has(container, key))
    .map((key) => forbidden(child(path, key), 'may not be set for init containers without restartPolicy=Always'));

/** Fields that an ephemeral container may have. */
const OF_EPHEMERAL = new Set([
  'name',
  'image',
  'command',
  'args',
  'workingDir',
  'envFrom',
  'env',
  'volumeMounts',
  'volumeDevices',
  'terminationMessagePath',
  'terminationMessagePolicy',
  'imagePullPolicy',
  'securityContext',
  'stdin',
  'stdinOnce',
  'tty',
  'targetContainerName',
]);

/** Checks ephemeral containers (`validateEphemeralContainers`): names differ from all others, and the target is a container of the pod. */
export function ephemeralContainersProblems(spec: JsonObject, path: string, pod: Surroundings): readonly Problem[] {
  const others = ['containers', 'initContainers'].flatMap((key) =>
    itemsAt(spec, key).map(([container]) => textAt(container, 'name')),
  );
  const names = new Set(others);
  return itemsAt(spec, 'ephemeralContainers').flatMap(([container, index]) => {
    const [name, target, field] = [
      textAt(container, 'name'),
      textAt(container, 'targetContainerName'),
      at(child(path, 'ephemeralContainers'), index),
    ];
    const twice = names.has(name);
    names.add(name);
    return [
      ...commonProblems(container, field, pod),
      ...imageBlanks(container, field),
      ...(twice ? [duplicate(child(field, 'name'), name)] : []),
      ...(target !== '' && !others.includes(target) ? [notFound(child(field, 'targetContainerName'), target)] : []),
      ...Object.entries(container)
        .filter(([key, value]) => !OF_EPHEMERAL.has(key) && !isNothing(value))
        .map(([key]) => forbidden(child(field, key), 'cannot be set for an Ephemeral Container')),
    ];
  });
}

const isNothing = (value: Json): boolean => typeof value === 'object' && Object.keys(value ?? {}).length === 0;

/** Checks the images of Pods for blanks. Templates are not checked, because existing ones may contain such images. */
export function imageBlanks(container: JsonObject, path: string): readonly Problem[] {
  const image = textAt(container, 'image');
  return image === image.trim()
    ? []
    : [invalid(child(path, 'image'), image, 'must not have leading or trailing whitespace')];
}

const MESSAGES = ['File', 'FallbackToLogsOnError'];
const PULLS = ['Always', 'IfNotPresent', 'Never'];

function commonProblems(container: JsonObject, path: string, pod: Surroundings): readonly Problem[] {
  const name = textAt(container, 'name');
  return [
    ...(name === '' ? [required(child(path, 'name'))] : invalids(child(path, 'name'), name, dnsLabel(name))),
    ...(textAt(container, 'image') === '' ? [required(child(path, 'image'))] : []),
    ...choice(container, path, 'terminationMessagePolicy', MESSAGES),
    ...portsProblems(container, child(path, 'ports')),
    ...variablesProblems(container, path),
    ...variablesFromProblems(container, path),
    ...mountsProblems(container, pod.volumes, path),
    ...devicesProblems(container, pod.volumes, path),
    ...choice(container, path, 'imagePullPolicy', PULLS),
    ...resourcesProblems(objectAt(container, 'resources'), child(path, 'resources'), {
      names: containerResourceName,
      claims: pod.claims,
    }),
    ...resizeProblems(container, child(path, 'resizePolicy'), pod.restartPolicy),
    ...securityProblems(container, path, pod),
  ];
}

/** Checks a required field with fixed values. */
export function choice(
  object: JsonObject,
  path: string,
  key: string,
  supported: readonly string[],
): readonly Problem[] {
  const value = textAt(object, key);
  if (value === '') return [required(child(path, key))];
  return choiceOf(child(path, key), value, supported);
}

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

function portsProblems(container: JsonObject, path: string): readonly Problem[] {
  const names = new Set<string>();
  return itemsAt(container, 'ports').flatMap(([port, index]) => {
    const [field, number, host] = [at(path, index), numberAt(port, 'containerPort'), numberAt(port, 'hostPort')];
    return [
      ...portNameProblems(textAt(port, 'name'), child(field, 'name'), names),
      ...(number === 0
        ? [required(child(field, 'containerPort'))]
        : invalids(child(field, 'containerPort'), number, portNumber(number))),
      ...(host === 0 ? [] : invalids(child(field, 'hostPort'), host, portNumber(host))),
      ...choice(port, field, 'protocol', PROTOCOLS),
    ];
  });
}

function portNameProblems(name: string, path: string, names: Set<string>): readonly Problem[] {
  if (name === '') return [];
  const complaints = portName(name);
  if (complaints.length > 0) return invalids(path, name, complaints);
  if (names.has(name)) return [duplicate(path, name)];
  names.add(name);
  return [];
}

function hostPortsProblems(
  containers: readonly (readonly [container: JsonObject, index: number])[],
  path: string,
): readonly Problem[] {
  const taken = new Set<string>();
  return containers.flatMap(([container, index]) =>
    itemsAt(container, 'ports').flatMap(([port, place]) => {
      const number = numberAt(port, 'hostPort');
      const key = `${textAt(port, 'protocol')}/${textAt(port, 'hostIP')}/${number}`;
      if (number === 0) return [];
      if (taken.has(key)) return [duplicate(child(at(child(at(path, index), 'ports'), place), 'hostPort'), key)];
      taken.add(key);
      return [];
    }),
  );
}

function resizeProblems(container: JsonObject, path: string, podRestarts: string): readonly Problem[] {
  const seen = new Set<string>();
  return itemsAt(container, 'resizePolicy').flatMap(([rule, index]) => {
    const [resource, policy] = [textAt(rule, 'resourceName'), textAt(rule, 'restartPolicy')];
    const twice = seen.has(resource);
    seen.add(resource);
    return [
      ...(twice ? [duplicate(at(path, index), resource)] : []),
      ...ofList(resource, path, ['cpu', 'memory']),
      ...ofList(policy, path, ['NotRequired', 'RestartContainer']),
      ...(podRestarts === 'Never' && policy !== 'NotRequired'
        ? [invalid(path, policy, "must be 'NotRequired' when `restartPolicy` is 'Never'")]
        : []),
    ];
  });
}

/** Checks a value of a rule. The server names the whole list in this case. */
function ofList(value: string, path: string, supported: readonly string[]): readonly Problem[] {
  if (value === '') return [required(path)];
  return choiceOf(path, value, supported);
}

/** Returns the names of `spec.resourceClaims` that the containers may refer to. */
export const claimNames = (spec: JsonObject): readonly string[] =>
  listAt(spec, 'resourceClaims').map((claim) => textAt(claim, 'name'));
