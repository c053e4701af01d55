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
import {isProvisioned} from '../pods/claim-trouble.ts';
import {itself} from '../shared/owner.ts';
import {matchesSelector} from '../shared/selector.ts';
import {withSpec, withStatus} from '../shared/with-status.ts';
import {isDone} from '../workloads/pod-state.ts';

const PROTECTION = 'kubernetes.io/pvc-protection';
const CLASSES = 'storageclasses.storage.k8s.io';

/** The controller of PVCs: it finds or provisions a volume for each PVC, binds the two, and keeps a PVC while a pod uses it. */
export const claims: Controller = {
  name: 'persistentvolume-binder-controller',
  watches: {
    persistentvolumeclaims: itself,
    persistentvolumes: claimsOfVolume,
    pods: (pod) => claimNames(pod).map((name) => ({namespace: namespaceOf(pod), name})),
  },
  steps: (key, cluster) => {
    const claim = cluster.get('persistentvolumeclaims', key.namespace, key.name);
    if (claim === undefined) return [];
    if (isBeingDeleted(claim)) return release(claim, cluster);
    const volume =
      cluster.get('persistentvolumes', '', textAt(claim, 'spec', 'volumeName')) ?? volumeFor(claim, cluster);
    if (volume !== undefined) return bind(claim, volume);
    return provision(claim, cluster);
  },
};

/** Maps a changed volume to PVCs: a volume without a PVC may suit any pending one. */
function claimsOfVolume(volume: JsonObject, cluster: ControlView): readonly ObjectKey[] {
  const {namespace, name} = partAt(volume, 'spec', 'claimRef');
  if (typeof namespace === 'string' && typeof name === 'string') return [{namespace, name}];
  return cluster
    .list('persistentvolumeclaims')
    .filter((claim) => textAt(claim, 'spec', 'volumeName') === '')
    .map((claim) => ({namespace: namespaceOf(claim), name: nameOf(claim)}));
}

const claimNames = (pod: JsonObject): readonly string[] =>
  objectsAt(pod, 'spec', 'volumes').flatMap((volume) => {
    const name = textAt(volume, 'persistentVolumeClaim', 'claimName');
    return name === '' ? [] : [name];
  });

const usersOf = (claim: JsonObject, cluster: ControlView): readonly JsonObject[] =>
  cluster.list('pods', namespaceOf(claim)).filter((pod) => !isDone(pod) && claimNames(pod).includes(nameOf(claim)));

function release(claim: JsonObject, cluster: ControlView): readonly Step[] {
  if (!finalizersOf(claim).includes(PROTECTION) || usersOf(claim, cluster).length > 0) return [];
  const finalizers = finalizersOf(claim).filter((finalizer) => finalizer !== PROTECTION);
  return [{do: 'update', object: withMetadata(claim, {finalizers})}];
}

const isFor = (volume: JsonObject, claim: JsonObject): boolean => {
  const {namespace, name, uid = uidOf(claim)} = partAt(volume, 'spec', 'claimRef');
  return namespace === namespaceOf(claim) && name === nameOf(claim) && (uid === '' || uid === uidOf(claim));
};

/** Returns the volume for a PVC: one that is reserved for it, or else the first suitable free one by name. */
function volumeFor(claim: JsonObject, cluster: ControlView): JsonObject | undefined {
  const volumes = cluster.list('persistentvolumes').filter((volume) => !isBeingDeleted(volume));
  return volumes.find((volume) => isFor(volume, claim)) ?? volumes.find((volume) => suits(volume, claim));
}

