import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {ownersOf} from '../fields/owners.ts';
import {metadataOf, takeOverManagerOf, takeOverManagers} from '../plan/take-over-managers.ts';

const PATH = [{field: 'spec'}, {field: 'volumeClaimTemplates'}];

/**
 * Restores the volumeClaimTemplates of a StatefulSet to the form in which people write them: the server completes each
 * to a whole PVC, with a status. The list is one value: if another manager owns it and its fields are not taken over, a
 * different text would be a conflict, so it is kept unchanged.
 */
export function plainClaimTemplates(live: JsonObject, own: JsonObject): JsonObject {
  const {kind, spec} = own;
  const templates = isObject(spec) ? spec['volumeClaimTemplates'] : undefined;
  if (kind !== 'StatefulSet' || !isObject(spec) || !isList(templates) || !isTaken(live)) return own;
  return {...own, spec: {...spec, volumeClaimTemplates: templates.map(plain)}};
}

function isTaken(live: JsonObject): boolean {
  const table = takeOverManagers();
  const owners = ownersOf(metadataOf(live)['managedFields'], PATH);
  return owners.length > 0 && owners.every((owner) => takeOverManagerOf(owner, table) !== undefined);
}

function plain(template: Json): Json {
  if (!isObject(template)) return template;
  const {apiVersion: _, kind: __, status: ___, metadata, spec, ...rest} = template;
  return {metadata: metadata ?? {}, spec: isObject(spec) ? plainSpec(spec) : {}, ...rest};
}

function plainSpec(spec: JsonObject): JsonObject {
  const {volumeMode, ...rest} = spec;
  return volumeMode === undefined || volumeMode === 'Filesystem' ? rest : {...rest, volumeMode};
}
