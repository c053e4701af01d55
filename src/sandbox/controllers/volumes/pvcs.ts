import type {JsonObject} from '../../../core/json.ts';
import {compareQuantities, NO_QUANTITY, quantityOf} from '../../../kubernetes/fields/quantity.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {defined} from '../../../lib/defined.ts';
import {
  type Controller,
  type ControlView,
  type Happened,
  type ObjectKey,
  record,
  type Step,
} from '../../model/controller.ts';
import {
  annotationsOf,
  finalizersOf,
  isBeingDeleted,
  labelsOf,
  nameOf,
  namespaceOf,
  uidOf,
  withMetadata,
} from '../../model/metadata.ts';
import {objectsAt, partAt, textAt, textsAt} from '../../model/part.ts';
import {isProvisioned} from '../pods/pvc-problem.ts';
import {itself} from '../shared/owner.ts';
import {matchesSelector} from '../shared/selector.ts';
import {withSpec, withStatus} from '../shared/with-status.ts';
import {isDone} from '../workloads/pod-state.ts';

const PROTECTION = 'kubernetes.io/pvc-protection';
const CLASSES = 'storageclasses.storage.k8s.io';

/** The controller of PVCs: it finds or provisions a volume for each PVC, binds the two, and keeps a PVC while a pod uses it. */
export const pvcs: Controller = {
  name: 'persistentvolume-binder-controller',
  watches: {
    persistentvolumeclaims: itself,
    persistentvolumes: pvcsOfVolume,
    pods: (pod) => pvcNames(pod).map((name) => ({namespace: namespaceOf(pod), name})),
  },
  steps: (key, cluster) => {
    const pvc = cluster.get('persistentvolumeclaims', key.namespace, key.name);
    if (pvc === undefined) return [];
    if (isBeingDeleted(pvc)) return release(pvc, cluster);
    const volume = cluster.get('persistentvolumes', '', textAt(pvc, 'spec', 'volumeName')) ?? volumeFor(pvc, cluster);
    if (volume !== undefined) return bind(pvc, volume);
    return provision(pvc, cluster);
  },
};

/** Maps a changed volume to PVCs: a volume without a PVC may suit any pending one. */
function pvcsOfVolume(volume: JsonObject, cluster: ControlView): readonly ObjectKey[] {
  const {namespace, name} = partAt(volume, 'spec', 'claimRef');
  if (typeof namespace === 'string' && typeof name === 'string') return [{namespace, name}];
  return cluster
    .list('persistentvolumeclaims')
    .filter((pvc) => textAt(pvc, 'spec', 'volumeName') === '')
    .map((pvc) => ({namespace: namespaceOf(pvc), name: nameOf(pvc)}));
}

const pvcNames = (pod: JsonObject): readonly string[] =>
  objectsAt(pod, 'spec', 'volumes').flatMap((volume) => {
    const name = textAt(volume, 'persistentVolumeClaim', 'claimName');
    return name === '' ? [] : [name];
  });

const usersOf = (pvc: JsonObject, cluster: ControlView): readonly JsonObject[] =>
  cluster.list('pods', namespaceOf(pvc)).filter((pod) => !isDone(pod) && pvcNames(pod).includes(nameOf(pvc)));

function release(pvc: JsonObject, cluster: ControlView): readonly Step[] {
  if (!finalizersOf(pvc).includes(PROTECTION) || usersOf(pvc, cluster).length > 0) return [];
  const finalizers = finalizersOf(pvc).filter((finalizer) => finalizer !== PROTECTION);
  return [{do: 'update', object: withMetadata(pvc, {finalizers})}];
}

const isFor = (volume: JsonObject, pvc: JsonObject): boolean => {
  const {namespace, name, uid = uidOf(pvc)} = partAt(volume, 'spec', 'claimRef');
  return namespace === namespaceOf(pvc) && name === nameOf(pvc) && (uid === '' || uid === uidOf(pvc));
};

/** Returns the volume for a PVC: one that is reserved for it, or else the first suitable free one by name. */
function volumeFor(pvc: JsonObject, cluster: ControlView): JsonObject | undefined {
  const volumes = cluster.list('persistentvolumes').filter((volume) => !isBeingDeleted(volume));
  return volumes.find((volume) => isFor(volume, pvc)) ?? volumes.find((volume) => suits(volume, pvc));
}

function suits(volume: JsonObject, pvc: JsonObject): boolean {
  const [offered, asked] = [partAt(volume, 'spec'), partAt(pvc, 'spec')];
  if (offered['claimRef'] !== undefined) return false;
  if ((offered['storageClassName'] ?? '') !== (asked['storageClassName'] ?? '')) return false;
  if ((offered['volumeMode'] ?? 'Filesystem') !== (asked['volumeMode'] ?? 'Filesystem')) return false;
  const modes = textsAt(offered, 'accessModes');
  if (!textsAt(asked, 'accessModes').every((mode) => modes.includes(mode))) return false;
  const {selector} = asked;
  if (selector !== undefined && !matchesSelector(selector, labelsOf(volume))) return false;
  const [has, needs] = [
    quantityOf(textAt(offered, 'capacity', 'storage')),
    quantityOf(textAt(asked, 'resources', 'requests', 'storage')),
  ];
  return compareQuantities(has ?? NO_QUANTITY, needs ?? NO_QUANTITY) >= 0;
}

