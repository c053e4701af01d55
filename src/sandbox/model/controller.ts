import type {JsonObject} from '../../core/json.ts';
import type {ClusterView} from './view.ts';

/** The key by which a controller looks at one object at a time. */
export type ObjectKey = {readonly namespace: string; readonly name: string};

/** One step that a controller requests. A refused step is tried again after the next change. */
export type Step =
  /**
   * The object has apiVersion and kind; `generateName` is allowed. An object that exists already is not an error. `refused` returns the
   * steps to take instead if the server refuses the creation (a quota, a missing account). Those steps have no `refused` of their own.
   */
  | {readonly do: 'create'; readonly object: JsonObject; readonly refused?: (message: string) => readonly Step[]}
  /** A pod with its new spec.nodeName, as the scheduler writes it through `pods/binding`. */
  | {readonly do: 'bind'; readonly object: JsonObject}
  /** The whole object in its new state. Its resourceVersion is checked. `status` writes to that subresource. */
  | {readonly do: 'update' | 'status'; readonly object: JsonObject}
  /** The default of `propagation` is Background. `uid` protects another object with the same name. */
  | {
      readonly do: 'delete';
      readonly resource: string;
      readonly namespace: string;
      readonly name: string;
      readonly uid: string;
      readonly propagation?: 'Background' | 'Orphan' | 'Foreground';
    }
  /** Removes the object for good, regardless of finalizers and graceful deletion. */
  | {
      readonly do: 'remove';
      readonly resource: string;
      readonly namespace: string;
      readonly name: string;
      readonly uid: string;
    }
  | {readonly do: 'record'; readonly event: Happened}
  /** Looks at the same key again after this time. */
  | {readonly do: 'again'; readonly afterMs: number};

/** The content of an event. */
export type Happened = {
  readonly about: JsonObject;
  readonly type?: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** The component that reports it: `deployment-controller`. */
  readonly by: string;
  /** If true, a repetition is not counted. */
  readonly isRecordedOnce?: boolean;
};

/** Returns the step that records an event. A repeated event is counted when the step is taken. */
export const record = (event: Happened): Step => ({do: 'record', event});

/** A view of the store with the index that controllers need most: the dependents of an owner. */
export type ControlView = ClusterView & {
  /** Returns the resources that have objects. */
  readonly resources: () => readonly string[];
  /** Returns all objects with a reference to this owner, the oldest first. */
  readonly ownedBy: (uid: string) => readonly Stored[];
};

/** An object with the store's name of its resource (`deployments.apps`). */
export type Stored = {readonly resource: string; readonly object: JsonObject};

/**
 * A controller: the objects that it watches, and its next steps as a pure function of the content of the store and the time. It is called
 * again after each of its steps, until there are none.
 */
export type Controller = {
  /** The name. Its field manager is `kube-controller-manager` unless `manager` is set. */
  readonly name: string;
  readonly manager?: string | undefined;
  /** The watched resources (`pods`, `deployments.apps`; `*` for all). Each function returns the keys to look at after a change of an object. */
  readonly watches: Readonly<
    Record<string, (object: JsonObject, cluster: ControlView, resource: string) => readonly ObjectKey[]>
  >;
  /** Returns the next steps. `now` is in milliseconds since 1970. */
  readonly steps: (key: ObjectKey, cluster: ControlView, now: number) => readonly Step[];
};
