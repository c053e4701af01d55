import type {SecretSyntax} from '../core/secret/property-of.ts';
import type {Secret} from '../core/secret/secret.ts';
import type {SecretFault} from '../core/secret/secret-fault.ts';

/**
 * What stands for `ref://…` in a workspace: something that secrets are read from. It answers whole secrets; properties are looked
 * up, requests shared, repeated and kept few by who asks (app/secret).
 */
export type SecretStore = {
  /** For messages: the provider and where it keeps its secrets. */
  readonly name: string;
  /** What `ref://a/b` names first: the property `b` of the secret `a`, or the secret `a/b`. The other one where there is none such. */
  readonly first: 'property' | 'whole';
  /**
   * One request, without repeating it.
   * @throws GantryError only where what lies before the store is out of reach: the cluster of its Secrets
   */
  readonly fetch: (secret: NamedSecret) => Promise<SecretReading>;
};

/** One secret in one version; without: the current one. */
export type NamedSecret = {
  /** The segments of its name: at least one, none is empty. */
  readonly name: readonly string[];
  readonly version?: string;
};

/** What was found; or why nothing was, in words that name the secret and hold no value. */
export type SecretReading =
  /** One value, text or bytes. Its properties are those of its text as JSON, or as the store reads it. */
  | {readonly value: Secret; readonly syntax?: SecretSyntax}
  /** Several, each by its key: the Secret of a cluster. */
  | {readonly fields: ReadonlyMap<string, Secret>}
  | NoSecret;

/** The reason why a store has no value for a reference. */
export type NoSecret = {
  readonly because: string;
  readonly hint?: string | undefined;
  /** The store has no such secret (or may not say so): what else the reference may name is tried. */
  readonly absent?: true;
  /** Not the reference is wrong: there is no login or no right, or nobody answered. What is transient was not reached anyway. */
  readonly fault?: SecretFault;
  /** Asking again may help: too many requests, a server that is busy, a connection that was lost. */
  readonly transient?: true;
};
