import type {JsonObject, JsonPath} from '../../../../core/json.ts';
import {isSecretObject} from '../../../../core/reference/secret-data-references.ts';
import type {ResourceValues} from '../../../../core/reference/values.ts';
import type {PlannedObject} from './planned-object.ts';

/** Returns the values of a planned object that are certain before it is applied, for references to it. */
export function plannedValues(planned: PlannedObject): ResourceValues {
  const {change, unread} = planned;
  const known = knownObject(planned);
  const sensitive = isSecretObject(known) ? SECRET_DATA : [];
  if (unread === true) {
    const {metadata} = known;
    return {object: metadata === undefined ? {} : {metadata}, unknown: moving(planned), isPartial: true, sensitive};
  }
  if (change.action === 'unchanged') return {object: known, unknown: [], sensitive};
  return {object: known, unknown: moving(planned), isPartial: true, sensitive};
}

const SECRET_DATA: readonly JsonPath[] = [['data'], ['stringData']];

/**
 * Returns the known part of an object. Of a new object only the written fields are certain: the write allocates other
 * addresses and uids than a dry run.
 */
const knownObject = ({change, target, predicted}: PlannedObject): JsonObject =>
  change.action === 'create' || predicted === undefined ? target.desired : predicted;

/** Returns the paths that a controller or the server writes again when the object changes; labels and annotations change only the version. */
function moving({change}: PlannedObject): readonly JsonPath[] {
  if (change.action === 'unchanged') return [];
  const bySpec = changesSpec(change) ? [['metadata', 'generation'], ['status']] : [];
  return [['metadata', 'resourceVersion'], ...bySpec];
}

const changesSpec = ({fields}: PlannedObject['change']): boolean =>
  fields.some(({path, yielded}) => yielded !== true && !/^metadata\b/.test(path));
