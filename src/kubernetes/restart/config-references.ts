import type {JsonObject} from '../../core/json.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {at, nameAt, objectsAt} from '../graph/edges/pod-template.ts';

/** A ConfigMap or Secret that pods read, in their own namespace. */
export type ConfigReference = {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
  /** True: the pods also start without the object. */
  readonly isOptional: boolean;
  /** The pods see a change only after a restart: in an environment variable, or in a file that is mounted with `subPath`. */
  readonly isFixed: boolean;
};

/** The ConfigMap that the cluster writes into every namespace. The kubelet keeps it up to date in the pods. */
const CLUSTER_CA = 'kube-root-ca.crt';

/** Returns the ConfigMaps and Secrets that the containers and volumes of a pod read, each once, sorted by kind and name. */
export function configReferences(spec: JsonObject): readonly ConfigReference[] {
  const found = new Map<string, ConfigReference>();
  for (const one of [...ofContainers(spec), ...ofVolumes(spec)]) {
    if (one.name === CLUSTER_CA) continue;
    const key = `${one.kind}/${one.name}`;
    const known = found.get(key) ?? one;
    const isOptional = known.isOptional && one.isOptional;
    found.set(key, {...one, isOptional, isFixed: known.isFixed || one.isFixed});
  }
  return [...found].toSorted(([a], [b]) => compareNaturally(a, b)).map(([, one]) => one);
}

const CONTAINER_LISTS = ['containers', 'initContainers'] as const;

const containersOf = (spec: JsonObject): readonly JsonObject[] =>
  CONTAINER_LISTS.flatMap((list) => objectsAt(spec, list));

const ofContainers = (spec: JsonObject): readonly ConfigReference[] =>
  containersOf(spec).flatMap((container) => [
    ...objectsAt(container, 'env').flatMap(({valueFrom}) => [
      ...reference('ConfigMap', at(valueFrom, 'configMapKeyRef'), true),
      ...reference('Secret', at(valueFrom, 'secretKeyRef'), true),
    ]),
    ...objectsAt(container, 'envFrom').flatMap((source) => [
      ...reference('ConfigMap', source['configMapRef'], true),
      ...reference('Secret', source['secretRef'], true),
    ]),
  ]);

function ofVolumes(spec: JsonObject): readonly ConfigReference[] {
  const mounts = containersOf(spec).flatMap((container) => objectsAt(container, 'volumeMounts'));
  const fixed = new Set(
    mounts
      .filter((mount) => nameAt(mount, 'subPath') !== undefined || nameAt(mount, 'subPathExpr') !== undefined)
      .map(({name}) => name),
  );
  return objectsAt(spec, 'volumes').flatMap((volume) => {
    const isFixed = fixed.has(volume['name']);
    return [volume, ...objectsAt(volume, 'projected', 'sources')].flatMap((source) => [
      ...reference('ConfigMap', source['configMap'], isFixed),
      ...reference('Secret', source['secret'], isFixed),
    ]);
  });
}

function reference(
  kind: ConfigReference['kind'],
  source: JsonObject[string] | undefined,
  isFixed: boolean,
): readonly ConfigReference[] {
  const name = nameAt(source, 'name') ?? nameAt(source, 'secretName');
  return name === undefined ? [] : [{kind, name, isOptional: at(source, 'optional') === true, isFixed}];
}
