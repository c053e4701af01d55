import type {Want} from '../core/trust/want.ts';

/** What the chosen context of a kubeconfig wants of this machine. Nothing was run, read or sent. */
export type KubeconfigWants = {
  /** `path`: the file that is wanted, absolute. `command`: the program with its arguments, to be looked at. */
  readonly wants: readonly (Want & {readonly path?: string; readonly command?: readonly string[]})[];
  /** That its server is sent what a stack holds. */
  readonly server: Want;
};