/** Binds a volume and a PVC, in the order of the real binder: the volume, the PVC, the status of the PVC. */
function bind(pvc: JsonObject, volume: JsonObject): readonly Step[] {
  const taken = partAt(volume, 'spec')['claimRef'];
  if (taken !== undefined && !isFor(volume, pvc)) return [];
  if (textAt(volume, 'spec', 'claimRef', 'uid') === '') {
    const bound = withMetadata(volume, {
      annotations: {...annotationsOf(volume), 'pv.kubernetes.io/bound-by-controller': 'yes'},
    });
    return [{do: 'update', object: withSpec(bound, {claimRef: referenceTo(pvc)})}];
  }
  const chosen = textAt(pvc, 'spec', 'volumeName') === nameOf(volume);
  if (!chosen || annotationsOf(pvc)['pv.kubernetes.io/bind-completed'] !== 'yes') {
    const annotations = {
      ...annotationsOf(pvc),
      'pv.kubernetes.io/bind-completed': 'yes',
      ...defined({'pv.kubernetes.io/bound-by-controller': !chosen ? 'yes' : undefined}),
    };
    return [{do: 'update', object: withSpec(withMetadata(pvc, {annotations}), {volumeName: nameOf(volume)})}];
  }
  const {accessModes, capacity} = partAt(volume, 'spec');
  const status = defined({...partAt(pvc, 'status'), phase: 'Bound', accessModes, capacity});
  return deepEqual(status, pvc['status']) ? [] : [{do: 'status', object: withStatus(pvc, status)}];
}

const referenceTo = (pvc: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  name: nameOf(pvc),
  namespace: namespaceOf(pvc),
  uid: uidOf(pvc),
});

function provision(pvc: JsonObject, cluster: ControlView): readonly Step[] {
  // The PVC names a volume, and waits for that one.
  if (textAt(pvc, 'spec', 'volumeName') !== '') return [];
  const storageClass = cluster.get(CLASSES, '', textAt(pvc, 'spec', 'storageClassName'));
  const wait = whyUnbound(pvc, storageClass, cluster);
  if (wait !== undefined)
    return [record({about: pvc, ...wait, by: 'persistentvolume-controller', isRecordedOnce: true})];
  if (storageClass === undefined || !isProvisioned(pvc, cluster)) return [];
  const provisioner = textAt(storageClass, 'provisioner');
  const annotations = {
    ...annotationsOf(pvc),
    'volume.beta.kubernetes.io/storage-provisioner': provisioner,
    'volume.kubernetes.io/storage-provisioner': provisioner,
  };
  if (!deepEqual(annotations, annotationsOf(pvc))) return [{do: 'update', object: withMetadata(pvc, {annotations})}];
  return [{do: 'create', object: newVolume(pvc, storageClass)}];
}

type Text = Pick<Happened, 'type' | 'reason' | 'message'>;

/** Returns the event for a PVC without a volume, in the words of the real binder. */
function whyUnbound(pvc: JsonObject, storageClass: JsonObject | undefined, cluster: ControlView): Text | undefined {
  const name = textAt(pvc, 'spec', 'storageClassName');
  if (name === '')
    return {
      reason: 'FailedBinding',
      message: 'no persistent volumes available for this claim and no storage class is set',
    };
  if (storageClass === undefined) return provisioningFailed(`storageclass.storage.k8s.io "${name}" not found`);
  if (storageClass['volumeBindingMode'] === 'WaitForFirstConsumer' && usersOf(pvc, cluster).length === 0)
    return {reason: 'WaitForFirstConsumer', message: 'waiting for first consumer to be created before binding'};
  const provisioner = textAt(storageClass, 'provisioner');
  return provisioner === NO_PROVISIONER
    ? provisioningFailed(`no volume plugin matched name: ${provisioner}`)
    : undefined;
}

const provisioningFailed = (message: string): Text => ({type: 'Warning', reason: 'ProvisioningFailed', message});

const NO_PROVISIONER = 'kubernetes.io/no-provisioner';

const newVolume = (pvc: JsonObject, storageClass: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: {
    name: `pvc-${uidOf(pvc)}`,
    annotations: {'pv.kubernetes.io/provisioned-by': textAt(storageClass, 'provisioner')},
  },
  spec: {
    accessModes: textsAt(pvc, 'spec', 'accessModes'),
    capacity: partAt(pvc, 'spec', 'resources', 'requests'),
    persistentVolumeReclaimPolicy: textAt(storageClass, 'reclaimPolicy') || 'Delete',
    storageClassName: nameOf(storageClass),
    volumeMode: textAt(pvc, 'spec', 'volumeMode') || 'Filesystem',
    claimRef: referenceTo(pvc),
    hostPath: {path: `/volumes/${uidOf(pvc)}`, type: ''},
  },
});
