import {deepEqual} from '../../lib/deep-equal.ts';
import {defined} from '../../lib/defined.ts';
import type {Position} from '../diagnostic/diagnostic.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';
import {jsonAt} from '../json-at.ts';
import {pointerOf} from '../json-pointer.ts';
import {secretLeaves} from '../secret/secret-leaves.ts';
import {isSecretReference, MASK} from '../workspace/mask.ts';
import type {WorkspaceValues} from './expand-context.ts';
import {itemsOf, type Located, locatedAt, originOf, type Place, partOf} from './located.ts';
import type {Layer, Step, Trace} from './trace.ts';

/** The layers that a field can have, from the files to the cluster. */
export const LAYERS = [
  'source',
  'overlay',
  'modules',
  'module',
  'module-patch',
  'context',
  'patch',
  'images',
  '--image',
  'policy',
  'namespace',
] as const;

/** A layer that affected a field: the resulting value and its position. */
export type FieldLayer = {
  readonly layer: (typeof LAYERS)[number];
  readonly at?: Position;
  /** The value. Absent: the layer removed the field. */
  readonly value?: Json | undefined;
  /** The name of a `mutate` rule. */
  readonly policy?: string;
  /** The operation of a patch: `merge`, or for example `replace /spec/replicas`. The block in `modules`. The name of the module. */
  readonly op?: string;
  /** True if the layer sets the value that the field already had. */
  readonly same?: boolean;
  /** The values of the workspace's context in the field. */
  readonly context?: readonly {readonly key: string; readonly at?: Position}[];
  /** The position of the image in stack.yaml that the flag, or the image of the workspace, overrides. */
  readonly instead?: Position | undefined;
};

/** Finds a field in an object of any step. Items of lists are found by their name if they have one. */
export type FieldFinder = (object: Json) => JsonPath | undefined;

/** The recorded steps of one object, and the finder of fields in it. */
export type ExplainPath = {
  readonly steps: readonly Step[];
  readonly find: FieldFinder;
  readonly contextUses: Trace['contextUses'];
  readonly workspace: WorkspaceValues | undefined;
};

/** Returns every layer that set, replaced or removed a field, in order. */
export function explainPath({steps, find, ...uses}: ExplainPath): readonly FieldLayer[] {
  const layers: FieldLayer[] = [];
  let before: Located | undefined;
  let whole: Located | undefined;
  for (const {layer, node} of steps) {
    const path = node && find(node.value);
    const field = node && path && locatedAt(node, path);
    if (isTouched(before, field)) {
      const value = node && path && field && maskedAt(node.value, path);
      const same = before !== undefined && field !== undefined && deepEqual(before.value, field.value);
      layers.push({
        ...describe(layer, {node, path, gone: whole && find(whole.value), field, before}),
        value,
        ...defined({same: same || undefined}),
        ...contextIn(field, uses),
      });
    }
    before = field;
    whole = node;
  }
  return layers;
}

/** Reports whether the value or its position changed. */
function isTouched(before: Located | undefined, after: Located | undefined): boolean {
  if (before === undefined || after === undefined) return before !== after;
  return !deepEqual(before.value, after.value) || !isOnePlace(before.place, after.place);
}

const isOnePlace = (a: Place, b: Place): boolean => a === b || deepEqual(placed(a), placed(b));

const placed = ({origin, path}: Place): Json => {
  const {file, line, column} = origin.position(path);
  return [file, line, column];
};

type Found = {
  readonly node: Located | undefined;
  readonly path: JsonPath | undefined;
  /** The path in the object before. */
  readonly gone: JsonPath | undefined;
  readonly field: Located | undefined;
  readonly before: Located | undefined;
};

type Description = Pick<FieldLayer, 'layer' | 'at' | 'op' | 'policy' | 'instead'>;

function describe(layer: Layer, found: Found): Description {
  const {node, path, field} = found;
  if (layer.kind === 'patch') return describePatch(layer, found);
  const at = node === undefined || path === undefined ? undefined : originOf(node).position(path);
  if (layer.kind === 'module-patch') return {layer: layer.kind, op: layer.module, ...given(at)};
  if (layer.kind === 'made') return {...settingLayer(layer, found), ...given(at)};
  if (layer.kind === 'policy') return {layer: 'policy', policy: layer.name, ...given(at)};
  if (layer.kind !== 'images') return {layer: layer.kind, ...given(at)};
  const change = [...layer.images.values()].find(({place}) => field !== undefined && placesIn(field).has(place));
  if (change === undefined) return {layer: 'images', ...given(at)};
  const {place, instead, shown} = change;
  return {
    layer: shown.startsWith('--image') ? '--image' : 'images',
    at: place.origin.position(place.path),
    instead: instead && instead.origin.position(instead.path),
  };
}

