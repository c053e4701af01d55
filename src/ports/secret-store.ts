import type {SecretSyntax} from '../core/secret/property-of.ts';
import type {Secret} from '../core/secret/secret.ts';
import type {SecretFault} from '../core/secret/secret-fault.ts';

/**
 * A store that resolves `ref://…` in a workspace. It returns whole secrets. The caller (app/secret) selects properties, and
 * shares, retries and limits requests.
 */
export type SecretStore = {
  /** The provider and the location of its secrets, for messages. */
  readonly name: string;
  /**
   * The first meaning of `ref://a/b`: the property `b` of the secret `a`, or the secret `a/b`. If it does not exist, the other
   * meaning is tried.
   */
  readonly first: 'property' | 'whole';
  /**
   * Sends one request, without retries.
   * @throws GantryError only if a system in front of the store is not reachable: the cluster of its Secrets
   */
  readonly fetch: (secret: NamedSecret) => Promise<SecretReading>;
};

/** A secret in one version. Without a version: the current one. */
export type NamedSecret = {
  /** The segments of its name: at least one, and none is empty. */
  readonly name: readonly string[];
  readonly version?: string;
};

/** The value of a secret, or the reason why it was not found. The reason names the secret and contains no value. */
export type SecretReading =
  /** One value, text or bytes. Its properties are those of its text, parsed as JSON or in the syntax of the store. */
  | {readonly value: Secret; readonly syntax?: SecretSyntax}
  /** Several values by key, as in a Secret of a cluster. */
  | {readonly fields: ReadonlyMap<string, Secret>}
  | NoSecret;

/** The reason why a store has no value for a reference. */
export type NoSecret = {
  readonly because: string;
  readonly hint?: string | undefined;
  /** True if the secret does not exist, or the store does not reveal whether it does. The other meaning of the reference is then tried. */
  readonly absent?: true;
  /**
   * Set if the reference is not the cause: there is no login, a permission is denied, or the store did not answer. A transient
   * failure counts as not answered.
   */
  readonly fault?: SecretFault;
  /** True if a retry may succeed: too many requests, a busy server, or a lost connection. */
  readonly transient?: true;
};
