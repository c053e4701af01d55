import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {isList, isObject, type Json, type JsonObject} from '../json.ts';
import {idOfObject, objectKey} from '../resource/id.ts';
import {identityOf} from '../resource/identity.ts';
import {checkPatch} from './check-patch.ts';
import {declaredFaults, isDeclared} from './declared-resource.ts';
import type {Generated, ModuleRequest} from './module.ts';
import type {ModulePatch} from './module-patch.ts';

/** The checked result of a module, or the reasons why it is not one. */
export type CheckedResult = {readonly generated: Generated} | {readonly faults: readonly string[]};

const FIELDS = ['resources', 'patches', 'outputs', 'workload'];

/** Names of outputs: a part of `${output:ACCESSORY.NAME}`. */
const OUTPUT_NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

/**
 * Checks what a module returned: its fields, the identities of its objects, its patches and its outputs. Nothing that a module in a process
 * of its own returns is used before this check.
 */
export function checkGenerated(
  value: Json,
  {accessory, namespace}: Pick<ModuleRequest, 'accessory' | 'namespace'>,
): CheckedResult {
  if (!isObject(value)) return {faults: ['it must be an object with `resources`']};
  const {resources = null, patches = [], outputs = {}, workload} = value;
  const faults = [...unknownKeys(value)];
  if (!isList(resources)) faults.push('`resources` must be a list of objects');
  else faults.push(...objectFaults(resources, namespace));
  if (!isList(patches)) faults.push('`patches` must be a list');
  else faults.push(...patches.flatMap((patch, index) => checkPatch(patch, `patches[${index}]`)));
  faults.push(...outputFaults(outputs));
  if (workload !== undefined) {
    const objects = isList(resources) ? resources.filter(isObject) : [];
    faults.push(...workloadFaults(workload, accessory, objects));
  }
  if (faults.length > 0) return {faults};
  return {
    generated: {
      resources: resources as readonly JsonObject[],
      patches: patches as readonly ModulePatch[],
      outputs: outputs as JsonObject,
      ...defined({workload: workload as unknown as Generated['workload']}),
    },
  };
}

const unknownKeys = (value: JsonObject): readonly string[] =>
  Object.keys(value)
    .filter((key) => !FIELDS.includes(key))
    .map((key) => {
      const nearest = didYouMean(key, FIELDS);
      const hint = nearest === undefined ? `known are ${FIELDS.join(', ')}` : `did you mean \`${nearest}\`?`;
      return `unknown field \`${key}\`; ${hint}`;
    });

function objectFaults(resources: readonly Json[], namespace: string | undefined): readonly string[] {
  const seen = new Map<string, number>();
  const repeated = (key: string, id: string, index: number): readonly string[] => {
    const first = seen.get(key);
    if (first !== undefined) return [`\`resources[${first}]\` and \`resources[${index}]\` are both ${id}`];
    seen.set(key, index);
    return [];
  };
  return resources.flatMap((object, index): readonly string[] => {
    const at = `\`resources[${index}]\``;
    if (!isObject(object)) return [`${at} must be an object`];
    if (isDeclared(object)) {
      const {id} = object;
      return [...declaredFaults(object, at), ...repeated(id, id, index)];
    }
    const identity = identityOf(object);
    const missing = [
      ...(identity.apiVersion === '' ? ['`apiVersion`'] : []),
      ...(identity.kind === '' ? ['`kind`'] : []),
      ...(identity.name === '' ? ['`metadata.name`'] : []),
    ];
    if (missing.length > 0) return [`${at} has no ${missing.join(' and no ')}`];
    if (isList(object['items']) && identity.kind.endsWith('List'))
      return [`${at} is a ${identity.kind}: return its items instead`];
    const same = repeated(objectKey(identity), idOfObject(object), index);
    if (same.length > 0) return same;
    if (identity.namespace !== undefined && namespace !== undefined && identity.namespace !== namespace)
      return [`${at} is in the namespace ${identity.namespace}; the stack is in ${namespace}`];
    return [];
  });
}

function outputFaults(outputs: Json): readonly string[] {
  if (!isObject(outputs)) return ['`outputs` must be an object'];
  return Object.keys(outputs)
    .filter((name) => !OUTPUT_NAME.test(name))
    .map((name) => `the output ${JSON.stringify(name)} needs a name of letters, digits, - and _`);
}

function workloadFaults(
  workload: Json,
  accessory: string | undefined,
  objects: readonly JsonObject[],
): readonly string[] {
  if (accessory !== undefined) return ['an accessory must not return `workload`'];
  if (!isObject(workload)) return ['`workload` must be an object'];
  const {id, name, selector, ports} = workload;
  const faults: string[] = [];
  if (typeof name !== 'string') faults.push('`workload.name` must be a string');
  if (!isObject(selector) || !Object.values(selector).every((label) => typeof label === 'string'))
    faults.push('`workload.selector` must be a map of labels');
  if (!isList(ports)) faults.push('`workload.ports` must be a list');
  if (!objects.some((object) => idOfObject(object) === id))
    faults.push(`\`workload.id\` (${JSON.stringify(id ?? null)}) is the id of none of the \`resources\``);
  return faults;
}
