import type {Secret} from '../../core/secret/secret.ts';
import type {SecretFault} from '../../core/secret/secret-fault.ts';

/** The answer for a secret. `because` names store, secret and property, and never a value. */
export type SecretAnswer = {readonly value: Secret} | UnansweredSecret;

/** A secret without a value. `fault`: the store is the cause, not the reference. */
export type UnansweredSecret = {
  readonly because: string;
  readonly hint?: string | undefined;
  readonly fault?: SecretFault | undefined;
};
