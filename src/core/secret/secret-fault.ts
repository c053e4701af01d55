import type {Diagnostic} from '../diagnostic/diagnostic.ts';
import {inOrder} from '../diagnostic/in-order.ts';
import type {Failure} from '../failure/failure.ts';

/**
 * The reason why a secret could not be read although its reference is valid: access was denied (no login, an expired one, no permission),
 * or the store is unreachable.
 */
export type SecretFault = 'denied' | 'unreachable';

/** Returns the fault of a reason. A transient failure is a problem of the connection or of the server. */
export const faultOf = ({
  fault,
  transient,
}: {
  readonly fault?: SecretFault;
  readonly transient?: true;
}): SecretFault | undefined => fault ?? (transient === true ? 'unreachable' : undefined);

/** Returns the code of a diagnostic for a fault. */
export const codeOfFault = (fault: SecretFault | undefined): string =>
  fault === 'denied'
    ? 'reference/secret-denied'
    : fault === 'unreachable'
      ? 'reference/secret-unanswered'
      : 'reference/secret-missing';

/** A secret that could not be read, with the diagnostic at its reference. */
export type UnreadSecret = {readonly fault: SecretFault | undefined; readonly diagnostic: Diagnostic};

/** All secrets that could not be read, as one failure; of several causes the worst by the order of exit codes (4, 3, 1). */
export function unreadSecrets(unread: readonly UnreadSecret[]): Failure {
  const diagnostics = inOrder(unread.map(({diagnostic}) => diagnostic));
  if (unread.some(({fault}) => fault === 'denied')) return {code: 'secret/denied', diagnostics};
  if (unread.every(({fault}) => fault === 'unreachable')) return {code: 'secret/unreachable', diagnostics};
  return {code: 'input/invalid', diagnostics};
}
