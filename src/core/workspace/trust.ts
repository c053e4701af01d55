import {deepEqual} from '../../lib/deep-equal.ts';
import {logsIn} from './logs-in.ts';

/**
 * What a workspace lets others than its own user decide: a kubeconfig that was fetched, a program that gives secrets. Nothing
 * of it is allowed unless the workspace says so.
 */
export type Trust = {
  /**
   * Programs that may be run: names as they are called, or absolute paths, for those that log in (known-logins.ts) or are given no
   * arguments; a list is a program with exactly these arguments. `all`: whatever is named.
   */
  readonly programs: 'all' | readonly (string | readonly string[])[];
  /** A fetched kubeconfig may name files of this machine. */
  readonly localFiles: boolean;
  /** A fetched kubeconfig may leave its server unverified. */
  readonly insecureTls: boolean;
};

/** The default for fetched kubeconfigs: no program, no local file, no TLS check is skipped. */
export const TRUSTS_NOTHING: Trust = {programs: [], localFiles: false, insecureTls: false};

/** Whether a fetched kubeconfig may run a program with these arguments: a name alone would allow `git` any command of git's. */
export const mayRun = ({programs}: Trust, command: readonly string[]): boolean =>
  programs === 'all' ||
  programs.some((trusted) =>
    typeof trusted === 'string'
      ? trusted === command[0] && (command.length === 1 || logsIn(command))
      : deepEqual(trusted, command),
  );