/** Returns the layer of the setting that a field comes from. A removed field has that of its last setting. */
function settingLayer(
  {of}: Layer & {readonly kind: 'made'},
  {field, before}: Found,
): Pick<Description, 'layer' | 'op'> {
  const place = (field ?? before)?.place;
  if (place?.module !== undefined) return {layer: 'module', op: place.module};
  return place === undefined ? {layer: 'source'} : of(place);
}

function describePatch(layer: Layer & {readonly kind: 'patch'}, {path, gone, field, before}: Found): Description {
  const {form, body, head} = layer;
  const op = form === 'merge' ? undefined : operationFor(body, field, path ?? gone ?? []);
  // A removed or partly changed field keeps its position, so the patch is the better source.
  const isOwn = field !== undefined && (before === undefined || !isOnePlace(before.place, field.place));
  const place = isOwn ? field.place : (op?.place ?? partFor(body, path ?? gone ?? []) ?? head);
  return {
    layer: 'patch',
    op: op === undefined ? form : `${text(op, 'op')} ${text(op, 'path')}`,
    at: place.origin.position(place.path),
  };
}

const given = (at: Position | undefined): {readonly at?: Position} => (at === undefined ? {} : {at});

const text = (operation: Located, name: string): string => {
  const value = partOf(operation, name)?.value;
  return typeof value === 'string' ? value : '';
};

/** Returns the operation that wrote a field, by position. For a removed field, the last one that names it or a parent. */
function operationFor(body: Located, field: Located | undefined, path: JsonPath): Located | undefined {
  const operations = itemsOf(body);
  if (field !== undefined) {
    const {origin, path: from} = field.place;
    const writer = operations.findLast(
      ({place}) => place.origin === origin && place.path.every((step, index) => from[index] === step),
    );
    if (writer !== undefined) return writer;
  }
  const wanted = pointerOf(path);
  const isAbout = (pointer: string): boolean =>
    pointer !== '' && (wanted === pointer || wanted.startsWith(`${pointer}/`) || pointer.startsWith(`${wanted}/`));
  return operations.findLast((one) => isAbout(text(one, 'path')) || isAbout(text(one, 'from')));
}

/** Returns the position of a field in a merged patch, as far as the path exists in it. */
function partFor(body: Located, path: JsonPath): Place | undefined {
  let at: Located = body;
  for (const step of path) {
    const next = partOf(at, step);
    if (next === undefined || isList(next.value)) break;
    at = next;
  }
  return at === body ? undefined : at.place;
}

function placesIn(node: Located): ReadonlySet<Place> {
  const places = new Set<Place>([node.place]);
  for (const part of node.parts?.values() ?? []) for (const place of placesIn(part)) places.add(place);
  return places;
}

function contextIn(
  field: Located | undefined,
  {contextUses, workspace}: Pick<ExplainPath, 'contextUses' | 'workspace'>,
): Pick<FieldLayer, 'context'> {
  if (field === undefined || contextUses.length === 0) return {};
  const places = placesIn(field);
  const keys = [...new Set(contextUses.filter(({place}) => places.has(place)).map(({key}) => key))];
  return keys.length === 0 ? {} : {context: keys.map((key) => ({key, ...given(workspace?.placeOf?.(key))}))};
}

/** Returns the value at a path, with masked secrets. */
export function maskedAt(object: Json, path: JsonPath): Json | undefined {
  if (!isObject(object)) return undefined;
  return jsonAt(secretLeaves(object).reduce<Json>(maskLeaf, object), path);
}

/** Reports whether a field is or contains a secret. */
export const isSensitive = (object: JsonObject, path: JsonPath): boolean =>
  secretLeaves(object).some((leaf) => leaf.every((step, i) => path[i] === undefined || path[i] === step));

function maskLeaf(value: Json, [step, ...rest]: JsonPath): Json {
  if (step === undefined) return typeof value === 'string' && isSecretReference(value) ? value : MASK;
  if (!isObject(value) || value[step] === undefined) return value;
  return {...value, [step]: maskLeaf(value[step], rest)};
}
