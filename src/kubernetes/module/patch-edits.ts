import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {jsonAt} from '../../core/json-at.ts';
import {stepsOfPointer} from '../../core/json-pointer.ts';
import type {ModuleEdit} from '../../core/module/find-conflicts.ts';
import type {ModulePatch} from '../../core/module/module-patch.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {podTemplateOf} from '../graph/edges/pod-template.ts';

/** The patch of one accessory. */
export type AccessoryPatch = {readonly accessory: string; readonly module: string; readonly patch: ModulePatch};

/** The fields that a patch changes, and the names in it that do not exist. */
export type PatchEdits = {readonly edits: readonly ModuleEdit[]; readonly faults: readonly string[]};

/** Returns the fields that a patch sets. @param objects the objects of the application by their ids @param workload the id of the workload */
export function patchEdits(
  {accessory, module, patch}: AccessoryPatch,
  objects: ReadonlyMap<string, JsonObject>,
  workload: string | undefined,
): PatchEdits {
  const faults: string[] = [];
  const {merge = {}, json = {}} = patch;
  const changes = [
    ...Object.entries(merge).map(([id, fields]) => ({id, leaves: leavesOf(fields)})),
    ...Object.entries(json).map(([id, operations]) => ({id, leaves: operations.flatMap(editsOf)})),
  ];
  for (const {id} of changes) if (!objects.has(id)) faults.push(unknownId(id, objects));
  const target = workload === undefined ? undefined : objects.get(workload);
  const template = target && podTemplateOf(target)?.path;
  if (workload !== undefined && target !== undefined && template !== undefined) {
    const {leaves, unknown} = workloadLeaves(patch, target, template);
    faults.push(...unknown);
    changes.unshift({id: workload, leaves});
  } else {
    const needed = WORKLOAD_FIELDS.filter((field) => patch[field] !== undefined);
    for (const field of needed)
      faults.push(`its patch has \`${field}\`, but the application has no workload with pods`);
  }
  const edits = changes.flatMap(({id, leaves}) => leaves.map((leaf) => ({accessory, module, id, ...leaf})));
  return {edits, faults: [...new Set(faults)]};
}

const WORKLOAD_FIELDS = ['labels', 'annotations', 'podLabels', 'podAnnotations', 'env', 'imagePullSecrets'] as const;

const mapLeaves = (path: JsonPath, map: Readonly<Record<string, string>> = {}): readonly Leaf[] =>
  Object.entries(map).map(([key, value]) => ({path: [...path, key], value}));

/** Returns the fields of a workload that the labels, annotations and variables of a patch set. */
function workloadLeaves(
  {labels, annotations, podLabels, podAnnotations, env = []}: ModulePatch,
  workload: JsonObject,
  template: JsonPath,
): {readonly leaves: readonly Leaf[]; readonly unknown: readonly string[]} {
  const variables = env.map(({name, value, containers}) => {
    const {places, unknown} = containerPlaces(workload, template, containers);
    return {unknown, leaves: places.map((place): Leaf => ({path: [...place, 'env', name], value}))};
  });
  return {
    leaves: [
      ...mapLeaves(['metadata', 'labels'], labels),
      ...mapLeaves(['metadata', 'annotations'], annotations),
      ...mapLeaves([...template, 'metadata', 'labels'], podLabels),
      ...mapLeaves([...template, 'metadata', 'annotations'], podAnnotations),
      ...variables.flatMap(({leaves}) => leaves),
    ],
    unknown: variables.flatMap(({unknown}) => unknown),
  };
}

function unknownId(id: string, objects: ReadonlyMap<string, JsonObject>): string {
  const nearest = didYouMean(id, objects.keys());
  return `its patch is for ${id}, which the application does not have${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}

/** The fields of a pod that hold containers which run commands. */
const CONTAINER_LISTS = ['initContainers', 'containers'] as const;

/** Returns the paths of the named containers of a workload, or of all. */
function containerPlaces(
  workload: JsonObject,
  template: JsonPath,
  wanted: readonly string[] | undefined,
): {readonly places: readonly JsonPath[]; readonly unknown: readonly string[]} {
  const all = CONTAINER_LISTS.flatMap((list) => {
    const containers = jsonAt(workload, [...template, 'spec', list]);
    return isList(containers)
      ? containers.map((container, index) => ({
          name: isObject(container) && typeof container['name'] === 'string' ? container['name'] : '',
          path: [...template, 'spec', list, index],
        }))
      : [];
  });
  const names = all.map(({name}) => name);
  const unknown = (wanted ?? []).filter((name) => !names.includes(name));
  return {
    places: all.filter(({name}) => wanted === undefined || wanted.includes(name)).map(({path}) => path),
    unknown: unknown.map((name) => `its patch is for the container ${name}; the workload has ${names.join(', ')}`),
  };
}

type Leaf = {readonly path: JsonPath; readonly value: Json | undefined};

/** Returns the fields that a merge patch sets: null removes one. */
const leavesOf = (patch: JsonObject, path: JsonPath = []): readonly Leaf[] =>
  Object.entries(patch).flatMap(([key, value]): readonly Leaf[] => {
    if (isObject(value) && Object.keys(value).length > 0) return leavesOf(value, [...path, key]);
    return [{path: [...path, key], value: value === null ? undefined : value}];
  });

/** Returns the fields that an operation of a JSON patch changes. An item that is appended to a list conflicts with no other patch. */
function editsOf(operation: JsonObject): readonly Leaf[] {
  const {op, path, value, from} = operation;
  const steps = stepsOfPointer(textOf(path));
  const moved: readonly Leaf[] = op === 'move' ? [{path: stepsOfPointer(textOf(from)), value: undefined}] : [];
  if (op === 'test' || steps.at(-1) === '-') return moved;
  return [...moved, {path: steps, value: op === 'remove' ? undefined : (value ?? null)}];
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
