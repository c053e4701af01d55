import type {Diagnostic} from '../diagnostic/diagnostic.ts';
import type {MissingPermission} from '../plan/missing-permission.ts';
import type {Blocked, Change} from '../plan/plan.ts';
import type {UntrustedDocument} from '../release/untrusted-document.ts';

import type {Resource} from '../resource/resource.ts';
import type {UnsignedList} from '../trust/unsigned-list.ts';
import type {BackendFailure} from './backend-failure.ts';
import type {CredentialFailure} from './credential-failure.ts';
import type {NotSigned} from './not-signed.ts';
import type {ObjectFailure} from './object-failure.ts';
import type {OtherCluster} from './other-cluster.ts';
import type {SandboxFailure} from './sandbox-failure.ts';
import type {
  ExternalChanged,
  SharedClaimRefused,
  SharedClaimToMake,
  SharedInUse,
  SharedNotFound,
  SharedNotUsable,
} from './shared-failure.ts';
import type {TerraformFailure} from './terraform-failure.ts';
import type {WorkspaceFailure} from './workspace-failure.ts';

/** A change that lacks a permission, with the data that a user needs for a decision. */
export type BlockedChange = Pick<Change, 'id' | 'action' | 'fields'> & Blocked;

/** The reason why an object cannot be imported, and the command that the user may need instead. */
export type RefusedImport = Pick<Change, 'id' | 'fields'> & {readonly because: string; readonly instead?: string};

/**
 * A failure as a closed union of facts. A total table in ui (src/ui/failure-text.ts) has the texts, and one in cli (src/cli/exit-code.ts)
 * the exit codes. A new code does not compile until both have it.
 */
