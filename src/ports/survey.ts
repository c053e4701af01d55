import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {SecretHandling} from '../core/import/secret-handling.ts';
import type {JsonObject} from '../core/json.ts';

/** The namespaces, kinds and labels of the objects to import. */
export type SurveyRequest = {
  readonly namespaces: readonly string[];
  /** Only these kinds, as people name them (`Deployment`, `deployments`, `apps/Deployment`). Empty: all that have a namespace. */
  readonly kinds: readonly string[];
  readonly labelSelector?: string | undefined;
  readonly secrets: SecretHandling;
  readonly signal: AbortSignal;
};

/** A live object as a manifest would say it. */
export type SurveyedObject = {
  readonly id: string;
  readonly object: JsonObject;
  /** Its values are references to a secret store. */
  readonly hasReferences?: true;
  /** It holds values of a Secret in clear. */
  readonly holdsSecrets?: true;
};

/** The objects that can be imported, and those that are skipped. */
export type Survey = {
  /** Sorted by id. */
  readonly objects: readonly SurveyedObject[];
  /** What a person might miss: what the cluster and its controllers make is not named. */
  readonly skipped: readonly {readonly id: string; readonly because: string}[];
  readonly diagnostics: readonly Diagnostic[];
};
