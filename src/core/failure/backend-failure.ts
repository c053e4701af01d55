import type {LockFacts} from '../release/lock-facts.ts';

/** The reasons why a backend, or a release history in it, cannot be used. */
export type BackendFailure =
  | ({readonly code: 'release/locked'} & LockFacts)
  | {readonly code: 'release/lease-lost'; readonly detail: string}
  | {
      readonly code: 'release/not-found';
      readonly detail: string;
      /** The workspace of the release, if it is not that of the run. */
      readonly workspace?: string;
    }
  | {readonly code: 'release/foreign-origin'; readonly expected: string; readonly found: string}
  /** Another user has a workspace with the name of the user's own one. */
  | {
      readonly code: 'release/other-user';
      readonly workspace: string;
      readonly history: string;
      /** The user who made the last release. */
      readonly by: string;
      /** The namespace of that release. */
      readonly theirs?: string;
      /** The namespace of the stack in the user's own workspace. */
      readonly namespace?: string;
    }
  | {
      readonly code: 'release/damaged';
      readonly key: string;
      readonly detail: string;
      /** True if the next plan starts from this release. */
      readonly isNeeded?: true;
      /** The newest readable revision before it. */
      readonly before?: number | undefined;
    }
  /** A document of a newer format. `needs` is the first Gantry that reads it, if the document names it. */
  | {readonly code: 'release/newer-format'; readonly key: string; readonly found: number; readonly needs?: string}
  /** An input or output error. A write may still have been done. `hint` replaces the default hint for directories. */
  | {readonly code: 'backend/io'; readonly detail: string; readonly hint?: string | undefined}
  /** The backend cannot store releases: it does not exist, is not reachable, or is not safe for concurrent runs. */
  | {readonly code: 'backend/unusable'; readonly backend: string; readonly problem: string; readonly hint: string}
  /** There is no credential, or the backend refuses it. */
  | {readonly code: 'backend/credential'; readonly backend: string; readonly problem: string; readonly hint: string}
  /** A missing permission. `action` has its name in the backend, `on` the key. */
  | {readonly code: 'backend/denied'; readonly backend: string; readonly action: string; readonly on: string}
  /** The backend is sealed, and this user has no key that opens it. `problems`: one for each way to open it. */
  | {
      readonly code: 'backend/sealed';
      readonly backend: string;
      readonly problems: readonly string[];
      readonly hint?: string;
    }
  /** The configuration declares encryption, but the key of the backend is stored in clear. */
  | {readonly code: 'backend/not-sealed'; readonly backend: string}
  /** A restore of the backend has not ended. `sha256`: the digest of its backup. */
  | {readonly code: 'backend/restoring'; readonly since: string; readonly sha256: string}
  /** A file is not a whole backup of a backend, or it contains documents that no run would accept. */
  | {readonly code: 'backend/bad-backup'; readonly file: string; readonly problem: string; readonly hint?: string}
  /** The backend is in the cluster of a workspace that no file defines. `known`: the workspaces in files. */
  | {
      readonly code: 'backend/no-workspace';
      readonly backend: string;
      readonly workspace: string;
      readonly known: readonly string[];
    }
  /** A release history that was migrated to the backend `to`. */
  | {readonly code: 'backend/moved'; readonly series: string; readonly to: string}
  /** Other documents exist under the same keys. */
  | {
      readonly code: 'backend/occupied';
      readonly backend: string;
      readonly keys: readonly string[];
      readonly hint?: string;
    };
