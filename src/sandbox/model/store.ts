import type {JsonObject} from '../../core/json.ts';
import type {ClusterView} from './view.ts';

/** A write in the event stream of the store. `revision` is the resourceVersion of the write as a number. */
export type WatchEvent = {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly resource: string;
  readonly revision: number;
  /** The object after the write. For a deletion, its last state with the revision of the deletion. */
  readonly object: JsonObject;
  /** The object before the write, if it existed. */
  readonly before?: JsonObject;
};

/**
 * The store of all objects: in memory for reads, on disk before a write returns. All functions are synchronous. There is one server
 * process, so a verb that reads and writes without waiting is a transaction.
 * Objects are stored with apiVersion (of the last writer), kind and metadata.resourceVersion, which a write sets to its revision.
 */
export type Store = ClusterView & {
  /** Returns the revision of the last write, the `resourceVersion` of lists. */
  readonly revision: () => number;
  /** Writes an object under its metadata.namespace and name. Returns it with its new resourceVersion. */
  readonly put: (resource: string, object: JsonObject) => JsonObject;
  /** Removes an object. Returns its last state with the revision of the deletion; undefined if it does not exist. */
  readonly remove: (resource: string, namespace: string, name: string) => JsonObject | undefined;
  /** Returns the resources that have objects. */
  readonly resources: () => readonly string[];
  /**
   * Calls the listener for every write after `since` until it is disposed of; past writes at once and in order. Returns undefined if the
   * history does not reach back that far (410 Gone).
   */
  readonly subscribe: (listener: (event: WatchEvent) => void, since?: number) => Disposable | undefined;
  readonly close: () => void;
};