function suits(volume: JsonObject, claim: JsonObject): boolean {
  const [offered, asked] = [partAt(volume, 'spec'), partAt(claim, 'spec')];
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
function bind(claim: JsonObject, volume: JsonObject): readonly Step[] {
  const taken = partAt(volume, 'spec')['claimRef'];
  if (taken !== undefined && !isFor(volume, claim)) return [];
  if (textAt(volume, 'spec', 'claimRef', 'uid') === '') {
    const bound = withMetadata(volume, {
      annotations: {...annotationsOf(volume), 'pv.kubernetes.io/bound-by-controller': 'yes'},
    });
    return [{do: 'update', object: withSpec(bound, {claimRef: referenceTo(claim)})}];
  }
  const chosen = textAt(claim, 'spec', 'volumeName') === nameOf(volume);
  if (!chosen || annotationsOf(claim)['pv.kubernetes.io/bind-completed'] !== 'yes') {
    const annotations = {
      ...annotationsOf(claim),
      'pv.kubernetes.io/bind-completed': 'yes',
      ...defined({'pv.kubernetes.io/bound-by-controller': !chosen ? 'yes' : undefined}),
    };
    return [{do: 'update', object: withSpec(withMetadata(claim, {annotations}), {volumeName: nameOf(volume)})}];
  }
  const {accessModes, capacity} = partAt(volume, 'spec');
  const status = defined({...partAt(claim, 'status'), phase: 'Bound', accessModes, capacity});
  return deepEqual(status, claim['status']) ? [] : [{do: 'status', object: withStatus(claim, status)}];
}

const referenceTo = (claim: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  name: nameOf(claim),
  namespace: namespaceOf(claim),
  uid: uidOf(claim),
});

function provision(claim: JsonObject, cluster: ControlView): readonly Step[] {
  // The PVC names a volume, and waits for that one.
  if (textAt(claim, 'spec', 'volumeName') !== '') return [];
  const storageClass = cluster.get(CLASSES, '', textAt(claim, 'spec', 'storageClassName'));
  const wait = whyUnbound(claim, storageClass, cluster);
  if (wait !== undefined)
    return [record({about: claim, ...wait, by: 'persistentvolume-controller', isRecordedOnce: true})];
  if (storageClass === undefined || !isProvisioned(claim, cluster)) return [];
  const provisioner = textAt(storageClass, 'provisioner');
  const annotations = {
    ...annotationsOf(claim),
    'volume.beta.kubernetes.io/storage-provisioner': provisioner,
    'volume.kubernetes.io/storage-provisioner': provisioner,
  };
  if (!deepEqual(annotations, annotationsOf(claim)))
    return [{do: 'update', object: withMetadata(claim, {annotations})}];
  return [{do: 'create', object: newVolume(claim, storageClass)}];
}

type Text = Pick<Happened, 'type' | 'reason' | 'message'>;

/** Returns the event for a PVC without a volume, in the words of the real binder. */
function whyUnbound(claim: JsonObject, storageClass: JsonObject | undefined, cluster: ControlView): Text | undefined {
  const name = textAt(claim, 'spec', 'storageClassName');
  if (name === '')
    return {
      reason: 'FailedBinding',
      message: 'no persistent volumes available for this claim and no storage class is set',
    };
  if (storageClass === undefined) return provisioningFailed(`storageclass.storage.k8s.io "${name}" not found`);
  if (storageClass['volumeBindingMode'] === 'WaitForFirstConsumer' && usersOf(claim, cluster).length === 0)
    return {reason: 'WaitForFirstConsumer', message: 'waiting for first consumer to be created before binding'};
  const provisioner = textAt(storageClass, 'provisioner');
  return provisioner === NO_PROVISIONER
    ? provisioningFailed(`no volume plugin matched name: ${provisioner}`)
    : undefined;
}

const provisioningFailed = (message: string): Text => ({type: 'Warning', reason: 'ProvisioningFailed', message});

const NO_PROVISIONER = 'kubernetes.io/no-provisioner';

const newVolume = (claim: JsonObject, storageClass: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: {
    name: `pvc-${uidOf(claim)}`,
    annotations: {'pv.kubernetes.io/provisioned-by': textAt(storageClass, 'provisioner')},
  },
  spec: {
    accessModes: textsAt(claim, 'spec', 'accessModes'),
    capacity: partAt(claim, 'spec', 'resources', 'requests'),
    persistentVolumeReclaimPolicy: textAt(storageClass, 'reclaimPolicy') || 'Delete',
    storageClassName: nameOf(storageClass),
    volumeMode: textAt(claim, 'spec', 'volumeMode') || 'Filesystem',
    claimRef: referenceTo(claim),
    hostPath: {path: `/volumes/${uidOf(claim)}`, type: ''},
  },
});
