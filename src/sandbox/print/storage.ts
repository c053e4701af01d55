import type {Json, JsonObject} from '../../core/json.ts';
import {isBeingDeleted, nameOf} from '../model/metadata.ts';
import {listAt, objectsAt, textAt, textsAt, valueAt} from '../model/part.ts';
import {age, type Cell, type Cells, count, flag, name, text, textOr} from './cell.ts';

const SHORT_MODES = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const;

const IS_DEFAULT = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'];

/** Columns of PVCs, volumes and storage classes. */
export const STORAGE_CELLS: Cells = {
  PersistentVolume: [
    name,
    textOr('0', 'spec', 'capacity', 'storage'),
    (volume) => accessModes(listAt(volume, 'spec', 'accessModes')),
    text('spec', 'persistentVolumeReclaimPolicy'),
    phase,
    pvcOf,
    className,
    textOr('<unset>', 'spec', 'volumeAttributesClassName'),
    text('status', 'reason'),
    age,
    textOr('<unset>', 'spec', 'volumeMode'),
  ],
  PersistentVolumeClaim: [
    name,
    phase,
    text('spec', 'volumeName'),
    bound(textOr('0', 'status', 'capacity', 'storage')),
    bound((pvc) => accessModes(listAt(pvc, 'status', 'accessModes'))),
    className,
    textOr('<unset>', 'spec', 'volumeAttributesClassName'),
    age,
    textOr('<unset>', 'spec', 'volumeMode'),
  ],
  'StorageClass.storage.k8s.io': [
    (object) => `${nameOf(object)}${isDefault(object) ? ' (default)' : ''}`,
    text('provisioner'),
    textOr('Delete', 'reclaimPolicy'),
    textOr('Immediate', 'volumeBindingMode'),
    flag(false, 'allowVolumeExpansion'),
    age,
  ],
  'VolumeAttributesClass.storage.k8s.io': [name, text('driverName'), age],
  'VolumeAttachment.storage.k8s.io': [
    name,
    text('spec', 'attacher'),
    text('spec', 'source', 'persistentVolumeName'),
    text('spec', 'nodeName'),
    flag(false, 'status', 'attached'),
    age,
  ],
  'CSINode.storage.k8s.io': [name, count('spec', 'drivers'), age],
  'CSIDriver.storage.k8s.io': [
    name,
    flag(true, 'spec', 'attachRequired'),
    flag(false, 'spec', 'podInfoOnMount'),
    flag(false, 'spec', 'storageCapacity'),
    tokenRequests,
    flag(false, 'spec', 'requiresRepublish'),
    (driver) => textsAt(driver, 'spec', 'volumeLifecycleModes').join(',') || '<none>',
    age,
  ],
};

const accessModes = (modes: readonly Json[]): string =>
  SHORT_MODES.filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(',');

function phase(object: JsonObject): string {
  return isBeingDeleted(object) ? 'Terminating' : textAt(object, 'status', 'phase');
}

/** Returns a cell that is empty for an unbound PVC, which has no size and no access modes yet. */
function bound(cell: Cell): Cell {
  return (pvc, now) => (textAt(pvc, 'spec', 'volumeName') === '' ? '' : cell(pvc, now));
}

function className(object: JsonObject): string {
  const older = valueAt(object, 'metadata', 'annotations', 'volume.beta.kubernetes.io/storage-class');
  return typeof older === 'string' ? older : textAt(object, 'spec', 'storageClassName');
}

function pvcOf(volume: JsonObject): string {
  if (valueAt(volume, 'spec', 'claimRef') === undefined) return '';
  return `${textAt(volume, 'spec', 'claimRef', 'namespace')}/${textAt(volume, 'spec', 'claimRef', 'name')}`;
}

const isDefault = (object: JsonObject): boolean =>
  IS_DEFAULT.some((key) => textAt(object, 'metadata', 'annotations', key) === 'true');

function tokenRequests(driver: JsonObject): string {
  if (valueAt(driver, 'spec', 'tokenRequests') === undefined) return '<unset>';
  return objectsAt(driver, 'spec', 'tokenRequests')
    .map((request) => textAt(request, 'audience'))
    .join(',');
}
