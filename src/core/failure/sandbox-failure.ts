/** The reasons why a sandbox cannot be used. */
export type SandboxFailure =
  /** A kubeconfig or a login of a sandbox is of use only while somebody serves it. */
  | {readonly code: 'sandbox/not-served'; readonly name: string}
  /** Another process serves it. */
  | {readonly code: 'sandbox/in-use'; readonly name: string; readonly pid: number}
  /** What is kept of it is not what was written; nothing of it was changed. `file`: which one. */
  | {readonly code: 'sandbox/damaged'; readonly name: string; readonly file: string; readonly problem: string}
  /** A newer Gantry made it. */
  | {
      readonly code: 'sandbox/newer';
      readonly name: string;
      readonly directory: string;
      readonly format: number;
      readonly known: number;
    }
  /** Its directory cannot be used: not ours, not writable, no space. */
  | {readonly code: 'sandbox/unusable'; readonly name: string; readonly directory: string; readonly problem: string}
  /** Another process has it and does not answer. */
  | {readonly code: 'sandbox/silent'; readonly name: string; readonly pid?: number};
