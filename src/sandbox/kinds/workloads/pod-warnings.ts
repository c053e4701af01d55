import type {JsonObject} from '../../../core/json.ts';
import {objectAt, own, partAt, text, textsAt} from '../../model/part.ts';
import {at, child} from '../../model/problem.ts';
import {BEHAVIOURS, TEST_POD} from '../../model/test-pod.ts';
import {addressWarnings} from '../address-warnings.ts';
import {labelWarning, NODE_LABELS, termWarnings} from '../node-label-warnings.ts';
import {entriesOf, itemsAt} from '../objects/fields.ts';
import {containerWarnings} from './container-warnings.ts';
import {overlapWarnings} from './overlap-warnings.ts';
import {portWarnings} from './pod-port-warnings.ts';

/** Returns the warnings for the spec of a Pod at `path` in `object` (`warningsForPodSpecAndMeta`). */
export function podWarnings(object: JsonObject, path: readonly string[]): readonly string[] {
  const spec = partAt(object, ...path);
  const where = path.join('.');
  const notes = [...path.slice(0, -1), 'metadata', 'annotations'];
  const pod = {
    annotations: partAt(object, ...notes),
    path: notes.join('.'),
    isTemplate: path.length > 1,
    profile: objectAt(spec, 'securityContext', 'appArmorProfile'),
  };
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) =>
    itemsAt(spec, list).map(([container, i]) => [container, at(child(where, list), i)] as const),
  );
  return [
    ...labelWarnings(spec, where),
    ...nodeAffinityWarnings(spec, where),
    ...spreadWarnings(spec, where),
    ...ANNOTATIONS.flatMap(([key, why]) =>
      Object.hasOwn(pod.annotations, key) ? [`${at(pod.path, key)}: ${why}`] : [],
    ),
    ...itemsAt(spec, 'volumes').flatMap(([volume, i]) => volumeWarnings(volume, at(child(where, 'volumes'), i))),
    ...overlapWarnings(spec),
    ...twice(spec, where, {list: 'hostAliases', key: 'ip'}),
    ...twice(spec, where, {list: 'imagePullSecrets', key: 'name'}),
    ...seccompWarnings(spec, pod),
    ...containers.flatMap(([container, at]) => containerWarnings(container, at, pod)),
    ...portWarnings(containers),
    ...graceWarnings(spec, where),
    ...affinityWarnings(spec, where),
    ...textsAt(spec, 'dnsConfig', 'nameservers').flatMap((address, i) =>
      addressWarnings(address, at(child(where, 'dnsConfig', 'nameservers'), i)),
    ),
    ...itemsAt(spec, 'hostAliases').flatMap(([alias, i]) =>
      addressWarnings(text(alias['ip']), child(at(child(where, 'hostAliases'), i), 'ip')),
    ),
    ...behaviourWarnings(object, notes),
  ];
}

const labelWarnings = (spec: JsonObject, where: string): readonly string[] =>
  entriesOf(objectAt(spec, 'nodeSelector')).flatMap(([label]) =>
    Object.hasOwn(NODE_LABELS, label) ? [`${at(child(where, 'nodeSelector'), label)}: ${NODE_LABELS[label]}`] : [],
  );

const spreadWarnings = (spec: JsonObject, where: string): readonly string[] =>
  itemsAt(spec, 'topologySpreadConstraints').flatMap(([constraint, i]) => {
    const path = at(child(where, 'topologySpreadConstraints'), i);
    return [
      ...labelWarning(text(constraint['topologyKey']), child(path, 'topologyKey')),
      ...selectsNothing(constraint, path),
    ];
  });

