import type {Secret} from '../core/secret/secret.ts';
import type {SecretUri} from '../core/secret/secret-uri.ts';

/** What stands for `ref://…` in a workspace: something that secrets are read from. */
export type SecretStore = {
  /** For messages: the provider and where it keeps its secrets. */
  readonly name: string;
  readonly read: (uri: SecretUri) => Promise<SecretReading>;
};

/** What was found; or why nothing was, in words that name the secret and hold no value. */
export type SecretReading = {readonly value: Secret} | {readonly because: string; readonly hint?: string};
