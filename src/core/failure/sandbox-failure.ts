/** The reasons why a sandbox cannot be used. */
export type SandboxFailure =
  /** No process serves the sandbox, which its kubeconfig and logins need. */
  | {readonly code: 'sandbox/not-served'; readonly name: string}
  /** Another process serves the sandbox. */
  | {readonly code: 'sandbox/in-use'; readonly name: string; readonly pid: number}
  /** The stored data of the sandbox is damaged. Nothing was changed. `file` is the damaged file. */
  | {readonly code: 'sandbox/damaged'; readonly name: string; readonly file: string; readonly problem: string}
  /** A newer Gantry created the sandbox. */
  | {
      readonly code: 'sandbox/newer';
      readonly name: string;
      readonly directory: string;
      readonly format: number;
      readonly known: number;
    }
  /** The directory of the sandbox cannot be used: wrong owner, not writable, or no space. */
  | {readonly code: 'sandbox/unusable'; readonly name: string; readonly directory: string; readonly problem: string}
  /** Another process holds the sandbox and does not respond. */
  | {readonly code: 'sandbox/silent'; readonly name: string; readonly pid?: number};
