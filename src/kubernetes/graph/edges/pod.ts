import type {JsonObject} from '../../../core/json.ts';
import type {Edge, EdgeRule} from './edge.ts';
import {at, nameAt, objectsAt} from './pod-template.ts';
import type {Name} from './resource-index.ts';

/** Orders the objects that pods cannot start without before the workload that creates the pods. */
export const podEdges: EdgeRule = function* (index): Iterable<Edge> {
  for (const {id, namespace, pod} of index.workloads) {
    for (const name of podReferences(pod.spec, namespace)) {
      const needs = index.find(name);
      if (needs !== undefined) yield {id, needs, because: `uses ${name.kind} ${name.name}`};
    }
  }
};

/** Returns the name of the ServiceAccount that pods run as; `default` if they name none. */
export const serviceAccountOf = (spec: JsonObject): string =>
  nameAt(spec, 'serviceAccountName') ?? nameAt(spec, 'serviceAccount') ?? 'default';

function* podReferences(spec: JsonObject, namespace: string): Iterable<Name> {
  const named = (kind: string, name: string | undefined, group = ''): Name => ({group, kind, namespace, name});
  yield named('ServiceAccount', serviceAccountOf(spec));
  for (const secret of objectsAt(spec, 'imagePullSecrets')) yield named('Secret', nameAt(secret, 'name'));
  yield {group: 'scheduling.k8s.io', kind: 'PriorityClass', name: nameAt(spec, 'priorityClassName')};
  yield {group: 'node.k8s.io', kind: 'RuntimeClass', name: nameAt(spec, 'runtimeClassName')};
  for (const pvc of objectsAt(spec, 'resourceClaims')) {
    yield named('ResourceClaim', nameAt(pvc, 'resourceClaimName'), 'resource.k8s.io');
    yield named('ResourceClaimTemplate', nameAt(pvc, 'resourceClaimTemplateName'), 'resource.k8s.io');
  }
  for (const list of ['containers', 'initContainers', 'ephemeralContainers']) {
    for (const container of objectsAt(spec, list)) yield* containerReferences(container, named);
  }
  for (const volume of objectsAt(spec, 'volumes')) yield* volumeReferences(volume, named);
}

type Named = (kind: string, name: string | undefined, group?: string) => Name;

function* containerReferences(container: JsonObject, named: Named): Iterable<Name> {
  for (const {valueFrom} of objectsAt(container, 'env')) {
    yield named('ConfigMap', nameAt(valueFrom, 'configMapKeyRef', 'name'));
    yield named('Secret', nameAt(valueFrom, 'secretKeyRef', 'name'));
  }
  for (const source of objectsAt(container, 'envFrom')) {
    yield named('ConfigMap', nameAt(source, 'configMapRef', 'name'));
    yield named('Secret', nameAt(source, 'secretRef', 'name'));
  }
}

function* volumeReferences(volume: JsonObject, named: Named): Iterable<Name> {
  yield named('ConfigMap', nameAt(volume, 'configMap', 'name'));
  yield named('Secret', nameAt(volume, 'secret', 'secretName'));
  yield named('PersistentVolumeClaim', nameAt(volume, 'persistentVolumeClaim', 'claimName'));
  for (const source of objectsAt(volume, 'projected', 'sources')) {
    yield named('ConfigMap', nameAt(source, 'configMap', 'name'));
    yield named('Secret', nameAt(source, 'secret', 'name'));
  }
  yield named('Secret', nameAt(volume, 'csi', 'nodePublishSecretRef', 'name'));
  const provider = nameAt(volume, 'csi', 'volumeAttributes', 'secretProviderClass');
  yield named('SecretProviderClass', provider, 'secrets-store.csi.x-k8s.io');
  yield named('Secret', nameAt(volume, 'azureFile', 'secretName'));
  // cephfs, rbd, iscsi, flexVolume, scaleIO and storageos name their Secret in the same field.
  for (const source of Object.values(volume)) yield named('Secret', nameAt(at(source, 'secretRef'), 'name'));
}
