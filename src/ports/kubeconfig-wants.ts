import type {Want} from '../core/trust/want.ts';

/** What the chosen context of a kubeconfig wants of this machine. Nothing was run, read or sent. */
export type KubeconfigWants = {
  /**
   * `path`: the file that is wanted, absolute; absent where its content is sent to the server. `words`: the program with its arguments and
   * the values of its variables: files that they name are looked at.
   */
  readonly wants: readonly (Want & {readonly path?: string | undefined; readonly words?: readonly string[]})[];
  /** That its server is sent what a stack holds. */
  readonly server: Want;
};
