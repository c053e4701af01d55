import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {maskedTexts} from './masks.ts';
import {OUTPUTS, readOutputChanges, readOutputs} from './outputs.ts';
import type {PlannedResource, Shown, ShownPlan} from './shown.ts';
import {OF_CHECK} from './stream.ts';
import {textAt} from './text-at.ts';

/** Reads the JSON of a plan. @throws Error for another major version of the format */
export function readPlan(document: JsonObject): ShownPlan {
  const version = textAt(document, 'format_version');
  if (!version.startsWith('1.')) throw new Error(`the plan of Terraform has the unknown format ${version}`);
  const changes = objects(document['resource_changes']).filter(
    // A deposed object has the address of the one that has replaced it. Data sources leave the state without a change.
    ({deposed, ...one}) => deposed === undefined && (one['mode'] === 'managed' || isRead(one)),
  );
  const outputs = readOutputChanges(document['output_changes']);
  const drifts = new Map(objects(document['resource_drift']).map((one) => [textAt(one, 'address'), driftOf(one)]));
  return {
    changes: [
      ...changes.map((one) => ({...plannedOf(one), drift: drifts.get(textAt(one, 'address'))})),
      ...(outputs === undefined ? [] : [outputs]),
    ],
    prior: readState(part(document, 'prior_state')),
    secretTexts: secretTextsIn(part(document, 'prior_state')),
  };
}

/** Reads the JSON of a state: the values of each managed resource, by address, and the outputs. */
export function readState(document: JsonObject): ReadonlyMap<string, Shown> {
  const values = part(document, 'values');
  const outputs = readOutputs(values['outputs']);
  return new Map([
    ...(outputs === undefined ? [] : [[OUTPUTS, outputs] as const]),
    ...resourcesIn(part(values, 'root_module'))
      .filter(({mode}) => mode === 'managed')
      .map((one): [string, Shown] => [
        textAt(one, 'address'),
        {
          values: part(one, 'values'),
          sensitive: one['sensitive_values'] ?? {},
          provider: textAt(one, 'provider_name'),
          schemaVersion: Number(one['schema_version'] ?? 0),
        },
      ]),
  ]);
}

/** Returns the texts of a state that are sensitive. Those of data sources can be a part of any other value. */
export const secretTextsIn = (document: JsonObject): readonly string[] =>
  resourcesIn(part(part(document, 'values'), 'root_module')).flatMap((one) =>
    maskedTexts(one['sensitive_values'], one['values']),
  );

/** Reports whether a change is a data source that is read only during the apply. That of a check is read during the plan, too. */
const isRead = (one: JsonObject): boolean =>
  actionsOf(part(one, 'change')).join() === 'read' && textAt(one, 'action_reason') !== OF_CHECK;

/** Returns the resources of a module and of all modules in it. */
const resourcesIn = (module: JsonObject): readonly JsonObject[] => [
  ...objects(module['resources']),
  ...objects(module['child_modules']).flatMap(resourcesIn),
];

function plannedOf(one: JsonObject): PlannedResource {
  const change = part(one, 'change');
  const object = (name: string): JsonObject | undefined => (isObject(change[name]) ? change[name] : undefined);
  return {
    address: textAt(one, 'address'),
    actions: actionsOf(change),
    before: object('before'),
    after: object('after'),
    unknown: change['after_unknown'] ?? {},
    beforeSensitive: change['before_sensitive'] ?? {},
    afterSensitive: change['after_sensitive'] ?? {},
    replacePaths: change['replace_paths'] ?? [],
    reason: typeof one['action_reason'] === 'string' ? one['action_reason'] : undefined,
    provider: textAt(one, 'provider_name'),
    previous: textAt(one, 'previous_address') || undefined,
    importing: isObject(change['importing']) ? textAt(change['importing'], 'id') : undefined,
  };
}

/** Returns both sides of a change that somebody else has made; undefined for a resource that is gone. */
function driftOf(one: JsonObject): PlannedResource['drift'] {
  const {before, after} = part(one, 'change');
  return isObject(before) && isObject(after) ? {before, after} : undefined;
}

const actionsOf = (change: JsonObject): readonly string[] =>
  isList(change['actions']) ? change['actions'].map(String) : [];
const part = (object: JsonObject, name: string): JsonObject => (isObject(object[name]) ? object[name] : {});
const objects = (value: Json | undefined): readonly JsonObject[] => (isList(value) ? value.filter(isObject) : []);
