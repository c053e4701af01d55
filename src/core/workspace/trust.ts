import {deepEqual} from '../../lib/deep-equal.ts';
import {logsIn} from './logs-in.ts';

/**
 * The permissions that a workspace gives to fetched kubeconfigs and to programs of secret stores. Nothing is allowed unless the workspace
 * allows it.
 */
export type Trust = {
  /**
   * The allowed programs. A name or an absolute path allows a program that logs in (logs-in.ts) or has no arguments. A list allows a
   * program with exactly these arguments. `all` allows any program.
   */
  readonly programs: 'all' | readonly (string | readonly string[])[];
  /** True if a fetched kubeconfig may name files of this machine. */
  readonly localFiles: boolean;
  /** True if a fetched kubeconfig may skip the verification of its server. */
  readonly insecureTls: boolean;
};

/** The default for fetched kubeconfigs: no program, no local file, no TLS check is skipped. */
export const TRUSTS_NOTHING: Trust = {programs: [], localFiles: false, insecureTls: false};

/** Reports whether a fetched kubeconfig may run a program with these arguments. A name alone would allow any command of `git`. */
export const mayRun = ({programs}: Trust, command: readonly string[]): boolean =>
  programs === 'all' ||
  programs.some((trusted) =>
    typeof trusted === 'string'
      ? trusted === command[0] && (command.length === 1 || logsIn(command))
      : deepEqual(trusted, command),
  );
