import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {SecretHandling} from '../core/import/secret-handling.ts';
import type {JsonObject} from '../core/json.ts';

/** The namespaces, kinds and labels of the objects to import. */
export type SurveyRequest = {
  readonly namespaces: readonly string[];
  /** The kinds to import, as people name them (`Deployment`, `deployments`, `apps/Deployment`). Empty: all namespaced kinds. */
  readonly kinds: readonly string[];
  readonly labelSelector?: string | undefined;
  readonly secrets: SecretHandling;
  readonly signal: AbortSignal;
};

/** A live object in the form of a manifest. */
export type SurveyedObject = {
  readonly id: string;
  readonly object: JsonObject;
  /** True if its values are references to a secret store. */
  readonly hasReferences?: true;
  /** True if it contains the values of a Secret in clear text. */
  readonly holdsSecrets?: true;
};

/** The objects that can be imported, and those that are skipped. */
export type Survey = {
  /** Sorted by id. */
  readonly objects: readonly SurveyedObject[];
  /** Objects that a user might expect. Objects that the cluster and its controllers create are not listed. */
  readonly skipped: readonly {readonly id: string; readonly because: string}[];
  readonly diagnostics: readonly Diagnostic[];
};
