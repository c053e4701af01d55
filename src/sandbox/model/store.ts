import type {JsonObject} from '../../core/json.ts';
import type {ClusterView} from './view.ts';

/** A write as the store tells it; `revision` is the resourceVersion of the write as a number. */
export type WatchEvent = {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly resource: string;
  readonly revision: number;
  /** As it is now; of one that was deleted as it was last, with the revision of its deletion. */
  readonly object: JsonObject;
  /** As it was before, if it was. */
  readonly before?: JsonObject;
};

/**
 * Where all objects are: in memory to read, on disk before a write returns. Everything is synchronous: the server is one
 * process, so a verb that reads and writes without waiting is a transaction.
 *
 * Objects are kept with apiVersion (of whoever wrote last), kind and metadata.resourceVersion; a write sets that to its revision.
 */
export type Store = ClusterView & {
  /** Of the last write: `resourceVersion` of lists. */
  readonly revision: () => number;
  /** Writes an object under its metadata.namespace and name; answers it with its new resourceVersion. */
  readonly put: (resource: string, object: JsonObject) => JsonObject;
  /** Answers what was there, with the revision of the deletion; undefined where nothing was. */
  readonly remove: (resource: string, namespace: string, name: string) => JsonObject | undefined;
  /** Resources of which there are objects. */
  readonly resources: () => readonly string[];
  /**
   * Calls the listener for every write after `since` (those that happened already at once and in order), until it is disposed of.
   * Answers undefined when the history does not reach back so far: 410 Gone.
   */
  readonly subscribe: (listener: (event: WatchEvent) => void, since?: number) => Disposable | undefined;
  readonly close: () => void;
};
