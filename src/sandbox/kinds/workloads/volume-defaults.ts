import type {JsonObject} from '../../../core/json.ts';
import {partAt} from '../../model/part.ts';
import {changeAt, withDefaults} from '../objects/fields.ts';
import {fieldRefDefaults, resourceFieldRefDefaults} from './container-defaults.ts';
import {roundedResources} from './resource-defaults.ts';

/** Sets the defaults of a volume. One without a source is an emptyDir. */
export function volumeDefaults(volume: JsonObject): JsonObject {
  if (Object.keys(volume).every((key) => key === 'name')) return {...volume, emptyDir: {}};
  return Object.entries(OF_SOURCE).reduce((changed, [kind, change]) => changeAt(changed, [kind], change), volume);
}

const OPEN_TO_READ = {defaultMode: 0o644};

const OF_SOURCE: Readonly<Record<string, (source: JsonObject) => JsonObject>> = {
  hostPath: (source) => ({...source, type: source['type'] ?? ''}),
  secret: (source) => withDefaults(source, OPEN_TO_READ),
  configMap: (source) => withDefaults(source, OPEN_TO_READ),
  downwardAPI: (source) => downwardDefaults(withDefaults(source, OPEN_TO_READ)),
  projected: (source) => projectedDefaults(withDefaults(source, OPEN_TO_READ)),
  ephemeral: (source) =>
    changeAt(source, ['volumeClaimTemplate'], (pvc) => ({
      ...pvc,
      metadata: partAt(pvc, 'metadata'),
      spec: pvcSpecDefaults(partAt(pvc, 'spec')),
    })),
  iscsi: (source) => withDefaults(source, {iscsiInterface: 'default'}),
  rbd: (source) => withDefaults(source, {pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring'}),
  azureDisk: (source) =>
    withDefaults(source, {cachingMode: 'ReadWrite', fsType: 'ext4', readOnly: false, kind: 'Shared'}),
  scaleIO: (source) => withDefaults(source, {storageMode: 'ThinProvisioned', fsType: 'xfs'}),
};

/** Sets the defaults of a PVC's spec; also for volumeClaimTemplates and ephemeral volumes. */
export const pvcSpecDefaults = (spec: JsonObject): JsonObject =>
  changeAt({...withDefaults(spec, {volumeMode: 'Filesystem', resources: {}})}, ['resources'], roundedResources);

const downwardDefaults = (source: JsonObject): JsonObject =>
  changeAt(
    changeAt(source, ['items', '*', 'fieldRef'], fieldRefDefaults),
    ['items', '*', 'resourceFieldRef'],
    resourceFieldRefDefaults,
  );

const projectedDefaults = (source: JsonObject): JsonObject =>
  changeAt(
    changeAt(source, ['sources', '*', 'downwardAPI'], downwardDefaults),
    ['sources', '*', 'serviceAccountToken'],
    (token) => withDefaults(token, {expirationSeconds: 3600}),
  );
