import type {Diagnostic} from '../diagnostic/diagnostic.ts';
import {inOrder} from '../diagnostic/in-order.ts';
import type {Failure} from '../failure/failure.ts';

/**
 * Why a secret was not given, where it is not the reference that is wrong: we are not let in (no login, one that has ended, no
 * right), or nobody answered.
 */
export type SecretFault = 'denied' | 'unreachable';

/** What may be worth a second try was a matter of the way, or of the server. */
export const faultOf = ({
  fault,
  transient,
}: {
  readonly fault?: SecretFault;
  readonly transient?: true;
}): SecretFault | undefined => fault ?? (transient === true ? 'unreachable' : undefined);

/** For who looks for the cause: by its name as by the exit code. */
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
