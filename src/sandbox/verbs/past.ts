import type {JsonObject} from '../../core/json.ts';
import {nameOf, namespaceOf} from '../model/metadata.ts';
import type {Refusal} from '../model/status.ts';
import type {Store, WatchEvent} from '../model/store.ts';

/** The point in time that a list shows. */
export type Past = {
  /** -1 for the current state. */
  readonly revision: number;
  /** Returns the refusal for a revision that is no longer in the history. */
  readonly gone: () => Refusal;
};

type Collection = {readonly resource: string; readonly namespace: string | undefined};

/**
 * Returns the objects of a collection at a revision, by undoing later writes in reverse order.
 * @throws Refusal 410 if the history does not reach back that far
 */
export function objectsAt(past: Past | undefined, at: Collection, store: Store): readonly JsonObject[] {
  const current = store.list(at.resource, at.namespace);
  if (past === undefined || past.revision < 0) return current;
  const since: WatchEvent[] = [];
  const subscription = store.subscribe((event) => since.push(event), past.revision);
  if (subscription === undefined) throw past.gone();
  subscription[Symbol.dispose]();
  const concerned = since.filter((event) => event.resource === at.resource && isIn(event.object, at));
  if (concerned.length === 0) return current;
  const objects = new Map(current.map((object) => [keyOf(object), object]));
  for (const {type, object, before} of concerned.toReversed()) {
    if (before === undefined && type === 'ADDED') objects.delete(keyOf(object));
    else if (before !== undefined) objects.set(keyOf(object), before);
  }
  return [...objects].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
}

const isIn = (object: JsonObject, {namespace}: Collection): boolean =>
  namespace === undefined || namespaceOf(object) === namespace;

/** Returns a key that sorts in the order of a store's lists. */
const keyOf = (object: JsonObject): string => `${namespaceOf(object)}\0${nameOf(object)}`;
