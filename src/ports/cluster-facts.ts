import type {JsonObject} from '../core/json.ts';

/** The identity of an object to look up. Without a name: a list of objects. */
export type LookUp = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
};

/** The read-only requests that a source may send to the cluster during a build. */
export type ClusterFacts = {
  /** Returns the version of the server, for example `v1.34.4`. Empty if the server hides it. */
  readonly version: () => Promise<string>;
  /** Returns all served API versions and kinds, sorted: `apps/v1`, `apps/v1/Deployment`. */
  readonly apis: () => Promise<readonly string[]>;
  /**
   * Returns the live object or the list. Undefined if the object or the kind does not exist.
   * @throws GantryError if the user is denied to read it
   */
  readonly lookUp: (target: LookUp) => Promise<JsonObject | undefined>;
};
