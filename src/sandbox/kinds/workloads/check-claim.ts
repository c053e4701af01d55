import type {JsonObject} from '../../../core/json.ts';
import {compareQuantities, NO_QUANTITY, quantityOf} from '../../../kubernetes/fields/quantity.ts';
import {listAt, objectAt, textAt} from '../../model/part.ts';
import {at, child, forbidden, invalid, invalids, notSupported, optionalChoice, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {dnsSubdomain} from '../formats.ts';
import {asText} from '../objects/fields.ts';
import {selectorProblems} from './labels.ts';

const MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

/** `ValidatePersistentVolumeClaimSpec`, for the claims that workloads make. */
export function claimSpecProblems(spec: JsonObject, path: string): readonly Problem[] {
  const [mode, storageClass] = [textAt(spec, 'volumeMode'), textAt(spec, 'storageClassName')];
  return [
    ...modesProblems(spec, child(path, 'accessModes')),
    ...selectorProblems(objectAt(spec, 'selector'), child(path, 'selector')),
    ...storageProblems(spec, at(child(path, 'resources'), 'storage')),
    ...(storageClass === '' ? [] : invalids(child(path, 'storageClassName'), storageClass, dnsSubdomain(storageClass))),
    ...optionalChoice(child(path, 'volumeMode'), mode, ['Block', 'Filesystem']),
  ];
}

function modesProblems(spec: JsonObject, path: string): readonly Problem[] {
  const modes = listAt(spec, 'accessModes').map(asText);
  const alone = modes.includes('ReadWriteOncePod');
  const others = modes.some((mode) => mode !== 'ReadWriteOncePod' && MODES.includes(mode));
  return [
    ...(modes.length === 0 ? [required(path, 'at least 1 access mode is required')] : []),
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
