import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {maskedPaths} from './masks.ts';
import type {PlannedResource, Shown} from './shown.ts';

/** The place of the outputs of a stack among its addresses. No resource has such an address. */
export const OUTPUTS = 'output';

/** The outputs of a source that declares none: the source is a part of the release all the same. */
export const NO_OUTPUTS: Shown = {values: {}, sensitive: {}, provider: '', schemaVersion: 0};

/** Reads `outputs` of a state; undefined if it has none. */
export function readOutputs(outputs: Json | undefined): Shown | undefined {
  const named = isObject(outputs)
    ? Object.entries(outputs).filter((one): one is [string, JsonObject] => isObject(one[1]))
    : [];
  if (named.length === 0) return undefined;
  return {
    values: Object.fromEntries(named.map(([name, {value = null}]) => [name, value])),
    sensitive: Object.fromEntries(
      named.flatMap(([name, {sensitive}]) => (sensitive === true ? [[name, true] as const] : [])),
    ),
    provider: '',
    schemaVersion: 0,
  };
}

/** Reads `output_changes` of a plan as the change of one resource whose attributes are the outputs. */
export function readOutputChanges(changes: Json | undefined): PlannedResource | undefined {
  const named = isObject(changes)
    ? Object.entries(changes).filter((one): one is [string, JsonObject] => isObject(one[1]))
    : [];
  const actions = named.map(([, {actions: list}]) => (Array.isArray(list) ? String(list[0]) : 'no-op'));
  if (named.length === 0) return undefined;
  const side = (name: string, isThere: (action: string) => boolean): JsonObject =>
    Object.fromEntries(
      named.flatMap(([output, change], i) =>
        isThere(actions[i] ?? '') && change[name] !== undefined ? [[output, change[name]] as const] : [],
      ),
    );
  const isAll = (action: string): boolean => actions.every((one) => one === action);
  const masks = (name: string): JsonObject => side(name, () => true);
  return {
    address: OUTPUTS,
    actions: [isAll('create') ? 'create' : isAll('delete') ? 'delete' : isAll('no-op') ? 'no-op' : 'update'],
    before: isAll('create') ? undefined : side('before', (action) => action !== 'create'),
    after: isAll('delete') ? undefined : side('after', (action) => action !== 'delete'),
    unknown: masks('after_unknown'),
    beforeSensitive: masks('before_sensitive'),
    afterSensitive: masks('after_sensitive'),
    replacePaths: [],
    reason: undefined,
    provider: '',
  };
}

/** Adds the outputs that were known before the apply: a plan of a part leaves some of them out, and the state gets them with the last one. */
export function withKnown(shown: Shown | undefined, planned: PlannedResource | undefined): Shown | undefined {
  if (shown === undefined || planned?.address !== OUTPUTS) return shown;
  const {after = {}, unknown, afterSensitive} = planned;
  const isKnown = ([name]: [string, Json]): boolean => maskedPaths(isObject(unknown) ? unknown[name] : {}).length === 0;
  const known = Object.fromEntries(Object.entries(after).filter(isKnown));
  const masks = [shown.sensitive, afterSensitive].filter(isObject);
  return {...shown, values: {...shown.values, ...known}, sensitive: Object.assign({}, ...masks) as JsonObject};
}
