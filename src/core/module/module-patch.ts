import type {Json, JsonObject} from '../json.ts';

/** A change that a module makes in the workload of its application. */
export type ModulePatch = {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly podLabels?: Readonly<Record<string, string>>;
  readonly podAnnotations?: Readonly<Record<string, string>>;
  /** Environment variables of all containers, or of the named ones. They come before the variables of the application. */
  readonly env?: readonly {readonly name: string; readonly value: Json; readonly containers?: readonly string[]}[];
  /** Names of Secrets with the credentials of registries. They are added to those of the application. */
  readonly imagePullSecrets?: readonly string[];
  /** A merge patch (RFC 7396) of an object of the application by its id. */
  readonly merge?: Readonly<Record<string, JsonObject>>;
  /** JSON patches (RFC 6902) of objects of the application by their ids. */
  readonly json?: Readonly<Record<string, readonly JsonObject[]>>;
};
