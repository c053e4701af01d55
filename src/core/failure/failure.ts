import type {Diagnostic} from '../diagnostic/diagnostic.ts';
import type {Denial} from '../plan/denial.ts';
import type {Blocked, Change} from '../plan/plan.ts';
import type {UntrustedDocument} from '../release/untrusted-document.ts';

import type {Resource} from '../resource/resource.ts';
import type {UnsignedList} from '../trust/unsigned-list.ts';
import type {BackendFailure} from './backend-failure.ts';
import type {CredentialFailure} from './credential-failure.ts';
import type {ObjectFailure} from './object-failure.ts';
import type {OtherCluster} from './other-cluster.ts';
import type {SandboxFailure} from './sandbox-failure.ts';
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
  /** The user's files or flags are wrong; all problems at once. */
  | {readonly code: 'input/invalid'; readonly diagnostics: readonly Diagnostic[]}
  | {readonly code: 'input/usage'; readonly message: string; readonly hint?: string | undefined}
  | {readonly code: 'input/confirmation-needed'; readonly flag: string}
  | WorkspaceFailure
  /** A list of digests without the signature that has to be there. */
  | ({readonly code: 'consent/not-signed'} & UnsignedList)
  /** In an untrusted checkout. Nothing of it was done. */
  | {readonly code: 'untrusted/refused'; readonly problem: string; readonly hint: string}
  /** The commit that says what an untrusted checkout may do is not in the clone. */
  | {
      readonly code: 'untrusted/no-base';
      /** As people call it: `main`. */
      readonly base: string;
      /** What named it. */
      readonly from: string;
      readonly problem: string;
      /** The command that repairs it. */
      readonly fetch: string;
    }
  /** Secrets that are not given to us, and with them all others that cannot be read either: each with its own code. */
  | {readonly code: 'secret/denied'; readonly diagnostics: readonly Diagnostic[]}
  /** Of no store that was asked for them came a whole answer. */
  | {readonly code: 'secret/unreachable'; readonly diagnostics: readonly Diagnostic[]}
  | CredentialFailure
  | {
      readonly code: 'permission/denied';
      readonly server: string;
      readonly action: string;
      readonly detail: string;
      readonly resource?: string;
      /** Of a plan, before anything was written: all that it lacks; `diagnostics` says each in words. */
      readonly denials?: readonly Denial[];
      readonly diagnostics?: readonly Diagnostic[];
    }
  | {
      readonly code: 'cluster/unreachable';
      readonly server: string;
      readonly detail: string;
      /** Only this group version of it: the Service of its APIService does not answer. */
      readonly api?: string;
      /** A write was sent and its answer lost: it may have been done. */
      readonly maybeExecuted?: true;
    }
  /** It was not read to its end; nothing of it was used. */
  | {
      readonly code: 'cluster/answer-too-large';
      readonly server: string;
      readonly detail: string;
      /** It was the answer to a write, which was done, or refused. */
      readonly maybeExecuted?: true;
    }
  | {readonly code: 'cluster/tls'; readonly server: string; readonly detail: string}
  | OtherCluster
  | SandboxFailure
  | ObjectFailure
  /** The live object is not the one that the plan saw. Of a saved plan: `diagnostics` names each thing that moved. */
  | {
      readonly code: 'plan/stale';
      readonly resource?: string;
      readonly detail: string;
      readonly diagnostics?: readonly Diagnostic[];
    }
  /** A saved plan that cannot be used: not one, cut, edited, of a newer Gantry, or of another backend. */
  | {
      readonly code: 'plan/unreadable';
      readonly file: string;
      readonly problem: string;
      readonly hint?: string | undefined;
    }
  | {readonly code: 'plan/blocked'; readonly blocked: readonly BlockedChange[]}
  /** Live objects that cannot join the stack as they are; nothing was written. */
  | {readonly code: 'import/refused'; readonly refused: readonly RefusedImport[]}
  | BackendFailure
  /** `series`: project/stack/workspace. */
  | {readonly code: 'resource/not-found'; readonly series: string; readonly id: string; readonly nearest?: string}
  | {
      readonly code: 'resource/no-such-field';
      readonly id: string;
      readonly path: string;
      readonly nearest: readonly string[];
    }
  /** A later version released them: this one can show them, and neither plan nor delete them. */
  | {readonly code: 'resource/no-runtime'; readonly type: Resource['type']; readonly resources: readonly string[]}
  | UntrustedDocument
  /** Some resources were applied, others failed or were skipped; the release says which. */
  | {
      readonly code: 'apply/partial';
      readonly failed: readonly string[];
      readonly skipped: readonly string[];
      readonly causes: readonly Failure[];
      /** The run stopped before its first write. */
      readonly nothingWritten?: true;
      /** Objects were written, and no release could be recorded: the next run finds them. */
      readonly unrecorded?: true;
      /** The run deletes all that the stack holds. */
      readonly destroying?: true;
    }
  /** The time of the whole run was over before this was written. */
  | {readonly code: 'apply/timeout'; readonly seconds: number}
  | {readonly code: 'forward/port-taken'; readonly port: number; readonly detail: string}
  | {readonly code: 'forward/impossible'; readonly detail: string}
  /** A command for `gantry exec`, as a shell would say it: 127 and 126. */
  | {readonly code: 'program/missing'; readonly command: string}
  | {readonly code: 'program/not-executable'; readonly command: string}
  /** Where files for programs would lie: `$GANTRY_HOME/run`. */
  | {readonly code: 'program/no-place'; readonly path: string; readonly problem: string}
  /** A kubeconfig of the user that was to be changed; it is as it was. */
  | {readonly code: 'kubeconfig/not-written'; readonly file: string; readonly problem: string}
  /** `of`: how many were waited for. */
  | {
      readonly code: 'wait/unmet';
      readonly until: 'ready' | 'deleted';
      readonly resources: readonly string[];
      readonly of: number;
      readonly causes: readonly Failure[];
    }
  /** `run`: what it had begun to do. Absent before anything was written. */
  | {
      readonly code: 'cancelled';
      readonly signal: 'SIGINT' | 'SIGTERM';
      readonly run?: {readonly operation: 'apply' | 'destroy'; readonly done: number; readonly total: number};
    };

/** The codes of all failures, as `error.code` in JSON output. */
export type FailureCode = Failure['code'];

/** The one exception that Gantry throws on purpose. Anything else that is thrown is a bug (exit 70). */
export class GantryError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: {readonly cause?: unknown}) {
    super(failure.code, options);
    this.name = 'GantryError';
    this.failure = failure;
  }
}
