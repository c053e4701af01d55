import type {JsonObject} from '../../../core/json.ts';
import {objectAt, partAt, textAt} from '../../model/part.ts';
import {changeAt, itemsAt, withDefaults, withField, without} from '../objects/fields.ts';
import {containerDefaults, requestsFromLimits} from './container-defaults.ts';
import {podResources, roundedList, roundedResources} from './resource-defaults.ts';
import {volumeDefaults} from './volume-defaults.ts';

/** Sets the defaults of every PodSpec, in a Pod or in a template. */
export function podSpecDefaults(spec: JsonObject): JsonObject {
  const plain = withDefaults(bothNames(spec), {
    dnsPolicy: 'ClusterFirst',
    restartPolicy: 'Always',
    securityContext: {},
    terminationGracePeriodSeconds: 30,
    schedulerName: 'default-scheduler',
  });
  return [
    ...CONTAINERS.map((list): Change => [[list, '*'], containerDefaults]),
    [['volumes', '*'], volumeDefaults] satisfies Change,
    [['overhead'], roundedList] satisfies Change,
    [['resources'], roundedResources] satisfies Change,
  ].reduce((changed, [path, change]) => changeAt(changed, path, change), ungated(plain));
}

type Change = [path: readonly string[], change: (value: JsonObject) => JsonObject];

const CONTAINERS = ['initContainers', 'containers', 'ephemeralContainers'];

/** Sets both names of the ServiceAccount in v1, which are always equal. */
function bothNames(spec: JsonObject): JsonObject {
  const name = textAt(spec, 'serviceAccountName') || textAt(spec, 'serviceAccount');
  return name === '' ? without(spec, 'serviceAccount', 'serviceAccountName') : withAccount(spec, name);
}

/** Sets the ServiceAccount in both fields. The older `serviceAccount` always mirrors the newer one. */
export const withAccount = (spec: JsonObject, name: string): JsonObject => ({
  ...spec,
  serviceAccountName: name,
  serviceAccount: name,
});

const regular = (container: JsonObject): JsonObject => without(container, 'restartPolicy', 'restartPolicyRules');

/** Drops fields of disabled feature gates, without a warning. */
function ungated(spec: JsonObject): JsonObject {
  const init = (container: JsonObject): JsonObject =>
    textAt(container, 'restartPolicy') === 'Always' ? without(container, 'restartPolicyRules') : regular(container);
  return (
    [
      [['containers', '*'], regular],
      [['initContainers', '*'], init],
      [['containers', '*'], withoutSignal],
      [['initContainers', '*'], withoutSignal],
      [['containers', '*', 'env', '*', 'valueFrom'], (source) => without(source, 'fileKeyRef')],
      [['initContainers', '*', 'env', '*', 'valueFrom'], (source) => without(source, 'fileKeyRef')],
    ] satisfies Change[]
  ).reduce(
    (changed, [path, change]) => changeAt(changed, path, change),
    withoutImages(without(spec, 'hostnameOverride')),
  );
}

/** Drops image volumes and their mounts. */
function withoutImages(spec: JsonObject): JsonObject {
  const names = itemsAt(spec, 'volumes').flatMap(([volume]) =>
    volume['image'] === undefined ? [] : [textAt(volume, 'name')],
  );
  if (names.length === 0) return spec;
  const others = (object: JsonObject, list: string): JsonObject => {
    const items = itemsAt(object, list).flatMap(([item]) => (names.includes(textAt(item, 'name')) ? [] : [item]));
    return withField(object, list, items.length === 0 ? undefined : items);
  };
  return CONTAINERS.reduce(
    (changed, list) => changeAt(changed, [list, '*'], (container) => others(container, 'volumeMounts')),
    others(spec, 'volumes'),
  );
}

/** Drops the stop signal. A lifecycle that has nothing else is dropped too. */
function withoutSignal(container: JsonObject): JsonObject {
  const lifecycle = objectAt(container, 'lifecycle');
  if (lifecycle?.['stopSignal'] === undefined) return container;
  const rest = without(lifecycle, 'stopSignal');
  return Object.keys(rest).length === 0 ? without(container, 'lifecycle') : {...container, lifecycle: rest};
}

/** Sets the defaults of a template. Metadata and spec are always written. */
export function templateDefaults(template: JsonObject): JsonObject {
  return {
    ...template,
    metadata: partAt(template, 'metadata'),
    spec: podSpecDefaults(partAt(template, 'spec')),
  };
}

/** Sets the defaults of a Pod. Some are not set in templates, so that a template does not change when a new server version adds one. */
export function podDefaults(pod: JsonObject): JsonObject {
  const spec = podSpecDefaults(patient(partAt(pod, 'spec')));
  const requested = ['containers', 'initContainers'].reduce(
    (changed, list) => changeAt(changed, [list, '*'], requestsFromLimits),
    spec,
  );
  const complete = withDefaults(podResources(requested), {enableServiceLinks: true});
  return {...pod, spec: complete['hostNetwork'] === true ? onHostNetwork(complete) : complete};
}

/** Replaces a negative grace period with one second. */
const patient = (spec: JsonObject): JsonObject => {
  const grace = spec['terminationGracePeriodSeconds'];
  return typeof grace === 'number' && grace < 0 ? {...spec, terminationGracePeriodSeconds: 1} : spec;
};

/** Sets the host port of each port to the container port, as host networking requires. */
const onHostNetwork = (spec: JsonObject): JsonObject =>
  ['containers', 'initContainers'].reduce(
    (changed, list) =>
      changeAt(changed, [list, '*', 'ports', '*'], (port) =>
        (port['hostPort'] ?? 0) === 0 ? {...port, hostPort: port['containerPort'] ?? 0} : port,
      ),
    spec,
  );
