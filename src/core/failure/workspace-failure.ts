import type {NotAllowed} from '../trust/not-allowed.ts';
import type {Unfetched} from './unfetched.ts';

/** A problem of a workspace, or of the connection to its cluster. */
export type WorkspaceFailure =
  /** `unusedSwitch`: what the user switched to, which does not count without a terminal. */
  | {
      readonly code: 'workspace/not-chosen';
      readonly known: readonly string[];
      readonly unusedSwitch?: string | undefined;
    }
  | {
      readonly code: 'workspace/not-found';
      readonly name: string;
      readonly known: readonly string[];
      readonly looked: readonly string[];
      /** What named it: `-w`, `GANTRY_WORKSPACE`, `stack.yaml`, `switch`. */
      readonly from?: string;
    }
  /** `series`: not the workspace itself is there, but releases of an earlier one of that name. */
  | {readonly code: 'workspace/exists'; readonly name: string; readonly series?: readonly string[]}
  /** Those that are kept already say something else than what would be written. */
  | {readonly code: 'workspace/differs'; readonly names: readonly string[]; readonly backend: string}
  /** Another run wrote it between our reading and our writing. */
  | {readonly code: 'workspace/changed'; readonly name: string}
  /** Others cannot be read, or lead nowhere, without it. */
  | {readonly code: 'workspace/needed'; readonly name: string; readonly by: readonly string[]}
  | {readonly code: 'workspace/suspended'; readonly name: string}
  /** Credentials in plain text, for a backend that others read as well. */
  | {
      readonly code: 'workspace/plaintext';
      readonly name: string;
      readonly keys: readonly string[];
      readonly backend: string;
    }
  | {readonly code: 'workspace/in-use'; readonly name: string; readonly stacks: readonly string[]}
  /** No kubeconfig at any level, or the chosen level is broken. `field` names what the user set. */
  | {
      readonly code: 'context/kubeconfig';
      readonly workspace: string;
      readonly field: string;
      readonly problem: string;
      /** What to do, where it is not the same for all problems. */
      readonly hint?: string | undefined;
      /** The workspace was to be made, and was not. */
      readonly unmade?: true;
    }
  /** A value for programs, or for the user's identity, cannot be had. `field`: `context.AWS_SECRET_ACCESS_KEY`. */
  | {
      readonly code: 'context/value';
      readonly workspace: string;
      readonly field: string;
      readonly problem: string;
      readonly hint?: string | undefined;
    }
  /** A kubeconfig that was fetched wants what the workspace does not allow it. `allow`: the line that would; absent: nobody may. */
  | {
      readonly code: 'context/untrusted';
      readonly workspace: string;
      readonly field: string;
      readonly from: string;
      readonly wants: readonly string[];
      readonly allow?: string;
    }
  /** A workspace that others may have written wants what this user has not allowed, or what nobody may. */
  | ({readonly code: 'workspace/not-allowed'} & NotAllowed)
  /** Who has the kubeconfig does not give it to us. */
  | ({readonly code: 'context/fetch-refused'} & Unfetched)
  /** The way to it is broken, or was at that moment. */
  | ({readonly code: 'context/fetch-failed'} & Unfetched);
