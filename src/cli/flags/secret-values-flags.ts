import type {Command} from 'commander';
import type {Session} from '../session.ts';
import {usageError} from '../usage.ts';

/** What is written in place of the values of Secrets. */
export type SecretValuesFlags = {readonly masked?: boolean; readonly reveal?: boolean};

/** Adds `--masked` and `--reveal`, for commands that print manifests. */
export const secretValuesFlags = (command: Command): Command =>
  command
    .option('--masked', 'values of Secrets as ***; a file or pipe that gets some needs this or --reveal')
    .option('--reveal', 'values of Secrets as they are written; references stay');

/** Whether values are shown. @throws GantryError `input/usage` for both flags at once. */
export function readReveal({masked = false, reveal = false}: SecretValuesFlags): boolean {
  if (masked && reveal) throw usageError('--masked and --reveal say the opposite of each other.');
  return reveal;
}

/**
 * A program that reads masked values would take them for the values: kubectl would write `***` into the cluster. A terminal has
 * a reader who sees what they are.
 * @throws GantryError `input/usage`
 */
export function refuseSilentMasks(holdsMasks: boolean, {masked, reveal}: SecretValuesFlags, session: Session): void {
  if (!holdsMasks || masked === true || reveal === true || session.onTerminal) return;
  throw usageError(
    'The output holds Secrets, and it goes to a file or another program, which would take the masks for the values.',
    'Add --masked to write *** in place of the values, or --reveal to write the values.',
  );
}
