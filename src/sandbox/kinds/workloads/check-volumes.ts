import {isObject, type JsonObject} from '../../../core/json.ts';
import {compareQuantities, NO_QUANTITY, quantityOf} from '../../../kubernetes/fields/quantity.ts';
import {objectAt, partAt, textAt} from '../../model/part.ts';
import {at, child, choiceOf, duplicate, forbidden, invalid, invalids, required, tooLong} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {dnsLabel, dnsSubdomain} from '../formats.ts';
import {itemsAt} from '../objects/fields.ts';
import {downwardProblems, fileMode, keyToPathProblems, projectedProblems} from './check-projections.ts';
import {pvcSpecProblems} from './check-pvc.ts';
import {noBacksteps} from './inside-path.ts';
import {annotationsProblems, labelsProblems} from './labels.ts';

/** The valid volumes by name, and the problems of the others. */
export type Volumes = {readonly sound: ReadonlyMap<string, JsonObject>; readonly problems: readonly Problem[]};

/** Checks the volumes (`ValidateVolumes`). Returns the problems, and the valid volumes for the checks of the mounts. */
export function checkVolumes(spec: JsonObject, path: string, podName: string): Volumes {
  const sound = new Map<string, JsonObject>();
  const problems: Problem[] = [];
  const created = itemsAt(spec, 'volumes')
    .filter(([volume]) => volume['ephemeral'] !== undefined)
    .map(([volume]) => `${podName}-${textAt(volume, 'name')}`);
  for (const [volume, index] of itemsAt(spec, 'volumes')) {
    const [name, field] = [textAt(volume, 'name'), at(child(path, 'volumes'), index)];
    const found = [...sourceProblems(volume, field), ...nameProblems(name, child(field, 'name'), sound)];
    if (found.length === 0) sound.set(name, volume);
    problems.push(...found);
    const pvc = textAt(volume, 'persistentVolumeClaim', 'claimName');
    if (podName !== '' && created.includes(pvc)) {
      problems.push(
        invalid(
          child(field, 'persistentVolumeClaim', 'claimName'),
          pvc,
          'must not reference a PVC that gets created for an ephemeral volume',
        ),
      );
    }
  }
  return {sound, problems};
}

const nameProblems = (name: string, path: string, taken: ReadonlyMap<string, JsonObject>): readonly Problem[] => [
  ...(name === '' ? [required(path)] : invalids(path, name, dnsLabel(name))),
  ...(taken.has(name) ? [duplicate(path, name)] : []),
];

function sourceProblems(volume: JsonObject, path: string): readonly Problem[] {
  const kinds = KINDS.filter((kind) => isObject(volume[kind]));
  const [first, ...others] = kinds;
  if (first === undefined) return [required(path, 'must specify a volume type')];
  return [
    ...(CHECK[first]?.(partAt(volume, first), child(path, first)) ?? []),
    ...others.map((kind) => forbidden(child(path, kind), 'may not specify more than 1 volume type')),
  ];
}

/** The kinds of volumes, in the order in which the server checks them. */
const KINDS = [
  'emptyDir',
  'hostPath',
  'gitRepo',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'secret',
  'nfs',
  'iscsi',
  'glusterfs',
  'persistentVolumeClaim',
  'rbd',
  'cinder',
  'cephfs',
  'flocker',
  'downwardAPI',
  'fc',
  'flexVolume',
  'configMap',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'storageos',
  'projected',
  'scaleIO',
  'csi',
  'ephemeral',
  'image',
  'quobyte',
];

const needs =
  (...keys: readonly string[]) =>
  (source: JsonObject, path: string): readonly Problem[] =>
    keys.filter((key) => textAt(source, key) === '').map((key) => required(child(path, key)));

const HOST_PATHS = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

const CHECK: Readonly<Record<string, (source: JsonObject, path: string) => readonly Problem[]>> = {
  emptyDir: (source, path) =>
    compareQuantities(quantityOf(source['sizeLimit']) ?? NO_QUANTITY, NO_QUANTITY) < 0
      ? [forbidden(child(path, 'sizeLimit'), 'SizeLimit field must be a valid resource quantity')]
      : [],
  hostPath: hostPathProblems,
  secret: (source, path) => [...needs('secretName')(source, path), ...itemsProblems(source, path)],
  configMap: (source, path) => [...needs('name')(source, path), ...itemsProblems(source, path)],
  persistentVolumeClaim: needs('claimName'),
  nfs: (source, path) => [
    ...needs('server', 'path')(source, path),
    ...(textAt(source, 'path').startsWith('/')
      ? []
      : [invalid(child(path, 'path'), textAt(source, 'path'), 'must be an absolute path')]),
  ],
  downwardAPI: (source, path) => [
    ...fileMode(source['defaultMode'], child(path, 'defaultMode')),
    // All at the path of the volume: the server does not name the item.
    ...itemsAt(source, 'items').flatMap(([file]) => downwardProblems(file, path)),
  ],
  projected: projectedProblems,
  csi: (source, path) => driverProblems(textAt(source, 'driver'), child(path, 'driver')),
  ephemeral: ephemeralProblems,
  azureFile: needs('secretName', 'shareName'),
  gitRepo: needs('repository'),
  cinder: needs('volumeID'),
  vsphereVolume: needs('volumePath'),
  glusterfs: needs('endpoints', 'path'),
  awsElasticBlockStore: needs('volumeID'),
  flexVolume: needs('driver'),
};

function hostPathProblems(source: JsonObject, path: string): readonly Problem[] {
  const [host, type] = [textAt(source, 'path'), textAt(source, 'type')];
  if (host === '') return [required(child(path, 'path'))];
  return [...noBacksteps(host, child(path, 'path')), ...choiceOf(child(path, 'type'), type, HOST_PATHS)];
}

const itemsProblems = (source: JsonObject, path: string): readonly Problem[] => [
  ...fileMode(source['defaultMode'], child(path, 'defaultMode')),
  ...itemsAt(source, 'items').flatMap(([item, index]) => keyToPathProblems(item, at(child(path, 'items'), index))),
];

const driverProblems = (driver: string, path: string): readonly Problem[] => [
  ...(driver === '' ? [required(path)] : []),
  ...(driver.length > 63 ? [tooLong(path, 63)] : []),
  ...invalids(path, driver, dnsSubdomain(driver.toLowerCase())),
];

function ephemeralProblems(source: JsonObject, path: string): readonly Problem[] {
  const [pvc, field] = [objectAt(source, 'volumeClaimTemplate'), child(path, 'volumeClaimTemplate')];
  if (pvc === undefined) return [required(field)];
  const metadata = objectAt(pvc, 'metadata');
  return [
    ...annotationsProblems(objectAt(metadata, 'annotations'), child(field, 'metadata', 'annotations')),
    ...labelsProblems(objectAt(metadata, 'labels'), child(field, 'metadata', 'labels')),
    ...Object.keys(metadata ?? {})
      .filter((key) => key !== 'annotations' && key !== 'labels')
      .map((key) => forbidden(child(field, 'metadata', key), 'cannot be set')),
    ...pvcSpecProblems(partAt(pvc, 'spec'), child(field, 'spec')),
  ];
}
