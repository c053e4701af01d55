import type {JsonObject, JsonPath} from '../../../core/json.ts';
import {isList, isObject} from '../../../core/json.ts';
import {at, nameAt, objectsAt} from './pod-template.ts';
import type {Name} from './resource-index.ts';

/** An object that pods refer to, and the path of the reference. */
export type PodReference = Name & {
  /** The path of the name below the spec of the pod. */
  readonly path: JsonPath;
  /** The keys of a ConfigMap or a Secret that are read, each with its path. Absent: the object as a whole. */
  readonly keys?: readonly {readonly key: string; readonly path: JsonPath}[];
  /** True: the pods also start without the object. */
  readonly isOptional?: boolean;
};

/** Returns the name of the ServiceAccount that pods run as. Default: `default`. */
export const serviceAccountOf = (spec: JsonObject): string =>
  nameAt(spec, 'serviceAccountName') ?? nameAt(spec, 'serviceAccount') ?? 'default';

/** Returns the objects that pods cannot start without. */
export function* podReferences(spec: JsonObject, namespace: string): Iterable<PodReference> {
  const named: Named = (kind, name, path, more) => ({group: '', kind, namespace, name, path, ...more});
  const field = nameAt(spec, 'serviceAccountName') === undefined ? 'serviceAccount' : 'serviceAccountName';
  yield named('ServiceAccount', serviceAccountOf(spec), [field]);
  for (const [i, secret] of objectsAt(spec, 'imagePullSecrets').entries())
    yield named('Secret', nameAt(secret, 'name'), ['imagePullSecrets', i, 'name']);
  yield {
    ...named('PriorityClass', nameAt(spec, 'priorityClassName'), ['priorityClassName']),
    group: 'scheduling.k8s.io',
    namespace: '',
  };
  yield {
    ...named('RuntimeClass', nameAt(spec, 'runtimeClassName'), ['runtimeClassName']),
    group: 'node.k8s.io',
    namespace: '',
  };
  for (const [i, pvc] of objectsAt(spec, 'resourceClaims').entries()) {
    for (const kind of ['ResourceClaim', 'ResourceClaimTemplate']) {
      const claim = `r${kind.slice(1)}Name`;
      yield {...named(kind, nameAt(pvc, claim), ['resourceClaims', i, claim]), group: 'resource.k8s.io'};
    }
  }
  for (const list of ['containers', 'initContainers', 'ephemeralContainers']) {
    for (const [i, container] of objectsAt(spec, list).entries())
      yield* containerReferences(container, [list, i], named);
  }
  for (const [i, volume] of objectsAt(spec, 'volumes').entries())
    yield* volumeReferences(volume, ['volumes', i], named);
}

type Named = (kind: string, name: string | undefined, path: JsonPath, more?: Partial<PodReference>) => PodReference;

function* containerReferences(container: JsonObject, path: JsonPath, named: Named): Iterable<PodReference> {
  for (const [i, {valueFrom}] of objectsAt(container, 'env').entries()) {
    for (const [kind, field] of [
      ['ConfigMap', 'configMapKeyRef'],
      ['Secret', 'secretKeyRef'],
    ] as const) {
      const source = at(valueFrom, field);
      const place = [...path, 'env', i, 'valueFrom', field];
      const key = nameAt(source, 'key');
      yield named(kind, nameAt(source, 'name'), [...place, 'name'], {
        isOptional: at(source, 'optional') === true,
        keys: key === undefined ? [] : [{key, path: [...place, 'key']}],
      });
    }
  }
  for (const [i, source] of objectsAt(container, 'envFrom').entries()) {
    for (const [kind, field] of [
      ['ConfigMap', 'configMapRef'],
      ['Secret', 'secretRef'],
    ] as const) {
      const isOptional = at(source, field, 'optional') === true;
      yield named(kind, nameAt(source, field, 'name'), [...path, 'envFrom', i, field, 'name'], {isOptional});
    }
  }
}

function* volumeReferences(volume: JsonObject, path: JsonPath, named: Named): Iterable<PodReference> {
  yield fileReference('ConfigMap', volume['configMap'], [...path, 'configMap'], named);
  yield fileReference('Secret', volume['secret'], [...path, 'secret'], named);
  const claim = ['persistentVolumeClaim', 'claimName'];
  yield named('PersistentVolumeClaim', nameAt(volume, ...claim), [...path, ...claim]);
  for (const [i, source] of objectsAt(volume, 'projected', 'sources').entries()) {
    const place = [...path, 'projected', 'sources', i];
    yield fileReference('ConfigMap', source['configMap'], [...place, 'configMap'], named);
    yield fileReference('Secret', source['secret'], [...place, 'secret'], named);
  }
  for (const secret of [
    ['csi', 'nodePublishSecretRef', 'name'],
    ['azureFile', 'secretName'],
  ])
    yield named('Secret', nameAt(volume, ...secret), [...path, ...secret]);
  const provider = ['csi', 'volumeAttributes', 'secretProviderClass'];
  yield {
    ...named('SecretProviderClass', nameAt(volume, ...provider), [...path, ...provider]),
    group: 'secrets-store.csi.x-k8s.io',
  };
  // cephfs, rbd, iscsi, flexVolume, scaleIO and storageos name their Secret in the same field.
  for (const [source, value] of Object.entries(volume))
    yield named('Secret', nameAt(at(value, 'secretRef'), 'name'), [...path, source, 'secretRef', 'name']);
}

/** A volume of a ConfigMap or a Secret, as a whole or some of its keys. */
function fileReference(
  kind: string,
  source: JsonObject[string] | undefined,
  path: JsonPath,
  named: Named,
): PodReference {
  // Only the volume of a Secret has its name in another field.
  const field = nameAt(source, 'secretName') === undefined ? 'name' : 'secretName';
  const items = isObject(source) ? source['items'] : undefined;
  const keys = isList(items)
    ? items.flatMap((item, i) => {
        const key = nameAt(item, 'key');
        return key === undefined ? [] : [{key, path: [...path, 'items', i, 'key']}];
      })
    : [];
  return named(kind, nameAt(source, field), [...path, field], {isOptional: at(source, 'optional') === true, keys});
}
