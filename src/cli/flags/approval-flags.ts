import type {Command} from 'commander';
import type {ApprovalOptions} from '../../app/protection/sign-approval.ts';
import {defined} from '../../lib/defined.ts';
import {checkApprovalFile} from '../approval-file.ts';
import {usageError} from '../usage.ts';
import type {Globals} from './globals.ts';
import {secondsFlag} from './seconds.ts';

/** The flags of an approval. */
export type ApprovalFlags = {readonly expires?: string; readonly key?: string; readonly save?: string};

/** Adds the flags of an approval. */
export const approvalFlags = (command: Command): Command =>
  command
    .option('--expires <time>', 'how long the approval can be used, at most 168h (default: 2h)')
    .option(
      '--key <file>',
      'the SSH key that signs; with an SSH agent, its public key; default: the first key in ~/.ssh',
    )
    .option('--save <file>', 'the file of the approval; default: the name of what is approved, with .approval');

const DEFAULT_SECONDS = 2 * 3600;
/** An approval is for a change that was just reviewed. */
const MOST_SECONDS = 7 * 24 * 3600;

/** Returns the options of an approval. @throws GantryError `input/usage` */
export function readApprovalFlags(
  {expires, key, save}: ApprovalFlags,
  {outsideWindows}: Pick<Globals, 'outsideWindows'>,
): ApprovalOptions & {readonly save?: string} {
  const expiresSeconds = expires === undefined ? DEFAULT_SECONDS : secondsFlag('--expires')(expires);
  if (expiresSeconds <= 0 || expiresSeconds > MOST_SECONDS)
    throw usageError(`--expires ${expires} is not a time from 1s to 168h (7 days).`, 'For example --expires 2h.');
  return {expiresSeconds, checkFile: checkApprovalFile, ...defined({key, save, outsideWindows})};
}
