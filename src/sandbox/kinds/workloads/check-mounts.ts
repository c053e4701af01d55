import type {JsonObject} from '../../../core/json.ts';
import {objectAt, textAt} from '../../model/part.ts';
import {at, child, choiceOf, forbidden, invalid, notFound, notSupported, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {itemsAt} from '../objects/fields.ts';
import {inside, noBacksteps} from './inside-path.ts';
import {has} from './numbers.ts';

type Volumes = ReadonlyMap<string, JsonObject>;

/** Returns the path of each volume in a list of mounts or devices. */
const placesOf = (container: JsonObject, list: string, key: string): ReadonlyMap<string, string> =>
  new Map(itemsAt(container, list).map(([one]) => [textAt(one, 'name'), textAt(one, key)]));

/** Checks the mounts (`ValidateVolumeMounts`): the volume exists, and each mount path is used once. */
export function mountsProblems(container: JsonObject, volumes: Volumes, path: string): readonly Problem[] {
  const devices = placesOf(container, 'volumeDevices', 'devicePath');
  const points = new Set<string>();
  return itemsAt(container, 'volumeMounts').flatMap(([mount, index]) => {
    const list = child(path, 'volumeMounts');
    const taken = points.has(textAt(mount, 'mountPath'));
    points.add(textAt(mount, 'mountPath'));
    return [
      ...placeProblems(mount, at(list, index), {volumes, devices, taken}),
      ...subPathProblems(mount, at(list, index), list),
      ...propagationProblems(mount, container, child(list, 'mountPropagation')),
      ...recursionProblems(mount, child(list, 'recursiveReadOnly')),
    ];
  });
}

function placeProblems(
  mount: JsonObject,
  path: string,
  {
    volumes,
    devices,
    taken,
  }: {readonly volumes: Volumes; readonly devices: ReadonlyMap<string, string>; readonly taken: boolean},
): readonly Problem[] {
  const [name, place] = [textAt(mount, 'name'), textAt(mount, 'mountPath')];
  const [namePath, placePath] = [child(path, 'name'), child(path, 'mountPath')];
  return [
    ...(name === '' ? [required(namePath)] : []),
    ...(volumes.has(name) ? [] : [notFound(namePath, name)]),
    ...(place === '' ? [required(placePath)] : []),
    ...(taken ? [invalid(placePath, place, 'must be unique')] : []),
    ...(devices.has(name) ? [invalid(namePath, name, 'must not already exist in volumeDevices')] : []),
    ...([...devices.values()].includes(place)
      ? [invalid(placePath, place, 'must not already exist as a path in volumeDevices')]
      : []),
  ];
}

function subPathProblems(mount: JsonObject, path: string, list: string): readonly Problem[] {
  const [plain, expression] = [textAt(mount, 'subPath'), textAt(mount, 'subPathExpr')];
  return [
    ...(plain === '' ? [] : inside(plain, child(list, 'subPath'))),
    ...(expression !== '' && plain !== ''
      ? [invalid(child(path, 'subPathExpr'), expression, 'subPathExpr and subPath are mutually exclusive')]
      : []),
    ...(expression === '' ? [] : inside(expression, child(list, 'subPathExpr'))),
  ];
}

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];

function propagationProblems(mount: JsonObject, container: JsonObject, path: string): readonly Problem[] {
  const propagation = textAt(mount, 'mountPropagation');
  if (propagation === '') return [];
  const privileged = objectAt(container, 'securityContext')?.['privileged'] === true;
  return [
    ...choiceOf(path, propagation, PROPAGATIONS),
    ...(propagation === 'Bidirectional' && !privileged
      ? [forbidden(path, 'Bidirectional mount propagation is available only to privileged containers')]
      : []),
  ];
}

function recursionProblems(mount: JsonObject, path: string): readonly Problem[] {
  const mode = textAt(mount, 'recursiveReadOnly');
  if (mode === '' || mode === 'Disabled') return [];
  if (mode !== 'Enabled' && mode !== 'IfPossible') {
    return [notSupported(path, mode, ['Disabled', 'Enabled', 'IfPossible'])];
  }
  const propagation = textAt(mount, 'mountPropagation');
  return [
    ...(mount['readOnly'] === true ? [] : [forbidden(path, 'may only be specified when readOnly is true')]),
    ...(propagation === '' || propagation === 'None'
      ? []
      : [forbidden(path, 'may only be specified when mountPropagation is None or not specified')]),
  ];
}

/** Checks the devices (`ValidateVolumeDevices`): block volumes only, each name and device path once. */
export function devicesProblems(container: JsonObject, volumes: Volumes, path: string): readonly Problem[] {
  const mounts = placesOf(container, 'volumeMounts', 'mountPath');
  const [names, places] = [new Set<string>(), new Set<string>()];
  return itemsAt(container, 'volumeDevices').flatMap(([device, index]) => {
    const [name, place, field] = [
      textAt(device, 'name'),
      textAt(device, 'devicePath'),
      at(child(path, 'volumeDevices'), index),
    ];
    const climbs = place !== '' && noBacksteps(place, '').length > 0;
    const problems = [
      ...deviceNameProblems(name, child(field, 'name'), {volumes, taken: names.has(name)}),
      ...devicePathProblems(place, child(field, 'devicePath'), {taken: places.has(place), climbs}),
      ...(mounts.has(name) ? [invalid(child(field, 'name'), name, 'must not already exist in volumeMounts')] : []),
      ...([...mounts.values()].includes(place)
        ? [invalid(child(field, 'devicePath'), place, 'must not already exist as a path in volumeMounts')]
        : []),
    ];
    if (!climbs) places.add(place);
    if (name !== '') names.add(name);
    return problems;
  });
}

function deviceNameProblems(
  name: string,
  path: string,
  {volumes, taken}: {readonly volumes: Volumes; readonly taken: boolean},
): readonly Problem[] {
  const volume = volumes.get(name);
  const isPvc = has(volume, 'persistentVolumeClaim') || has(volume, 'ephemeral');
  return [
    ...(name === '' ? [required(path)] : []),
    ...(taken ? [invalid(path, name, 'must be unique')] : []),
    ...(volume !== undefined && !isPvc
      ? [invalid(path, name, 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode')]
      : []),
    ...(volume === undefined ? [notFound(path, name)] : []),
  ];
}

const devicePathProblems = (
  place: string,
  path: string,
  {taken, climbs}: {readonly taken: boolean; readonly climbs: boolean},
): readonly Problem[] => [
  ...(place === '' ? [required(path)] : []),
  ...(taken ? [invalid(path, place, 'must be unique')] : []),
  ...(climbs ? [invalid(path, place, "can not contain backsteps ('..')")] : []),
];
