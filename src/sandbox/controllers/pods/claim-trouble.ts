import type {JsonObject} from '../../../core/json.ts';
import {nameOf, namespaceOf} from '../../model/metadata.ts';
import {objectsAt, textAt} from '../../model/part.ts';
import type {ClusterView} from '../../model/view.ts';

/**
 * Returns why the PVCs of a pod prevent its scheduling. `wait` means that a volume is being provisioned: a real scheduler reports that too,
 * but only for a moment.
 */
export function claimTrouble(pod: JsonObject, cluster: ClusterView): string | undefined {
  const nodes = `0/${cluster.list('nodes').length} nodes are available`;
  const claims = claimsOf(pod).map((name) => ({
    name,
    claim: cluster.get('persistentvolumeclaims', namespaceOf(pod), name),
  }));
  const missing = claims.find(({claim}) => claim === undefined);
  if (missing !== undefined) return `${nodes}: persistentvolumeclaim "${missing.name}" not found. not found`;
  const unbound = claims.flatMap(({claim}) => (claim === undefined || isBound(claim) ? [] : [claim]));
  if (unbound.length === 0) return undefined;
  if (unbound.some((claim) => isProvisioned(claim, cluster))) return 'wait';
  return `${nodes}: pod has unbound immediate PersistentVolumeClaims. not found`;
}

const claimsOf = (pod: JsonObject): readonly string[] =>
  objectsAt(pod, 'spec', 'volumes').flatMap((volume) => {
    if (volume['ephemeral'] !== undefined) return [`${nameOf(pod)}-${textAt(volume, 'name')}`];
    const name = textAt(volume, 'persistentVolumeClaim', 'claimName');
    return name === '' ? [] : [name];
  });

const isBound = (claim: JsonObject): boolean => textAt(claim, 'status', 'phase') === 'Bound';

/** Reports whether the sandbox provisions a volume for the PVC. */
export function isProvisioned(claim: JsonObject, cluster: ClusterView): boolean {
  const volume = textAt(claim, 'spec', 'volumeName');
  if (volume !== '') return cluster.get('persistentvolumes', '', volume) !== undefined;
  const storageClass = cluster.get('storageclasses.storage.k8s.io', '', textAt(claim, 'spec', 'storageClassName'));
  return storageClass !== undefined && textAt(storageClass, 'provisioner') !== 'kubernetes.io/no-provisioner';
}
