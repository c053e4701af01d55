import type {SecretHandling} from '../../core/import/secret-handling.ts';
import {usageError} from '../usage.ts';

/** The flag `--secrets` of the import commands. */
export const SECRETS_FLAG = '--secrets <how>';
/** The help of `--secrets`. */
export const SECRETS_TEXT =
  'what to write for values of Secrets: skip (default), refs (references to a secret store) or plain (the values)';

const HANDLINGS: readonly SecretHandling[] = ['skip', 'refs', 'plain'];

/** Returns the value of `--secrets`, or `skip` if it was not given. @throws GantryError `input/usage` for an unknown value. */
export function readSecrets(value: string | undefined): SecretHandling {
  const known = HANDLINGS.find((one) => one === (value ?? 'skip'));
  if (known === undefined) throw usageError(`--secrets ${value}: unknown value.`, `Possible: ${HANDLINGS.join(', ')}.`);
  return known;
}

/** Refuses flags that need files when manifests are printed to stdout. @throws GantryError `input/usage` */
export function checkPrinted(onlyPrint: boolean, out: string | undefined, secrets: SecretHandling): void {
  if (onlyPrint && out !== undefined)
    throw usageError('--out and -o yaml cannot be used together.', 'With -o yaml the manifests are printed to stdout.');
  if (onlyPrint && secrets === 'plain')
    throw usageError(
      '--secrets plain and -o yaml cannot be used together: values go only to files that only you can read.',
    );
}
