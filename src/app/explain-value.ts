import {findStack} from '../config/find-project.ts';
import {pathText} from '../config/issues/path-text.ts';
import type {LoadedResources} from '../config/load-resources.ts';
import {originOfFile} from '../config/origin-of-file.ts';
import type {StackLocation} from '../config/stack-location.ts';
import {writtenNamespace} from '../config/variation/stack-namespace.ts';
import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {GantryError} from '../core/failure/failure.ts';
import {isObject, type Json, type JsonObject, type JsonPath} from '../core/json.ts';
import {jsonAt} from '../core/json-at.ts';
import {referencesIn} from '../core/reference/references-in.ts';
import {splitField} from '../core/resource/split-field.ts';
import type {WorkspaceValues} from '../core/variation/expand-context.ts';
import {explainPath, type FieldLayer, isSensitive, maskedAt} from '../core/variation/explain-path.ts';
import type {Step} from '../core/variation/trace.ts';
import {type FoundField, fieldFinder, finderAt, nearestPaths} from '../kubernetes/variation/field-finder.ts';
import {defined} from '../lib/defined.ts';
import {didYouMean} from '../lib/did-you-mean.ts';
import type {Deps} from './deps.ts';
import {loadStack} from './plan/load-stack.ts';
import type {StackRequest} from './plan/release-requests.ts';
import {workspaceValues} from './workspace/workspace-values.ts';

/** The value to explain. `field` has the form ID#PATH or "ID PATH". */
export type ExplainValue = StackRequest & {
  readonly field: string;
  readonly specFile?: string;
  readonly images?: readonly string[];
  /** `--lock`, as for a build. */
  readonly onlyLocked?: boolean;
};

