import type {LockFacts} from '../release/lock-facts.ts';

/** The reasons why a backend, or a release history in it, cannot be used. */
export type BackendFailure =
  | ({readonly code: 'release/locked'} & LockFacts)
  | {readonly code: 'release/lease-lost'; readonly detail: string}
  | {readonly code: 'release/not-found'; readonly detail: string}
  | {readonly code: 'release/foreign-origin'; readonly expected: string; readonly found: string}
  | {
      readonly code: 'release/damaged';
      readonly key: string;
      readonly detail: string;
      /** The next plan starts from it. */
      readonly isNeeded?: true;
      /** The newest revision before it that can be read. */
      readonly before?: number | undefined;
    }
  /** `needs`: the first Gantry that reads it, where the document says so. */
  | {readonly code: 'release/newer-format'; readonly key: string; readonly found: number; readonly needs?: string}
  /** A write may have been done all the same. `hint`: what to do, where it is not what a directory needs. */
  | {readonly code: 'backend/io'; readonly detail: string; readonly hint?: string | undefined}
  /** What is named is no place for releases: not there, not reached this way, or not safe for two at a time. */
  | {readonly code: 'backend/unusable'; readonly backend: string; readonly problem: string; readonly hint: string}
  /** No credential, or one that the backend does not take. */
  | {readonly code: 'backend/credential'; readonly backend: string; readonly problem: string; readonly hint: string}
  /** `action`: the right that is missing, in the words of the backend; `on`: the key. */
  | {readonly code: 'backend/denied'; readonly backend: string; readonly action: string; readonly on: string}
  /** `to`: where its releases are kept since. */
  | {readonly code: 'backend/moved'; readonly series: string; readonly to: string}
  /** Something else lies there already under the same keys. */
  | {readonly code: 'backend/occupied'; readonly backend: string; readonly keys: readonly string[]};
