import {isObject, type JsonObject} from '../json.ts';
import {idOfObject} from '../resource/id.ts';
import type {ImageChange} from './image-change.ts';
import type {Located, Place} from './located.ts';

/** A step in the history of an object: a layer, and the object after it. */
export type Step = {
  readonly layer: Layer;
  /** Absent: the layer deletes the object. */
  readonly node?: Located;
};

/** The place that set a value: a source, the context, a patch, an image or the namespace of the stack. */
export type Layer =
  | {readonly kind: 'source'}
  /** Modules, from the settings of an application. @param of returns the layer of the setting at a place */
  | {readonly kind: 'made'; readonly of: (place: Place) => SettingLayer}
  /** The patch that a module makes. */
  | {readonly kind: 'module-patch'; readonly module: string}
  /** Values of the context that were inserted into the source's object. */
  | {readonly kind: 'context'}
  | {
      readonly kind: 'patch';
      readonly form: 'merge' | 'json';
      readonly isWorkspaces: boolean;
      /** The position of the patch. */
      readonly head: Place;
      /** The body that was applied, with values of the context. */
      readonly body: Located;
    }
  /** `images` of stack.yaml and `--image`. */
  | {readonly kind: 'images'; readonly images: ReadonlyMap<string, NamedChange>}
  /** A `mutate` rule of the policy of the workspace. */
  | {readonly kind: 'policy'; readonly name: string};

/** The layer of a setting of an application: its file, the file that is merged over it, or a block of `modules` of the workspace. */
export type SettingLayer = {readonly layer: 'source' | 'overlay'} | {readonly layer: 'modules'; readonly op: string};

/** A change of an image with its source for messages: `--image nginx=:1.27`, `images.nginx`. */
type NamedChange = ImageChange & {readonly shown: string};

/** A context value that was inserted, and the position of its reference. */
export type ContextUse = {readonly key: string; readonly place: Place};

/** The recorded steps of all objects, to explain the values of fields. */
export type Traces = {
  /** Maps an object from a source (before it has an id) to its steps. */
  readonly steps: Map<object, readonly Step[]>;
  readonly contextUses: ContextUse[];
};

/** Returns histories without any step. */
export const newTraces = (): Traces => ({steps: new Map(), contextUses: []});

/** Records that a layer changed an object; `of` is compared by identity. */
export function addStep({steps}: Traces, of: object, step: Step): void {
  steps.set(of, [...(steps.get(of) ?? []), step]);
}

/** The steps of the resulting objects, by id. */
export type Trace = {
  readonly steps: ReadonlyMap<string, readonly Step[]>;
  /** The steps of objects that a patch deleted, by the id that they would have. */
  readonly deleted: ReadonlyMap<string, readonly Step[]>;
  readonly contextUses: readonly ContextUse[];
};

/** Returns the history of each object by its id. @param made the resulting objects */
export function traceOf(
  {steps, contextUses}: Traces,
  made: ReadonlyMap<string, object>,
  namespace: string | undefined,
): Trace {
  const deleted = [...steps.values()].flatMap((taken): [string, readonly Step[]][] => {
    const [first] = taken;
    const object = first?.node?.value;
    return taken.at(-1)?.node !== undefined || !isObject(object)
      ? []
      : [[idOfObject(within(object, namespace)), taken]];
  });
  return {
    steps: new Map([...made].map(([id, candidate]) => [id, steps.get(candidate) ?? []])),
    deleted: new Map(deleted),
    contextUses,
  };
}

function within(object: JsonObject, namespace: string | undefined): JsonObject {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  return namespace === undefined ? object : {...object, metadata: {namespace, ...metadata}};
}