/** The origin of one field's value, layer by layer: files, workspace, patches, images. */
export type ValueExplanation = {
  readonly formatVersion: 1;
  readonly project: string;
  readonly stack: string;
  readonly workspace?: string;
  readonly id: string;
  readonly path: string;
  /** Absent if a layer removed the field. */
  readonly value?: Json | undefined;
  readonly sensitive?: boolean;
  /** The layers in order: the last one set the value. */
  readonly layers: readonly FieldLayer[];
  /** The references in the value to other resources; their values are known when those resources are. */
  readonly references: readonly {
    readonly text: string;
    readonly id: string;
    readonly path: string;
    /** The value in the files. */
    readonly value?: Json | undefined;
  }[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Explains which file set a value of the spec, and every layer that it passed through. Needs no cluster.
 * @throws GantryError `input/usage` for an id or a path that there is not; `input/invalid` as `build` does
 */
export async function explainValue(request: ExplainValue, deps: Deps): Promise<ValueExplanation> {
  return explainLoaded(request.field, await tracedStack(request, deps));
}

/** A stack that was loaded with its traces, and its workspace. */
export type TracedStack = Place & {readonly loaded: LoadedResources};

/** Explains a value of a loaded stack. @throws GantryError `input/usage` for an id or a path that does not exist */
export function explainLoaded(field: string, {location, workspace, loaded}: TracedStack): ValueExplanation {
  const named = splitField(field);
  if (named === undefined) throw noForm(field);
  const {id, path: text} = named;
  const object = objectOf(id, loaded) ?? noObject(id, loaded);
  const found = fieldFinder(text, statesOf(object)) ?? noField(text, id, object);
  return {
    formatVersion: 1,
    project: location.project.name,
    stack: location.stack.name,
    ...defined({workspace: workspace?.name}),
    id,
    path: pathText(found.path),
    ...outcomeOf({id, ...object, path: found.path}, loaded),
    layers: layersAt(object, found, {location, workspace, loaded}),
    diagnostics: loaded.diagnostics,
  };
}

/** A field of a resource: its path in the files, or the text that names it. */
export type AskedField = {readonly id: string; readonly path: JsonPath | string};

/** Returns the layers of a field of a loaded stack, in order; undefined if the files never had the field. */
export function layersOf({id, path}: AskedField, traced: TracedStack): readonly FieldLayer[] | undefined {
  const object = objectOf(id, traced.loaded);
  if (object === undefined) return undefined;
  const found =
    typeof path === 'string' ? fieldFinder(path, statesOf(object)) : finderAt(path, object.attributes ?? null);
  return found && layersAt(object, found, traced);
}

function layersAt(
  {attributes, steps}: Explained,
  {path, find}: FoundField,
  {location, workspace, loaded}: TracedStack,
): readonly FieldLayer[] {
  const contextUses = loaded.trace?.contextUses ?? [];
  const layers = explainPath({steps, find, contextUses, workspace});
  const value = attributes && maskedAt(attributes, path);
  const isDefaulted = value !== undefined && isNamespace(path) && layers.at(-1)?.value !== value;
  return isDefaulted ? [...layers, namespaceLayer({location, workspace}, value)] : layers;
}

async function tracedStack({directory, stack, specFile, images, onlyLocked, ...request}: ExplainValue, deps: Deps) {
  const location = await findStack({directory: directory ?? deps.cwd, stack});
  const place = directory === undefined ? {} : {directory};
  const workspace = await workspaceValues({...request, ...place}, location, deps);
  const options = {traced: true, ...defined({workspace, specFile, images, onlyLocked})};
  return {location, workspace, loaded: (await loadStack(location, options, deps)).loaded};
}

type Place = {readonly location: StackLocation; readonly workspace: WorkspaceValues | undefined};

type Field = {
  readonly id: string;
  readonly attributes?: JsonObject | undefined;
  readonly path: JsonPath;
};

/** Returns the final value in the spec. */
function outcomeOf(
  {id, attributes, path}: Field,
  loaded: LoadedResources,
): Pick<ValueExplanation, 'value' | 'sensitive' | 'references'> {
  if (attributes === undefined) return {references: []};
  return {
    value: maskedAt(attributes, path),
    ...defined({sensitive: isSensitive(attributes, path) ? true : undefined}),
    references: referencesBelow(path, attributes, id, loaded),
  };
}

const usage = (message: string, hint: string): GantryError => new GantryError({code: 'input/usage', message, hint});

const noForm = (field: string): GantryError =>
  usage(
    `--explain ${field}: the form is ID#PATH`,
    "For example --explain 'apps/v1:Deployment:shop:web#spec.replicas'.",
  );

type Explained = {readonly attributes?: JsonObject | undefined; readonly steps: readonly Step[]};

function objectOf(id: string, {resources, trace}: LoadedResources): Explained | undefined {
  const resource = resources.find((one) => one.id === id);
  if (resource !== undefined) return {attributes: resource.attributes, steps: trace?.steps.get(id) ?? []};
  const deleted = trace?.deleted.get(id);
  return deleted && {steps: deleted};
}

function noObject(id: string, {resources, trace}: LoadedResources): never {
  const known = [...resources.map((one) => one.id), ...(trace?.deleted.keys() ?? [])];
  const nearest = didYouMean(id, known);
  throw usage(
    `the stack has no resource ${id}`,
    nearest === undefined ? 'Run "gantry build -o json" to list the ids.' : `Did you mean ${nearest}?`,
  );
}

/** Returns the states of an object, the last first. */
function statesOf({attributes, steps}: Explained): readonly JsonObject[] {
  const before = steps
    .toReversed()
    .flatMap(({node}) => (node !== undefined && isObject(node.value) ? [node.value] : []));
  return attributes === undefined ? before : [attributes, ...before];
}

function noField(text: string, id: string, object: Explained): never {
  const near = nearestPaths(text, statesOf(object));
  throw usage(
    `${id} has no field ${text} in the files`,
    near.length === 0 ? 'Run "gantry build" to print the resource.' : `Did you mean ${near.join(', or ')}?`,
  );
}

const isNamespace = (path: JsonPath): boolean => path.join('.') === 'metadata.namespace';

/** Returns the layer of a namespace that was defaulted from `namespace` of stack.yaml, or of its extensions. */
function namespaceLayer({location: {stack}, workspace}: Place, value: Json): FieldLayer {
  const {path, text = ''} = writtenNamespace(stack.namespace, workspace);
  const keys = [...text.matchAll(/\$\{context:([^}]+)\}/g)].flatMap(([, key]) => (key === undefined ? [] : [key]));
  const context = keys.map((key) => ({key, ...defined({at: workspace?.placeOf?.(key)})}));
  const at = originOfFile(stack.file).position(path);
  return {layer: 'namespace', value, at, ...defined({context: context.length === 0 ? undefined : context})};
}

function referencesBelow(
  path: JsonPath,
  attributes: JsonObject,
  id: string,
  {resources, expandable}: LoadedResources,
): ValueExplanation['references'] {
  if (!expandable.has(id)) return [];
  const byId = new Map(resources.map((one) => [one.id, one.attributes]));
  const {references} = referencesIn(attributes, new Set(byId.keys()));
  return references
    .filter(({at}) => path.every((step, index) => at[index] === step))
    .map((reference) => {
      const other = byId.get(reference.id) ?? {};
      const value = jsonAt(other, reference.path) === undefined ? undefined : maskedAt(other, reference.path);
      return {text: reference.text, id: reference.id, path: pathText(reference.path), ...defined({value})};
    });
}
