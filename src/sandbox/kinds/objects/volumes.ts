import type {Json, JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {listAt, objectAt, partAt, textAt} from '../../model/part.ts';
import {forbidden, invalid} from '../../model/problem.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {goDiff} from '../go-diff.ts';
import {pvcSpecProblems} from '../workloads/check-pvc.ts';
import {changeAt, withDefaults} from './fields.ts';
import {forbiddenObject} from './invalid-object.ts';
import {compared} from './quantities.ts';
import {isVolumeProblems, volumeChangeProblems} from './volume/volume-problems.ts';
import {pvcWarnings, volumeWarnings} from './volume/volume-warnings.ts';

/** Adds a finalizer to a new object: the plugin StorageObjectInUseProtection. */
export function protectedBy(object: JsonObject, finalizer: string): JsonObject {
  const finalizers = listAt(object, 'metadata', 'finalizers');
  return finalizers.includes(finalizer)
    ? object
    : changeAt(object, ['metadata'], (metadata) => ({...metadata, finalizers: [...finalizers, finalizer]}));
}

const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

/** Rules of the PersistentVolumeClaim. Its spec is immutable, except requests and attributes class of a bound one. */
export const PVC: KindRules = {
  warnings: pvcWarnings,
  defaults: (object) => ({
    ...object,
    spec: withDefaults(partAt(object, 'spec'), {resources: {}, volumeMode: 'Filesystem'}),
    status: withDefaults(partAt(object, 'status'), {phase: 'Pending'}),
  }),
  prepare: preparePvc,
  validate: ({object, before, subresource}) =>
    subresource === 'status'
      ? []
      : [
          ...pvcSpecProblems(partAt(object, 'spec'), 'spec'),
          ...(before === undefined ? [] : pvcChangeProblems(object, before)),
        ],
};

function preparePvc(write: Write): JsonObject {
  const {object, before, subresource} = write;
  if (subresource !== '') return object;
  const sourced = changeAt(object, ['spec'], sources);
  if (before !== undefined) return resizable({...write, object: sourced});
  const classed = withDefaultClass({...write, object: sourced});
  return {...protectedBy(classed, 'kubernetes.io/pvc-protection'), status: {phase: 'Pending'}};
}

/** Copies between `dataSource` and `dataSourceRef`, two fields of the same meaning. */
function sources(spec: JsonObject): JsonObject {
  const whole = (key: string): Json => withGroup(partAt(spec, key));
  const [source, reference] = [spec['dataSource'], spec['dataSourceRef']];
  if (source !== undefined && reference === undefined) {
    return {...spec, dataSource: whole('dataSource'), dataSourceRef: whole('dataSource')};
  }
  if (reference === undefined) return spec;
  const crosses = objectAt(reference)?.['namespace'] !== undefined;
  const both = crosses || source !== undefined ? spec : {...spec, dataSource: whole('dataSourceRef')};
  return {...both, dataSourceRef: whole('dataSourceRef')};
}

const withGroup = (reference: JsonObject): JsonObject => ({apiGroup: null, ...reference});

/** Sets the newest default class if the PVC names none (the plugin DefaultStorageClass). */
function withDefaultClass({object, cluster}: Write): JsonObject {
  const said = objectAt(object, 'spec')?.['storageClassName'] !== undefined;
  if (said || textAt(object, 'metadata', 'annotations', CLASS_ANNOTATION) !== '') return object;
  const [first] = cluster
    .list('storageclasses.storage.k8s.io')
    .filter(isDefaultClass)
    .toSorted((a, b) => (createdAt(a) > createdAt(b) ? -1 : Number(createdAt(a) < createdAt(b))));
  return first === undefined
    ? object
    : changeAt(object, ['spec'], (spec) => ({...spec, storageClassName: textAt(first, 'metadata', 'name')}));
}

const createdAt = (object: JsonObject): string => textAt(object, 'metadata', 'creationTimestamp');

const isDefaultClass = (object: JsonObject): boolean =>
  ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'].some(
    (key) => textAt(object, 'metadata', 'annotations', key) === 'true',
  );

const SIZE = ['spec', 'resources', 'requests', 'storage'] as const;

/** Checks that the class of a growing PVC allows expansion (the plugin PersistentVolumeClaimResize). */
function resizable({object, before, cluster}: Write): JsonObject {
  if (compared(textAt(object, ...SIZE), textAt(before, ...SIZE)) <= 0) return object;
  const pvcs = {group: '', plural: 'persistentvolumeclaims'};
  if (textAt(before, 'status', 'phase') !== 'Bound') {
    return object;
  }
  const name = textAt(object, 'spec', 'storageClassName');
  const storageClass = cluster.get('storageclasses.storage.k8s.io', '', name);
  if (storageClass?.['allowVolumeExpansion'] === true) return object;
  const why =
    'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
  throw forbiddenObject(object, pvcs, why);
}

