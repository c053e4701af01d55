import type {Secret} from '../../core/secret/secret.ts';
import type {SecretFault} from '../../core/secret/secret-fault.ts';

/** `because` names store, secret and property, and never a value. */
export type SecretAnswer = {readonly value: Secret} | UnansweredSecret;

/** `fault`: it is not the reference that is wrong. */
export type UnansweredSecret = {
  readonly because: string;
  readonly hint?: string | undefined;
  readonly fault?: SecretFault | undefined;
};
