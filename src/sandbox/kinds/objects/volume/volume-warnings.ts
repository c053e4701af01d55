import type {JsonObject} from '../../../../core/json.ts';
import {objectAt, partAt} from '../../../model/part.ts';
import {at} from '../../../model/problem.ts';
import type {Write} from '../../../model/rules.ts';
import {termWarnings} from '../../node-label-warnings.ts';
import {fractionWarnings} from '../../workloads/fraction-warnings.ts';
import {itemsAt} from '../fields.ts';

const TERMS = 'spec.nodeAffinity.required.nodeSelectorTerms';

const TYPES = [
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
] as const;

const ANNOTATIONS = [
  ['volume.beta.kubernetes.io/storage-class', 'deprecated since v1.8; use "storageClassName" attribute instead'],
  ['volume.beta.kubernetes.io/mount-options', 'deprecated since v1.31; use "mountOptions" attribute instead'],
] as const;

const annotationWarnings = (
  object: JsonObject,
  deprecated: readonly (readonly [key: string, why: string])[],
): readonly string[] =>
  deprecated.flatMap(([key, why]) =>
    Object.hasOwn(partAt(object, 'metadata', 'annotations'), key) ? [`${at('metadata.annotations', key)}: ${why}`] : [],
  );

/** Returns the warnings for a PersistentVolumeClaim. */
export function pvcWarnings({object, subresource}: Pick<Write, 'object' | 'subresource'>): readonly string[] {
  if (subresource !== '') return [];
  return [...annotationWarnings(object, ANNOTATIONS.slice(0, 1)), ...pvcSpecWarnings(partAt(object, 'spec'), 'spec')];
}

/** Returns the warnings for the spec of a PVC: amounts of storage with a fraction of a byte. */
export const pvcSpecWarnings = (spec: JsonObject, path: string): readonly string[] =>
  ['requests', 'limits'].flatMap((of) => fractionWarnings(spec, of, path, 'storage'));

/** Returns the warnings for a PersistentVolume. */
export function volumeWarnings({object, subresource}: Pick<Write, 'object' | 'subresource'>): readonly string[] {
  if (subresource !== '') return [];
  const spec = partAt(object, 'spec');
  return [
    ...annotationWarnings(object, ANNOTATIONS),
    ...(spec['persistentVolumeReclaimPolicy'] === 'Recycle'
      ? [
          'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
        ]
      : []),
    ...itemsAt(partAt(spec, 'nodeAffinity', 'required'), 'nodeSelectorTerms').flatMap(([term, i]) =>
      termWarnings(term, at(TERMS, i)),
    ),
    ...TYPES.flatMap(([type, why]) =>
      objectAt(spec, type) === undefined ? [] : [`spec.${type === 'storageos' ? 'storageOS' : type}: ${why}`],
    ),
  ];
}