function pvcChangeProblems(object: JsonObject, before: JsonObject): readonly Problem[] {
  const bound = textAt(object, 'status', 'phase') === 'Bound';
  const [now, old] = [compareSpec(object, before, bound), goPvcSpec(partAt(before, 'spec'))];
  const words =
    'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
  const [mode, oldMode] = [textAt(object, 'spec', 'volumeMode'), textAt(before, 'spec', 'volumeMode')];
  const shrinks =
    compared(textAt(object, ...SIZE), textAt(before, ...SIZE)) < 0 &&
    compared(textAt(object, ...SIZE), textAt(before, 'status', 'capacity', 'storage')) <= 0;
  return [
    ...(deepEqual(now, old) ? [] : [forbidden('spec', `${words}\n${goDiff(old, now)}`)]),
    ...(shrinks ? [forbidden(SIZE.join('.'), 'field can not be less than status.capacity')] : []),
    ...(mode === oldMode ? [] : [invalid('volumeMode', mode, 'field is immutable')]),
  ];
}

/** Returns the new spec with the old values of the fields that may change. */
function compareSpec(object: JsonObject, before: JsonObject, bound: boolean): JsonObject {
  const [spec, old] = [partAt(object, 'spec'), partAt(before, 'spec')];
  const size = textAt(before, ...SIZE);
  const named = textAt(old, 'volumeName') === '' ? {...spec, volumeName: ''} : spec;
  // A PVC that is older than the default class gets the class later.
  const classed = old['storageClassName'] === undefined ? withClass(named, undefined) : named;
  if (!bound) return goPvcSpec(classed);
  const sized = changeAt(classed, ['resources', 'requests'], (requests) => ({...requests, storage: size}));
  return goPvcSpec({...sized, volumeAttributesClassName: old['volumeAttributesClassName'] ?? null});
}

const withClass = (spec: JsonObject, name: Json | undefined): JsonObject => ({...spec, storageClassName: name ?? null});

/** Returns a spec as Go prints its internal type: every field, by its Go name. */
const goPvcSpec = (spec: JsonObject): JsonObject => ({
  AccessModes: spec['accessModes'] ?? null,
  Selector: spec['selector'] ?? null,
  Resources: {
    Limits: objectAt(spec, 'resources')?.['limits'] ?? null,
    Requests: objectAt(spec, 'resources')?.['requests'] ?? null,
  },
  VolumeName: textAt(spec, 'volumeName'),
  StorageClassName: spec['storageClassName'] ?? null,
  VolumeMode: spec['volumeMode'] ?? null,
  DataSource: goReference(objectAt(spec, 'dataSource')),
  DataSourceRef: goReference(objectAt(spec, 'dataSourceRef')),
  VolumeAttributesClassName: spec['volumeAttributesClassName'] ?? null,
});

const goReference = (reference: JsonObject | undefined): Json =>
  reference === undefined
    ? null
    : {APIGroup: reference['apiGroup'] ?? null, Kind: textAt(reference, 'kind'), Name: textAt(reference, 'name')};

/** Rules of the PersistentVolume; by default it is retained after its PVC. */
export const VOLUME: KindRules = {
  warnings: volumeWarnings,
  defaults: (object) => {
    const spec = withDefaults(partAt(object, 'spec'), {
      persistentVolumeReclaimPolicy: 'Retain',
      volumeMode: 'Filesystem',
    });
    return {
      ...object,
      spec: changeAt(spec, ['hostPath'], (path) => withDefaults(path, {type: ''})),
      status: withDefaults(partAt(object, 'status'), {phase: 'Pending'}),
    };
  },
  prepare: prepareVolume,
  validate: ({object, before, subresource}) =>
    subresource === 'status'
      ? []
      : [...isVolumeProblems(object), ...(before === undefined ? [] : volumeChangeProblems(object, before))],
};

function prepareVolume({object, before, subresource, now}: Write): JsonObject {
  if (before === undefined) {
    const status = {phase: 'Pending', lastPhaseTransitionTime: now};
    return {...protectedBy(object, 'kubernetes.io/pv-protection'), status};
  }
  if (subresource !== 'status') return object;
  const [status, old] = [partAt(object, 'status'), partAt(before, 'status')];
  const [time, oldTime] = [status['lastPhaseTransitionTime'], old['lastPhaseTransitionTime']];
  const moved = status['phase'] !== old['phase'];
  const kept = moved ? (time === undefined || time === oldTime ? now : time) : (time ?? oldTime);
  return kept === undefined ? object : {...object, status: {...status, lastPhaseTransitionTime: kept}};
}
