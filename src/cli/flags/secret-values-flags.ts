import type {Command} from 'commander';
import type {Session} from '../session.ts';
import {usageError} from '../usage.ts';

/** The flags for how values of Secrets are printed. */
export type SecretValuesFlags = {readonly masked?: boolean; readonly reveal?: boolean};

/** Adds `--masked` and `--reveal`, for commands that print manifests. */
export const secretValuesFlags = (command: Command): Command =>
  command
    .option(
      '--masked',
      'print *** in place of the values of Secrets; a file or a pipe that gets Secrets needs --masked or --reveal',
    )
    .option('--reveal', 'print the values of Secrets that are in the files; references (ref://…) are not resolved');

/** Reports whether values of Secrets are printed. @throws GantryError `input/usage` if both flags are given. */
export function readReveal({masked = false, reveal = false}: SecretValuesFlags): boolean {
  if (masked && reveal) throw usageError('--masked and --reveal cannot be used together.');
  return reveal;
}

/**
 * Refuses masked values for a file or a pipe, unless `--masked` is given. A program that reads them would take them for real values:
 * kubectl would write `***` into the cluster. On a terminal a person sees the masks.
 * @throws GantryError `input/usage`
 */
export function refuseSilentMasks(holdsMasks: boolean, {masked, reveal}: SecretValuesFlags, session: Session): void {
  if (!holdsMasks || masked === true || reveal === true || session.onTerminal) return;
  throw usageError(
    'The output contains Secrets and goes to a file or another program, which would take the masks for the values.',
    'Pass --masked to write *** in place of the values, or --reveal to write the values.',
  );
}
