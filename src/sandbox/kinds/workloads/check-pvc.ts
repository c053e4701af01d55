import type {JsonObject} from '../../../core/json.ts';
import {compareQuantities, NO_QUANTITY, quantityOf} from '../../../kubernetes/fields/quantity.ts';
import {listAt, objectAt, textAt} from '../../model/part.ts';
import {at, child, forbidden, invalid, invalids, notSupported, optionalChoice, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {dnsSubdomain} from '../formats.ts';
import {asText} from '../objects/fields.ts';
import {selectorProblems} from './labels.ts';

const MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

/** Validates the spec of a PVC that a workload creates (`ValidatePersistentVolumeClaimSpec`). */
export function pvcSpecProblems(spec: JsonObject, path: string): readonly Problem[] {
  const modes = listAt(spec, 'accessModes').map(asText);
  const [mode, storageClass] = [textAt(spec, 'volumeMode'), textAt(spec, 'storageClassName')];
  return [
    ...modesProblems(modes, child(path, 'accessModes'), 'at least 1 access mode is required'),
    ...selectorProblems(objectAt(spec, 'selector'), child(path, 'selector')),
    ...storageProblems(spec, at(child(path, 'resources'), 'storage')),
    ...(storageClass === '' ? [] : invalids(child(path, 'storageClassName'), storageClass, dnsSubdomain(storageClass))),
    ...optionalChoice(child(path, 'volumeMode'), mode, ['Block', 'Filesystem']),
  ];
}

/** Checks access modes. `none` is the detail of the problem if there are none. */
export function modesProblems(modes: readonly string[], path: string, none = ''): readonly Problem[] {
  const alone = modes.includes('ReadWriteOncePod');
  const others = modes.some((mode) => mode !== 'ReadWriteOncePod' && MODES.includes(mode));
  return [
    ...(modes.length === 0 ? [required(path, none)] : []),
    ...modes.filter((mode) => !MODES.includes(mode)).map((mode) => notSupported(path, mode, MODES)),
    ...(alone && others ? [forbidden(path, 'may not use ReadWriteOncePod with other access modes')] : []),
  ];
}

function storageProblems(spec: JsonObject, path: string): readonly Problem[] {
  const storage = objectAt(objectAt(spec, 'resources'), 'requests')?.['storage'];
  if (storage === undefined) return [required(path)];
  const isPositive = compareQuantities(quantityOf(storage) ?? NO_QUANTITY, NO_QUANTITY) > 0;
  return isPositive ? [] : [invalid(path, storage, 'must be greater than zero')];
}
