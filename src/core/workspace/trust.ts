/**
 * What a workspace lets others than its own user decide: a kubeconfig that was fetched, a program that gives secrets. Nothing
 * of it is allowed unless the workspace says so.
 */
export type Trust = {
  /** Programs that may be run: names as they are called, or absolute paths; `all`: whatever is named. */
  readonly programs: 'all' | readonly string[];
  /** A fetched kubeconfig may name files of this machine. */
  readonly localFiles: boolean;
  /** A fetched kubeconfig may leave its server unverified. */
  readonly insecureTls: boolean;
};

export const TRUSTS_NOTHING: Trust = {programs: [], localFiles: false, insecureTls: false};

export const mayRun = ({programs}: Trust, program: string): boolean => programs === 'all' || programs.includes(program);
