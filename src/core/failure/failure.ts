import type {Diagnostic} from '../diagnostic/diagnostic.ts';
import type {Denial} from '../plan/denial.ts';
import type {Blocked, Change} from '../plan/plan.ts';
import type {LockFacts} from '../release/lock-facts.ts';
import type {UntrustedDocument} from '../release/untrusted.ts';
import type {NotAllowed} from '../trust/not-allowed.ts';
import type {UnsignedList} from '../trust/unsigned-list.ts';
import type {OtherCluster} from './other-cluster.ts';
import type {Trouble} from './trouble.ts';
import type {Unfetched} from './unfetched.ts';

/** A change that lacks a permission, and what of it a person has to judge. */
export type BlockedChange = Pick<Change, 'id' | 'action' | 'fields'> & Blocked;

/** Why one object cannot be imported, and the command that does what was perhaps meant. */
export type RefusedImport = Pick<Change, 'id' | 'fields'> & {readonly because: string; readonly instead?: string};

/**
 * What the world, or the input, refused: a closed union of facts. The words for people stand in one total table in ui
 * (src/ui/failure-text.ts), the exit codes in another in cli (src/cli/exit-code.ts), so that a new code does not compile
 * until it is explained.
 */
export type Failure =
  /** The user's files or flags are wrong; all problems at once. */
  | {readonly code: 'input/invalid'; readonly diagnostics: readonly Diagnostic[]}
  | {readonly code: 'input/usage'; readonly message: string; readonly hint?: string}
  | {readonly code: 'input/confirmation-needed'; readonly flag: string}
  /** `unusedSwitch`: what the user switched to, which does not count without a terminal. */
  | {readonly code: 'workspace/not-chosen'; readonly known: readonly string[]; readonly unusedSwitch?: string}
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
      readonly hint?: string;
      /** The workspace was to be made, and was not. */
      readonly unmade?: true;
    }
  /** A value for programs, or for the user's identity, cannot be had. `field`: `context.AWS_SECRET_ACCESS_KEY`. */
  | {
      readonly code: 'context/value';
      readonly workspace: string;
      readonly field: string;
      readonly problem: string;
      readonly hint?: string;
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
  /** Who has the kubeconfig does not give it to us. */
  | ({readonly code: 'context/fetch-refused'} & Unfetched)
  /** The way to it is broken, or was at that moment. */
  | ({readonly code: 'context/fetch-failed'} & Unfetched)
  /** Secrets that are not given to us, and with them all others that cannot be read either: each with its own code. */
  | {readonly code: 'secret/denied'; readonly diagnostics: readonly Diagnostic[]}
  /** Of no store that was asked for them came a whole answer. */
  | {readonly code: 'secret/unreachable'; readonly diagnostics: readonly Diagnostic[]}
  | {
      readonly code: 'credential/refused';
      readonly server: string;
      readonly detail: string;
      /** No credential was obtained, so the server was not asked. */
      readonly notSent?: true;
    }
  /** `issuer`: of a token that stands for the user's own identity, and that Gantry cannot renew. */
  | {
      readonly code: 'credential/expired';
      readonly server: string;
      readonly what: string;
      readonly since: string;
      readonly issuer?: string;
    }
  /** The workspace wants the user's own identity, and there is none here. `because`: what was looked for besides a login. */
  | {
      readonly code: 'credential/none';
      readonly workspace: string;
      readonly issuer: string;
      readonly because?: string;
    }
  /** There was a login, and its token cannot be had again. `since`: when the last one ended. */
  | {
      readonly code: 'credential/login-ended';
      readonly workspace: string;
      readonly issuer: string;
      readonly detail: string;
      readonly since?: string;
    }
  /** The token has not ended, and the cluster does not take it: it trusts another issuer, or another client. */
  | {
      readonly code: 'credential/untrusted';
      readonly server: string;
      readonly issuer: string;
      readonly clientId: string;
      readonly until?: string;
      /** Whose token it is instead, as it says itself. */
      readonly from?: string;
      readonly detail?: string;
    }
  /** The token was made for others than the client that the workspace names. */
  | {
      readonly code: 'credential/wrong-audience';
      readonly server: string;
      readonly audience: readonly string[];
      readonly clientId: string;
    }
  /** The provider of identities said no, or something that must not be believed. */
  | {readonly code: 'identity/refused'; readonly issuer: string; readonly detail: string; readonly hint?: string}
  | {readonly code: 'identity/unreachable'; readonly issuer: string; readonly detail: string; readonly hint?: string}
  /** The file of a login, or its directory, cannot be read or written. */
  | {readonly code: 'identity/not-kept'; readonly directory: string; readonly detail: string}
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
  | {readonly code: 'sandbox/silent'; readonly name: string; readonly pid?: number}
  /** The server refused an object before anything was written. */
  | {readonly code: 'object/refused'; readonly diagnostics: readonly Diagnostic[]}
  /** The server refused an object while it was written. */
  | {readonly code: 'object/write-refused'; readonly resource: string; readonly status: number; readonly detail: string}
  | {
      readonly code: 'object/not-ready';
      readonly resource: string;
      readonly detail: string;
      readonly seconds: number;
      /** Whose time was over: that of each resource, that of its health rule, or that of the whole run. */
      readonly limit?: 'resource' | 'rule' | 'run';
      readonly trouble?: Trouble;
    }
  /** It is being deleted, and still there when the time was over. */
  | {
      readonly code: 'object/not-gone';
      readonly resource: string;
      readonly detail: string;
      readonly seconds: number;
      readonly limit?: 'resource' | 'rule' | 'run';
    }
  | {readonly code: 'object/failed'; readonly resource: string; readonly detail: string; readonly trouble?: Trouble}
  /** The live object is not the one that the plan saw. Of a saved plan: `diagnostics` names each thing that moved. */
  | {
      readonly code: 'plan/stale';
      readonly resource?: string;
      readonly detail: string;
      readonly diagnostics?: readonly Diagnostic[];
    }
  /** A saved plan that cannot be used: not one, cut, edited, of a newer Gantry, or of another backend. */
  | {readonly code: 'plan/unreadable'; readonly file: string; readonly problem: string; readonly hint?: string}
  | {readonly code: 'plan/blocked'; readonly blocked: readonly BlockedChange[]}
  /** Live objects that cannot join the stack as they are; nothing was written. */
  | {readonly code: 'import/refused'; readonly refused: readonly RefusedImport[]}
  | ({readonly code: 'release/locked'} & LockFacts)
  | {readonly code: 'release/lease-lost'; readonly detail: string}
  | {readonly code: 'release/not-found'; readonly detail: string}
  /** `series`: project/stack/workspace. */
  | {readonly code: 'resource/not-found'; readonly series: string; readonly id: string; readonly nearest?: string}
  | {
      readonly code: 'resource/no-such-field';
      readonly id: string;
      readonly path: string;
      readonly nearest: readonly string[];
    }
  | {readonly code: 'release/foreign-origin'; readonly expected: string; readonly found: string}
  | {
      readonly code: 'release/damaged';
      readonly key: string;
      readonly detail: string;
      /** The next plan starts from it. */
      readonly isNeeded?: true;
      /** The newest revision before it that can be read. */
      readonly before?: number;
    }
  | UntrustedDocument
  /** `needs`: the first Gantry that reads it, where the document says so. */
  | {readonly code: 'release/newer-format'; readonly key: string; readonly found: number; readonly needs?: string}
  /** A write may have been done all the same. `hint`: what to do, where it is not what a directory needs. */
  | {readonly code: 'backend/io'; readonly detail: string; readonly hint?: string}
  /** What is named is no place for releases: not there, not reached this way, or not safe for two at a time. */
  | {readonly code: 'backend/unusable'; readonly backend: string; readonly problem: string; readonly hint: string}
  /** No credential, or one that the backend does not take. */
  | {readonly code: 'backend/credential'; readonly backend: string; readonly problem: string; readonly hint: string}
  /** `action`: the right that is missing, in the words of the backend; `on`: the key. */
  | {readonly code: 'backend/denied'; readonly backend: string; readonly action: string; readonly on: string}
  /** `to`: where its releases are kept since. */
  | {readonly code: 'backend/moved'; readonly series: string; readonly to: string}
  /** Something else lies there already under the same keys. */
  | {readonly code: 'backend/occupied'; readonly backend: string; readonly keys: readonly string[]}
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
  /** A kubeconfig that logs in by Gantry leads to something else than the workspace does. `differs`: the server, its CA, TLS. */
  | {
      readonly code: 'credential/not-for';
      readonly workspace: string;
      readonly server: string;
      readonly asked: string;
      readonly differs: string;
    }
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
