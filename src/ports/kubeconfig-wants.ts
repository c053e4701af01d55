import type {Want} from '../core/trust/want.ts';

/** The uses of this machine that the selected context of a kubeconfig requires. Nothing was run, read or sent. */
export type KubeconfigWants = {
  /**
   * `path`: the absolute path of the file to read. Absent if its content is sent to the server. `words`: the program with its
   * arguments and the values of its variables. Files that they name are checked.
   */
  readonly wants: readonly (Want & {readonly path?: string | undefined; readonly words?: readonly string[]})[];
  /** The permission to send the contents of a stack to its server. */
  readonly server: Want;
};
