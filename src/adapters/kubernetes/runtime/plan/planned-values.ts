import type {JsonObject, JsonPath} from '../../../../core/json.ts';
import {isSecretObject} from '../../../../core/reference/secret-data-references.ts';
import type {ResourceValues} from '../../../../core/reference/values.ts';
import type {PlannedObject} from './planned-object.ts';

/** Returns what is sure of a planned object before it is applied, for references to it. */
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

/** Of a new object only what was written is sure: a dry run allocates other addresses and uids than the write. */
const knownObject = ({change, target, predicted}: PlannedObject): JsonObject =>
  change.action === 'create' || predicted === undefined ? target.desired : predicted;

/** What a controller or the server writes again when the object changes; labels and annotations change only the version. */
function moving({change}: PlannedObject): readonly JsonPath[] {
  if (change.action === 'unchanged') return [];
  const bySpec = changesSpec(change) ? [['metadata', 'generation'], ['status']] : [];
  return [['metadata', 'resourceVersion'], ...bySpec];
}

const changesSpec = ({fields}: PlannedObject['change']): boolean =>
  fields.some(({path, yielded}) => yielded !== true && !/^metadata\b/.test(path));