const ANNOTATIONS = [
  ['scheduler.alpha.kubernetes.io/critical-pod', 'non-functional in v1.16+; use the "priorityClassName" field instead'],
  ['security.alpha.kubernetes.io/sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
  ['security.alpha.kubernetes.io/unsafe-sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
] as const;

const VOLUMES = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', 'deprecated in v1.11, and disabled by default in v1.33+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', 'deprecated in v1.22, non-functional in v1.25+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+'],
  ['quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
] as const;

const volumeWarnings = (volume: JsonObject, path: string): readonly string[] =>
  VOLUMES.flatMap(([type, why]) =>
    objectAt(volume, type) === undefined ? [] : [`${child(path, type === 'storageos' ? 'storageOS' : type)}: ${why}`],
  );

/** Warns of list items with a duplicate key, and of pull secrets without a name. */
function twice(spec: JsonObject, where: string, {list, key}: {list: string; key: string}): readonly string[] {
  const items = itemsAt(spec, list);
  const pathOf = (i: number): string => child(at(child(where, list), i), key);
  const again = items.flatMap(([item, i]) =>
    items.some(([other, j]) => j < i && text(other[key]) === text(item[key]))
      ? [`${pathOf(i)}: duplicate ${key} "${text(item[key])}"`]
      : [],
  );
  const empty = list === 'imagePullSecrets' ? items.filter(([item]) => text(item[key]) === '') : [];
  return [...again, ...empty.map(([, i]) => `${pathOf(i)}: invalid empty name ""`)];
}

const SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod';

const seccompWarnings = (
  spec: JsonObject,
  {annotations, path}: {annotations: JsonObject; path: string},
): readonly string[] =>
  Object.hasOwn(annotations, SECCOMP) && objectAt(spec, 'securityContext', 'seccompProfile') === undefined
    ? [`${at(path, SECCOMP)}: non-functional in v1.27+; use the "seccompProfile" field instead`]
    : [];

function graceWarnings(spec: JsonObject, where: string): readonly string[] {
  const grace = spec['terminationGracePeriodSeconds'];
  return typeof grace === 'number' && grace < 0
    ? [
        `${child(where, 'terminationGracePeriodSeconds')}: must be >= 0; negative values are invalid and will be treated as 1`,
      ]
    : [];
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

function nodeAffinityWarnings(spec: JsonObject, where: string): readonly string[] {
  const path = child(where, 'affinity', 'nodeAffinity');
  const affinity = partAt(spec, 'affinity', 'nodeAffinity');
  const terms = child(path, REQUIRED, 'nodeSelectorTerms');
  return [
    ...itemsAt(partAt(affinity, REQUIRED), 'nodeSelectorTerms').flatMap(([term, i]) =>
      termWarnings(term, at(terms, i)),
    ),
    ...itemsAt(affinity, PREFERRED).flatMap(([term, i]) =>
      termWarnings(partAt(term, 'preference'), child(at(child(path, PREFERRED), i), 'preference')),
    ),
  ];
}

const affinityWarnings = (spec: JsonObject, where: string): readonly string[] =>
  ['podAffinity', 'podAntiAffinity'].flatMap((kind) => {
    const path = child(where, 'affinity', kind);
    const affinity = partAt(spec, 'affinity', kind);
    return [
      ...itemsAt(affinity, REQUIRED).flatMap(([term, i]) => selectsNothing(term, at(child(path, REQUIRED), i))),
      ...itemsAt(affinity, PREFERRED).flatMap(([term, i]) =>
        selectsNothing(partAt(term, 'podAffinityTerm'), child(at(child(path, PREFERRED), i), 'podAffinityTerm')),
      ),
    ];
  });

/**
 * Returns the warning for an unknown behavior of a test pod. A real server has no such warning. The pod becomes ready here, as without the
 * annotation.
 */
export function behaviourWarnings(object: JsonObject, path: readonly string[]): readonly string[] {
  const annotations = partAt(object, ...path);
  const how = text(own(annotations, TEST_POD));
  if (!Object.hasOwn(annotations, TEST_POD) || BEHAVIOURS.some((known) => known === how)) return [];
  const all = BEHAVIOURS.map((known) => `"${known}"`).join(', ');
  return [`${path.join('.')}[${TEST_POD}]: unknown value ${JSON.stringify(how)} is ignored: supported values: ${all}`];
}

const selectsNothing = (term: JsonObject, path: string): readonly string[] =>
  objectAt(term, 'labelSelector') === undefined
    ? [`${path}.labelSelector: a null labelSelector results in matching no pod`]
    : [];
