import type {JsonObject} from '../../core/json.ts';
import type {ClusterView} from './view.ts';

/** What a controller looks at, one at a time. */
export type ObjectKey = {readonly namespace: string; readonly name: string};

/** One thing that a controller wants done. Refused ones are tried again when something changes. */
export type Step =
  /**
   * The object has apiVersion and kind; `generateName` is allowed. One that exists already is no error. `refused` says what is done
   * instead when the server says no (a quota, a missing account): what it answers has no `refused` of its own.
   */
  | {readonly do: 'create'; readonly object: JsonObject; readonly refused?: (message: string) => readonly Step[]}
  /** A pod with the spec.nodeName that it gets, as the scheduler writes it through `pods/binding`. */
  | {readonly do: 'bind'; readonly object: JsonObject}
  /** The whole object, as the controller wants it; its resourceVersion is checked. `status` writes to that subresource. */
  | {readonly do: 'update' | 'status'; readonly object: JsonObject}
  /** `propagation` default Background; `uid` guards against another object of that name. */
  | {
      readonly do: 'delete';
      readonly resource: string;
      readonly namespace: string;
      readonly name: string;
      readonly uid: string;
      readonly propagation?: 'Background' | 'Orphan' | 'Foreground';
    }
  /** Removes the object for good although finalizers or graceful deletion hold it. */
  | {
      readonly do: 'remove';
      readonly resource: string;
      readonly namespace: string;
      readonly name: string;
      readonly uid: string;
    }
  | {readonly do: 'record'; readonly event: Happened}
  /** Looks at the same key again later. */
  | {readonly do: 'again'; readonly afterMs: number};

/** What an event tells. */
export type Happened = {
  readonly about: JsonObject;
  readonly type?: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** Who tells: `deployment-controller`. */
  readonly by: string;
  /** Not counted when it is told again. */
  readonly isToldOnce?: boolean;
};

/** What the store holds, with what controllers ask most: whose dependants are there. */
export type ControlView = ClusterView & {
  /** Resources of which there are objects. */
  readonly resources: () => readonly string[];
  /** All objects with a reference to this owner, the oldest first. */
  readonly ownedBy: (uid: string) => readonly Stored[];
};

/** An object with the store's name of its resource (`deployments.apps`). */
export type Stored = {readonly resource: string; readonly object: JsonObject};

/**
 * A controller: which objects concern it, and, as a pure function of what the store holds and the time, what it does next. It is
 * asked again after everything that it did, until there is nothing left to do.
 */
export type Controller = {
  /** Its field manager is `kube-controller-manager` unless it says otherwise. */
  readonly name: string;
  readonly manager?: string | undefined;
  /** By resource (`pods`, `deployments.apps`): which keys to look at after a change of that object; `*` for all resources. */
  readonly watches: Readonly<
    Record<string, (object: JsonObject, cluster: ControlView, resource: string) => readonly ObjectKey[]>
  >;
  /** `now` in milliseconds since the epoch. */
  readonly steps: (key: ObjectKey, cluster: ControlView, now: number) => readonly Step[];
};