export type Failure =
  /** The user's files or flags are not valid. It has all problems. */
  | {readonly code: 'input/invalid'; readonly diagnostics: readonly Diagnostic[]}
  | {readonly code: 'input/usage'; readonly message: string; readonly hint?: string | undefined}
  | {readonly code: 'input/confirmation-needed'; readonly flag: string}
  | WorkspaceFailure
  /** A list of digests without the required signature. */
  | ({readonly code: 'consent/not-signed'} & UnsignedList)
  /** An operation that is refused in an untrusted checkout. Nothing was done. */
  | {readonly code: 'untrusted/refused'; readonly problem: string; readonly hint: string}
  /** The base commit of an untrusted checkout is not in the clone. */
  | {
      readonly code: 'untrusted/no-base';
      /** The short name of the base: `main`. */
      readonly base: string;
      /** The flag or the variable that named it. */
      readonly from: string;
      readonly problem: string;
      /** The command that fetches the commit. */
      readonly fetch: string;
    }
  /** Access to secrets was denied. It has all secrets that cannot be read, each with its own code. */
  | {readonly code: 'secret/denied'; readonly diagnostics: readonly Diagnostic[]}
  /** No secret store gave a complete response. */
  | {readonly code: 'secret/unreachable'; readonly diagnostics: readonly Diagnostic[]}
  | CredentialFailure
  | {
      readonly code: 'permission/denied';
      readonly server: string;
      readonly action: string;
      readonly detail: string;
      readonly resource?: string;
      /** All missing permissions of a plan, before anything was written. `diagnostics` has their texts. */
      readonly denials?: readonly MissingPermission[];
      readonly diagnostics?: readonly Diagnostic[];
    }
  | {
      readonly code: 'cluster/unreachable';
      readonly server: string;
      readonly detail: string;
      /** The group version whose APIService does not respond. Absent: the whole cluster. */
      readonly api?: string;
      /** True if the response to a write was lost, so the write may have been done. */
      readonly maybeExecuted?: true;
    }
  /** A response that was not read completely. Nothing of it was used. */
  | {
      readonly code: 'cluster/answer-too-large';
      readonly server: string;
      readonly detail: string;
      /** True for the response to a write, which may have been done. */
      readonly maybeExecuted?: true;
    }
  | {readonly code: 'cluster/tls'; readonly server: string; readonly detail: string}
  | SharedInUse
  | ExternalChanged
  | SharedNotFound
  | SharedNotUsable
  | SharedClaimToMake
  | SharedClaimRefused
  | OtherCluster
  | SandboxFailure
  | TerraformFailure
  | ObjectFailure
  /** The live object changed after the plan. For a saved plan, `diagnostics` has each changed input. */
  | {
      readonly code: 'plan/stale';
      readonly resource?: string;
      readonly detail: string;
      readonly diagnostics?: readonly Diagnostic[];
    }
  /** A saved plan that cannot be used: not a plan, truncated, edited, from a newer Gantry, or of another backend. */
  | {
      readonly code: 'plan/unreadable';
      readonly file: string;
      readonly problem: string;
      readonly hint?: string | undefined;
    }
  | {readonly code: 'plan/blocked'; readonly blocked: readonly BlockedChange[]}
  /** Live objects that cannot be imported as they are. Nothing was written. */
  | {readonly code: 'import/refused'; readonly refused: readonly RefusedImport[]}
  | BackendFailure
  /** A stack has this name already: its files are in `directory`, or the backend has its releases (`series`). */
  | {
      readonly code: 'stack/exists';
      readonly name: string;
      readonly directory?: string;
      readonly series?: readonly string[];
    }
  /** A resource that a release history (`series`: project/stack/workspace) does not have. */
  | {readonly code: 'resource/not-found'; readonly series: string; readonly id: string; readonly nearest?: string}
  | {
      readonly code: 'resource/no-such-field';
      readonly id: string;
      readonly path: string;
      readonly nearest: readonly string[];
    }
  /** Resources of a type from a later version. This version can show them, but cannot plan or delete them. */
  | {readonly code: 'resource/no-runtime'; readonly type: Resource['type']; readonly resources: readonly string[]}
  | UntrustedDocument
  | NotSigned
  /** Some resources were applied, others failed or were skipped. The release has the details. */
  | {
      readonly code: 'apply/partial';
      readonly failed: readonly string[];
      readonly skipped: readonly string[];
      readonly causes: readonly Failure[];
      /** True if the run stopped before its first write. */
      readonly nothingWritten?: true;
      /** True if objects were written but no release could be recorded. The next run finds them. */
      readonly unrecorded?: true;
      /** True if the run deletes all objects of the stack. */
      readonly destroying?: true;
    }
  /** The time limit of the run was reached before this resource was written. */
  | {readonly code: 'apply/timeout'; readonly seconds: number}
  | {readonly code: 'forward/port-taken'; readonly port: number; readonly detail: string}
  | {readonly code: 'forward/impossible'; readonly detail: string}
  /** A command of `gantry exec` that does not exist (exit code 127) or is not executable (126), as in a shell. */
  | {readonly code: 'program/missing'; readonly command: string}
  | {readonly code: 'program/not-executable'; readonly command: string}
  /** A directory for files of programs, `$GANTRY_HOME/run` or `$GANTRY_HOME/bin`, cannot be used. */
  | {readonly code: 'program/no-place'; readonly path: string; readonly problem: string}
  /** The user's kubeconfig could not be changed. It is unchanged. */
  | {readonly code: 'kubeconfig/not-written'; readonly file: string; readonly problem: string}
  /** Objects that did not become ready in time. `of` is the number of awaited objects. */
  | {
      readonly code: 'wait/unmet';
      readonly until: 'ready' | 'deleted';
      readonly resources: readonly string[];
      readonly of: number;
      readonly causes: readonly Failure[];
    }
  /** The run was cancelled. `run` has its progress. Absent if nothing was written. */
  | {
      readonly code: 'cancelled';
      readonly signal: 'SIGINT' | 'SIGTERM';
      readonly run?: {readonly operation: 'apply' | 'destroy'; readonly done: number; readonly total: number};
    };

/** The codes of all failures, as `error.code` in JSON output. */
export type FailureCode = Failure['code'];

/** The exception that Gantry throws for a failure. Any other exception is a bug (exit code 70). */
export class GantryError extends Error {
  readonly failure: Failure;

  /** The code of the failure: `cluster/unreachable`. */
  get code(): FailureCode {
    return this.failure.code;
  }

  constructor(failure: Failure, options?: {readonly cause?: unknown}) {
    super(failure.code, options);
    this.name = 'GantryError';
    this.failure = failure;
  }
}
