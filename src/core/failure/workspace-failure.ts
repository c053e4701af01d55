import type {ProtectedRefusal} from '../protection/protected-refusal.ts';
import type {HistoryNames} from '../release/history-names.ts';
import type {NotAllowed} from '../trust/not-allowed.ts';
import type {Unfetched} from './unfetched.ts';

/** A problem of a workspace, or of the connection to its cluster. */
export type WorkspaceFailure =
  /** No workspace is chosen. `unusedSwitch` is the one that the user switched to, which is ignored without a terminal. */
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
      /** The source that named it: `-w`, `GANTRY_WORKSPACE`, `stack.yaml`, `switch`. */
      readonly from?: string;
    }
  /** The user and others have workspaces with this name. `choices` has the names that lead to one of them, and where it is. */
  | {
      readonly code: 'workspace/ambiguous';
      readonly name: string;
      readonly choices: readonly {readonly name: string; readonly at: string}[];
      /** The source that named it, as for `workspace/not-found`. */
      readonly from?: string;
      /** True if one of them is chosen, but the releases of both would be one history. */
      readonly mixesReleases?: true;
    }
  /** The workspace exists. With `series`, only releases of a former workspace with this name exist. */
  | {readonly code: 'workspace/exists'; readonly name: string; readonly series?: readonly string[]}
  /** The stored workspaces differ from those that would be written. */
  | {readonly code: 'workspace/differs'; readonly names: readonly string[]; readonly backend: string}
  /** Another run wrote the workspace after it was read. */
  | {readonly code: 'workspace/changed'; readonly name: string}
  /** Other workspaces need this one. */
  | {readonly code: 'workspace/needed'; readonly name: string; readonly by: readonly string[]}
  | {readonly code: 'workspace/suspended'; readonly name: string}
  /** A protected workspace refuses a change. */
  | ({readonly code: 'workspace/protected'} & ProtectedRefusal)
  /** Credentials in plain text for a backend that others can read. */
  | {
      readonly code: 'workspace/plaintext';
      readonly name: string;
      readonly keys: readonly string[];
      readonly backend: string;
    }
  | {readonly code: 'workspace/in-use'; readonly name: string; readonly stacks: readonly string[]}
  /** Two workspaces of a run would write the same objects in one cluster. */
  | {
      readonly code: 'workspace/same-objects';
      readonly stacks: readonly [HistoryNames, HistoryNames];
      readonly server: string;
      readonly ids: readonly string[];
    }
  /** There is no kubeconfig at any level, or the chosen level is broken. `field` is the field that the user set. */
  | {
      readonly code: 'context/kubeconfig';
      readonly workspace: string;
      readonly field: string;
      readonly problem: string;
      /** The hint, if it is not the default one. */
      readonly hint?: string | undefined;
      /** True if the workspace was not created because of this. */
      readonly unmade?: true;
    }
  /** A value for programs or for the user's identity is not available. `field`: `context.AWS_SECRET_ACCESS_KEY`. */
  | {
      readonly code: 'context/value';
      readonly workspace: string;
      readonly field: string;
      readonly problem: string;
      readonly hint?: string | undefined;
    }
  /** A fetched kubeconfig needs a permission of the workspace. `allow` is the line that gives it. Absent: it cannot be allowed. */
  | {
      readonly code: 'context/untrusted';
      readonly workspace: string;
      readonly field: string;
      readonly from: string;
      readonly wants: readonly string[];
      readonly allow?: string;
    }
  /** A workspace that others may have written has wants without a consent of this user, or wants that are never allowed. */
  | ({readonly code: 'workspace/not-allowed'} & NotAllowed)
  /** The server of the kubeconfig denied access to it. */
  | ({readonly code: 'context/fetch-refused'} & Unfetched)
  /** The kubeconfig could not be fetched because of a connection problem. */
  | ({readonly code: 'context/fetch-failed'} & Unfetched);
