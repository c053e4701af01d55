import type {JsonObject} from '../core/json.ts';

/** What an object, or (without a name) a list of objects, is looked up by. */
export type LookUp = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
};

/** What a source may ask of the cluster while it builds. Nothing is written. */
export type ClusterFacts = {
  /** Returns the version of the server, `v1.34.4`; empty where the server hides it. */
  readonly version: () => Promise<string>;
  /** Returns all that is served, sorted: `apps/v1`, `apps/v1/Deployment`. */
  readonly apis: () => Promise<readonly string[]>;
  /**
   * Returns the live object or the list; undefined where there is none, or no such kind.
   * @throws GantryError where the user may not read it
   */
  readonly lookUp: (target: LookUp) => Promise<JsonObject | undefined>;
};
