import type {SecretHandling} from '../../core/import/secret-handling.ts';
import {usageError} from '../usage.ts';

/** `--secrets` of the import commands. */
export const SECRETS_FLAG = '--secrets <how>';
/** Help of `--secrets`. */
export const SECRETS_TEXT = 'skip (default), refs (references to a secret store) or plain (values in clear)';

const HANDLINGS: readonly SecretHandling[] = ['skip', 'refs', 'plain'];

/** Returns `skip` if the flag was not given. @throws GantryError for an unknown value */
export function readSecrets(value: string | undefined): SecretHandling {
  const known = HANDLINGS.find((one) => one === (value ?? 'skip'));
  if (known === undefined)
    throw usageError(`--secrets ${value}: there is no such value.`, `Possible: ${HANDLINGS.join(', ')}.`);
  return known;
}

/** What is printed lies in nobody's file. */
export function checkPrinted(onlyPrint: boolean, out: string | undefined, secrets: SecretHandling): void {
  if (onlyPrint && out !== undefined)
    throw usageError('--out and -o yaml say two different things.', 'With -o yaml the manifests go to stdout.');
  if (onlyPrint && secrets === 'plain')
    throw usageError('--secrets plain writes files that only you may read: not with -o yaml.');
}
