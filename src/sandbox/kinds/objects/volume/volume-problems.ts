import type {Json, JsonObject} from '../../../../core/json.ts';
import {isObject} from '../../../../core/json.ts';
import {deepEqual} from '../../../../lib/deep-equal.ts';
import {listAt, objectAt, partAt, textAt, textsAt} from '../../../model/part.ts';
import {choiceOf, forbidden, invalid, invalids, notSupported, required} from '../../../model/problem.ts';
import type {Problem} from '../../../model/status.ts';
import {dnsSubdomain} from '../../formats.ts';
import {goDiff} from '../../go-diff.ts';
import {modesProblems} from '../../workloads/check-pvc.ts';
import {asText, entriesOf} from '../fields.ts';
import {isPositive} from '../quantities.ts';

/** The sources of a volume, in the server's order, each with its required fields. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  hostPath: ['path'],
  gcePersistentDisk: ['pdName'],
  awsElasticBlockStore: ['volumeID'],
  glusterfs: ['endpoints', 'path'],
  flocker: [],
  nfs: ['server', 'path'],
  rbd: ['monitors', 'image'],
  quobyte: ['registry', 'volume'],
  cephfs: ['monitors'],
  iscsi: ['targetPortal', 'iqn'],
  cinder: ['volumeID'],
  fc: [],
  flexVolume: ['driver'],
  azureFile: ['secretName', 'shareName'],
  vsphereVolume: ['volumePath'],
  photonPersistentDisk: ['pdID'],
  portworxVolume: ['volumeID'],
  azureDisk: ['diskName', 'diskURI'],
  scaleIO: ['gateway', 'system', 'volumeName'],
  local: ['path'],
  storageos: [],
  csi: ['driver', 'volumeHandle'],
};

/** Validates the spec of a PersistentVolume (`ValidatePersistentVolumeSpec`). */
export function isVolumeProblems(object: JsonObject): readonly Problem[] {
  const spec = partAt(object, 'spec');
  const [policy, name, mode] = ['persistentVolumeReclaimPolicy', 'storageClassName', 'volumeMode'].map((key) =>
    textAt(spec, key),
  );
  return [
    ...modesProblems(textsAt(spec, 'accessModes'), 'spec.accessModes'),
    ...capacityProblems(objectAt(spec, 'capacity')),
    ...(['', ...POLICIES].includes(policy ?? '')
      ? []
      : [notSupported('spec.persistentVolumeReclaimPolicy', policy, POLICIES)]),
    ...sourceProblems(spec),
    ...(name === '' ? [] : invalids('spec.storageClassName', name ?? '', dnsSubdomain(name ?? ''))),
    ...choiceOf('spec.volumeMode', mode, ['Block', 'Filesystem']),
  ];
}

const POLICIES = ['Delete', 'Recycle', 'Retain'];

function capacityProblems(capacity: JsonObject | undefined): readonly Problem[] {
  const field = 'spec.capacity';
  const entries = entriesOf(capacity);
  const sorted: Json = capacity === undefined ? null : Object.fromEntries(entries);
  return [
    ...(entries.length === 0 ? [required(field)] : []),
    ...(capacity?.['storage'] === undefined || entries.length > 1 ? [notSupported(field, sorted, ['storage'])] : []),
    ...entries.flatMap(([name, value]) =>
      isPositive(value) ? [] : [invalid(`${field}[${name}]`, asText(value), 'must be greater than zero')],
    ),
  ];
}

function sourceProblems(spec: JsonObject): readonly Problem[] {
  const [first, ...more] = Object.keys(SOURCES).filter((key) => spec[key] !== undefined);
  if (first === undefined) return [required('spec', 'must specify a volume type')];
  const source = objectAt(spec, first);
  const missing = (SOURCES[first] ?? []).filter(
    (key) => textAt(source, key) === '' && listAt(source, key).length === 0,
  );
  return [
    ...missing.map((key) => required(`spec.${first}.${key}`)),
    ...more.map((key) => forbidden(`spec.${key}`, 'may not specify more than 1 volume type')),
    ...(first === 'local' && spec['nodeAffinity'] === undefined
      ? [required('spec.nodeAffinity', 'Local volume requires node affinity')]
      : []),
  ];
}

/** Checks the immutable fields of a volume. */
export function volumeChangeProblems(object: JsonObject, before: JsonObject): readonly Problem[] {
  const [now, old] = [goSource(object), goSource(before)];
  const [mode, oldMode] = [textAt(object, 'spec', 'volumeMode'), textAt(before, 'spec', 'volumeMode')];
  const words = 'spec.persistentvolumesource is immutable after creation';
  return [
    ...(deepEqual(now, old) ? [] : [forbidden('spec.persistentvolumesource', `${words}\n${goDiff(old, now)}`)]),
    ...(mode === oldMode ? [] : [invalid('volumeMode', mode, 'field is immutable')]),
  ];
}

const GO_ORDER = [
  'gcePersistentDisk awsElasticBlockStore hostPath glusterfs nfs rbd quobyte iscsi flexVolume cinder cephfs fc flocker',
  'azureFile vsphereVolume azureDisk photonPersistentDisk portworxVolume scaleIO local storageos csi',
].flatMap((line) => line.split(' '));

const GO_NAMES: Readonly<Record<string, string>> = {
  gcePersistentDisk: 'GCEPersistentDisk',
  awsElasticBlockStore: 'AWSElasticBlockStore',
  nfs: 'NFS',
  rbd: 'RBD',
  iscsi: 'ISCSI',
  cephfs: 'CephFS',
  fc: 'FC',
  storageos: 'StorageOS',
  csi: 'CSI',
};

const goName = (key: string): string => GO_NAMES[key] ?? `${key.slice(0, 1).toUpperCase()}${key.slice(1)}`;

/** Returns a source as Go prints its internal type. The field names of rarer sources follow their JSON. */
const goSource = (object: JsonObject): JsonObject =>
  Object.fromEntries(GO_ORDER.map((key) => [goName(key), goFields(objectAt(object, 'spec')?.[key] ?? null)]));

const goFields = (value: Json): Json =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, field]) => [goName(key), goFields(field)]))
    : value;
