import type {FieldChange} from '../../core/plan/plan.ts';
import type {Kind} from './effects.ts';

/**
 * Marks the changes that the server forbids, according to its answer: it names a parent field, or the whole `spec` of
 * kinds of which only a few fields may change. If it names none of our fields, none is marked.
 */
export function markForcing(
  fields: readonly FieldChange[],
  causes: readonly {readonly field: string}[],
  {group, kind}: Kind,
): readonly FieldChange[] {
  const named = causes.map(({field}) => plainPath(ALIASES[`${group}/${kind}/${field}`] ?? field));
  const mutable = MUTABLE[`${group}/${kind}`] ?? [];
  const forces = ({path, yielded}: FieldChange): boolean =>
    yielded !== true &&
    named.some((field) => isWithin(path, field) || isWithin(field, path)) &&
    !(named.includes('spec') && mutable.some((field) => isWithin(path, field)));
  return fields.map((field) => (forces(field) ? {...field, forcesReplacement: true} : field));
}

/** Fields that the server names instead of the one that the user wrote. */
const ALIASES: Readonly<Record<string, string>> = {
  '/Service/spec.clusterIPs[0]': 'spec.clusterIP',
  '/PersistentVolume/spec.persistentvolumesource': 'spec',
};

/** Fields that may change although the server names the whole spec. */
const MUTABLE: Readonly<Record<string, readonly string[]>> = {
  'apps/StatefulSet': [
    'spec.replicas',
    'spec.ordinals',
    'spec.template',
    'spec.updateStrategy',
    'spec.revisionHistoryLimit',
    'spec.persistentVolumeClaimRetentionPolicy',
    'spec.minReadySeconds',
  ],
  '/PersistentVolume': [
    'spec.accessModes',
    'spec.capacity',
    'spec.claimRef',
    'spec.mountOptions',
    'spec.nodeAffinity',
    'spec.persistentVolumeReclaimPolicy',
    'spec.storageClassName',
    'spec.volumeAttributesClassName',
  ],
  '/PersistentVolumeClaim': ['spec.resources', 'spec.volumeAttributesClassName'],
};

/** Returns a path up to its first index: the server counts items, where we name them. */
const plainPath = (field: string): string => field.replace(/\[\d+\][^]*$/, '');

const isWithin = (path: string, field: string): boolean =>
  field !== '' && (path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`));
