import type {JsonObject} from '../../../core/json.ts';
import {nameOf, namespaceOf} from '../../model/metadata.ts';
import {objectsAt, textAt} from '../../model/part.ts';
import type {ClusterView} from '../../model/view.ts';

/**
 * Returns why the PVCs of a pod prevent its scheduling. `wait` means that a volume is being provisioned: a real scheduler reports that too,
 * but only for a moment.
 */
export function pvcProblem(pod: JsonObject, cluster: ClusterView): string | undefined {
  const nodes = `0/${cluster.list('nodes').length} nodes are available`;
  const pvcs = pvcsOf(pod).map((name) => ({
    name,
    claim: cluster.get('persistentvolumeclaims', namespaceOf(pod), name),
  }));
  const missing = pvcs.find(({claim}) => claim === undefined);
  if (missing !== undefined) return `${nodes}: persistentvolumeclaim "${missing.name}" not found. not found`;
  const unbound = pvcs.flatMap(({claim}) => (claim === undefined || isBound(claim) ? [] : [claim]));
  if (unbound.length === 0) return undefined;
  if (unbound.some((pvc) => isProvisioned(pvc, cluster))) return 'wait';
  return `${nodes}: pod has unbound immediate PersistentVolumeClaims. not found`;
}

const pvcsOf = (pod: JsonObject): readonly string[] =>
  objectsAt(pod, 'spec', 'volumes').flatMap((volume) => {
    if (volume['ephemeral'] !== undefined) return [`${nameOf(pod)}-${textAt(volume, 'name')}`];
    const name = textAt(volume, 'persistentVolumeClaim', 'claimName');
    return name === '' ? [] : [name];
  });

const isBound = (pvc: JsonObject): boolean => textAt(pvc, 'status', 'phase') === 'Bound';

/** Reports whether the sandbox provisions a volume for the PVC. */
export function isProvisioned(pvc: JsonObject, cluster: ClusterView): boolean {
  const volume = textAt(pvc, 'spec', 'volumeName');
  if (volume !== '') return cluster.get('persistentvolumes', '', volume) !== undefined;
  const storageClass = cluster.get('storageclasses.storage.k8s.io', '', textAt(pvc, 'spec', 'storageClassName'));
  return storageClass !== undefined && textAt(storageClass, 'provisioner') !== 'kubernetes.io/no-provisioner';
}
