import {GantryError} from '../../core/failure/failure.ts';
import {codeOfFault, type SecretFault, unreadSecrets} from '../../core/secret/secret-fault.ts';
import {defined} from '../../lib/defined.ts';

/** Returns the error for secrets that are at no known line of a file: `message` names what needs them. */
export const unread = (
  secrets: readonly {readonly message: string; readonly hint?: string | undefined; readonly fault: SecretFault}[],
): GantryError =>
  new GantryError(
    unreadSecrets(
      secrets.map(({message, hint, fault}) => ({
        fault,
        diagnostic: {
          severity: 'error',
          code: codeOfFault(fault),
          message,
          ...defined({hint}),
        },
      })),
    ),
  );
