import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {conflictHint, conflictText, findConflicts, type ModuleEdit} from '../../core/module/find-conflicts.ts';
import {mergePatch} from '../../core/module/merge-patch.ts';
import type {WorkloadFacts} from '../../core/module/module.ts';
import type {ModulePatch} from '../../core/module/module-patch.ts';
import {jsonPatch} from '../../core/variation/json-patch.ts';
import {locate} from '../../core/variation/located.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {podTemplateOf} from '../graph/edges/pod-template.ts';
import {addPullSecrets} from './add-pull-secrets.ts';
import {prependVariables} from './container-variables.ts';
import {type AccessoryPatch, patchEdits} from './patch-edits.ts';

/** The objects of an application, by their ids, and the patches of its accessories. */
export type PatchApplication = {
  readonly objects: ReadonlyMap<string, JsonObject>;
  readonly workload: WorkloadFacts | undefined;
  readonly patches: readonly AccessoryPatch[];
  /** `order` of the application: patches of these accessories are applied in this order, so that the last one wins. */
  readonly order?: readonly string[];
};

/** A patch that cannot be applied, by its accessory. */
export type PatchProblem = {readonly accessory: string; readonly message: string; readonly hint?: string | undefined};

/** The changed objects, with what each patch set. */
export type PatchedApplication = {
  readonly objects: ReadonlyMap<string, JsonObject>;
  readonly edits: readonly ModuleEdit[];
  /** The patches in the order in which they are applied. */
  readonly sorted: readonly AccessoryPatch[];
  readonly problems: readonly PatchProblem[];
};

/**
 * Applies the patches of accessories in the order of their keys. Nothing is applied if there are problems: a conflict of two modules, an
 * unknown object or container, a label that selects pods, a JSON patch that fails.
 */
export function applyPatches({objects, workload, patches, order = []}: PatchApplication): PatchedApplication {
  const sorted = patches.toSorted(
    (a, b) => order.indexOf(a.accessory) - order.indexOf(b.accessory) || compareNaturally(a.accessory, b.accessory),
  );
  const found = sorted.map((one) => ({one, ...patchEdits(one, objects, workload?.id)}));
  const edits = found.flatMap((one) => one.edits);
  const problems: PatchProblem[] = [
    ...found.flatMap(({one, faults}) => faults.map((fault) => problemOf(one, fault))),
    ...found.flatMap(({one}) => selectorFaults(one, workload)),
    ...findConflicts(edits, order).map((conflict) => ({
      accessory: conflict.second.accessory,
      message: conflictText(conflict),
      hint: conflictHint(conflict),
    })),
  ];
  if (problems.length > 0) return {objects, edits: [], sorted, problems};
  const patched = new Map(objects);
  for (const one of sorted) problems.push(...applyOne(one, patched, workload?.id));
  // Each variable is put before those that are there: the first module comes first in the end.
  for (const {patch} of sorted.toReversed()) prependVariables(patch, patched, workload?.id);
  for (const {patch} of sorted) addPullSecrets(patch, patched, workload?.id);
  return problems.length > 0 ? {objects, edits: [], sorted, problems} : {objects: patched, edits, sorted, problems};
}

const problemOf = ({accessory, module}: AccessoryPatch, fault: string): PatchProblem => ({
  accessory,
  message: `module ${module}: ${fault}`,
});

function selectorFaults(
  {accessory, module, patch}: AccessoryPatch,
  workload: WorkloadFacts | undefined,
): readonly PatchProblem[] {
  const selector = workload?.selector ?? {};
  return Object.entries(patch.podLabels ?? {}).flatMap(([key, value]) =>
    Object.hasOwn(selector, key) && selector[key] !== value
      ? [{accessory, message: `module ${module}: its patch changes the pod label ${key}, which selects the pods`}]
      : [],
  );
}

function applyOne(
  {accessory, module, patch}: AccessoryPatch,
  objects: Map<string, JsonObject>,
  workload: string | undefined,
): readonly PatchProblem[] {
  const target = workload === undefined ? undefined : objects.get(workload);
  if (workload !== undefined && target !== undefined)
    objects.set(workload, mergePatch(target, labelling(patch, target)));
  for (const [id, changes] of Object.entries(patch.merge ?? {}))
    objects.set(id, mergePatch(objects.get(id) ?? {}, changes));
  const problems: PatchProblem[] = [];
  for (const [id, operations] of Object.entries(patch.json ?? {})) {
    const report = ({message}: {readonly message: string}): number =>
      problems.push({accessory, message: `module ${module}: its JSON patch for ${id} failed: ${message}`});
    const {value} = jsonPatch(locate(objects.get(id) ?? {}, NOWHERE), locate(operations, NOWHERE), report);
    if (isObject(value)) objects.set(id, value);
  }
  return problems;
}

/** A patch of a module has no position in a file. */
const NOWHERE = {file: '', position: () => ({file: '', line: 1, column: 1, endColumn: 2, text: ''})};

/** Returns the merge patch of the labels and annotations of a patch. */
function labelling(
  {labels = {}, annotations = {}, podLabels = {}, podAnnotations = {}}: ModulePatch,
  workload: JsonObject,
): JsonObject {
  const pods = podTemplateOf(workload)?.path.reduceRight<JsonObject>((inner, step) => ({[step]: inner}), {
    metadata: {labels: podLabels, annotations: podAnnotations},
  });
  return mergePatch(withoutEmpty({metadata: {labels, annotations}}), withoutEmpty(pods ?? {}));
}

const isEmpty = (map: object): boolean => Object.keys(map).length === 0;

/** Removes empty maps, which would add an empty field to an object. */
function withoutEmpty(patch: JsonObject): JsonObject {
  const entries = Object.entries(patch).flatMap(([key, value]): [string, Json][] => {
    const inner = isObject(value) ? withoutEmpty(value) : value;
    return isObject(inner) && isEmpty(inner) ? [] : [[key, inner]];
  });
  return Object.fromEntries(entries);
}
