import type {JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {nameOf, namespaceOf, withMetadata} from '../model/metadata.ts';
import type {Store} from '../model/store.ts';
import {eventHistory} from './history.ts';
import {newResourceObjects, type ResourceObjects} from './resource-objects.ts';

/** The persistent storage behind a memory store. It is called before a write becomes visible. */
export type Persistence = {
  readonly put: (resource: string, object: JsonObject, revision: number) => void;
  readonly remove: (resource: string, namespace: string, name: string, revision: number) => void;
  readonly close: () => void;
};

/** The initial content of a store, and its persistence. */
export type MemoryStoreOptions = {
  /** The initial objects with their resourceVersions. */
  readonly objects?: Iterable<{readonly resource: string; readonly object: JsonObject}>;
  /** The revision of the last write before this store was opened. */
  readonly revision?: number | undefined;
  readonly persistence?: Persistence;
  /** The number of writes that a watch can go back. Default: 10000. */
  readonly history?: number;
};

const NOTHING_KEPT: Persistence = {put: () => {}, remove: () => {}, close: () => {}};

/** Creates a store that holds all objects in memory, with a history of the last writes for watches. */
export function memoryStore(options: MemoryStoreOptions = {}): Store {
  const {objects = [], persistence = NOTHING_KEPT} = options;
  const byResource = new Map<string, ResourceObjects>();
  let revision = options.revision ?? 1;
  const history = eventHistory(options.history ?? 10_000, revision);

  const objectsOf = (resource: string): ResourceObjects => {
    let stored = byResource.get(resource);
    if (stored === undefined) byResource.set(resource, (stored = newResourceObjects()));
    return stored;
  };
  const place = (resource: string, object: JsonObject): void => {
    const {namespace, name} = placeOf(object);
    objectsOf(resource).set(namespace, name, object);
  };
  for (const {resource, object} of objects) place(resource, object);

  return {
    revision: () => revision,
    resources: () => [...byResource].filter(([, stored]) => stored.size() > 0).map(([resource]) => resource),
    get: (resource, namespace, name) => byResource.get(resource)?.get(namespace, name),
    list: (resource, namespace) => byResource.get(resource)?.list(namespace) ?? [],
    put: (resource, given) => {
      const object = withRevision(given, revision + 1);
      const {namespace, name} = placeOf(object);
      const before = byResource.get(resource)?.get(namespace, name);
      persistence.put(resource, object, revision + 1);
      revision += 1;
      place(resource, object);
      const type = before === undefined ? 'ADDED' : 'MODIFIED';
      history.deliver({type, resource, revision, object, ...defined({before})});
      return object;
    },
    remove: (resource, namespace, name) => {
      const before = byResource.get(resource)?.get(namespace, name);
      if (before === undefined) return undefined;
      persistence.remove(resource, namespace, name, revision + 1);
      revision += 1;
      objectsOf(resource).delete(namespace, name);
      const object = withRevision(before, revision);
      history.deliver({type: 'DELETED', resource, revision, object, before});
      return object;
    },
    subscribe: history.subscribe,
    close: () => {
      history.end();
      persistence.close();
    },
  };
}

const placeOf = (object: JsonObject): {readonly namespace: string; readonly name: string} => ({
  namespace: namespaceOf(object),
  name: nameOf(object),
});

const withRevision = (object: JsonObject, revision: number): JsonObject =>
  withMetadata(object, {resourceVersion: String(revision)});
