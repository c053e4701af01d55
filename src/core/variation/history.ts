import {isObject, type JsonObject} from '../json.ts';
import {idOfObject} from '../resource/id.ts';
import type {ImageChange} from './image-change.ts';
import type {Located, Place} from './located.ts';

/** What an object went through on its way from its source: a layer, and the object after it. */
export type Step = {
  readonly layer: Layer;
  /** Absent: the layer deletes the object. */
  readonly node?: Located;
};

/** The place that set a value: a source, the context, a patch, an image or the namespace of the stack. */
export type Layer =
  | {readonly kind: 'source'}
  /** Values of the context, filled into what the source says. */
  | {readonly kind: 'context'}
  | {
      readonly kind: 'patch';
      readonly form: 'merge' | 'json';
      readonly isWorkspaces: boolean;
      /** Where the patch begins. */
      readonly head: Place;
      /** As it was laid over the object: with values of the context filled in. */
      readonly body: Located;
    }
  /** `images` of stack.yaml and `--image`, in one go. */
  | {readonly kind: 'images'; readonly images: ReadonlyMap<string, NamedChange>};

/** `--image nginx=:1.27`, `images.nginx`. */
type NamedChange = ImageChange & {readonly shown: string};

/** A value of the context that was filled in, and where it was asked for. */
export type ContextUse = {readonly key: string; readonly place: Place};

/** Everything that has to do with the value of an object's fields, for who asks where one comes from. */
export type Histories = {
  /** By what the sources made: an object before its id is settled. */
  readonly steps: Map<object, readonly Step[]>;
  readonly contextUses: ContextUse[];
};

/** Returns histories without any step. */
export const newHistories = (): Histories => ({steps: new Map(), contextUses: []});

/** Records that a layer changed an object; `of` is compared by identity. */
export function addStep({steps}: Histories, of: object, step: Step): void {
  steps.set(of, [...(steps.get(of) ?? []), step]);
}

/** The same for what was settled, by id. */
export type Trace = {
  readonly steps: ReadonlyMap<string, readonly Step[]>;
  /** Objects that a patch has deleted, by the id that they would have. */
  readonly deleted: ReadonlyMap<string, readonly Step[]>;
  readonly contextUses: readonly ContextUse[];
};

/** Returns the history of each object by its id. `made`: the objects as they are in the end. */
export function traceOf(
  {steps, contextUses}: Histories,
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
