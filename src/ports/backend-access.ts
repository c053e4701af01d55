import type {AccessRule} from '../core/backend/access-rules.ts';
import type {JsonObject} from '../core/json.ts';

/** Permissions that a system is to grant. */
export type GrantRequest = {
  /** The name of what is created: `gantry-reader`. */
  readonly name: string;
  readonly rules: readonly AccessRule[];
  /** The users, in the notation of the system. Empty: the permissions without users. */
  readonly subjects: readonly string[];
};

/** Permissions in the form that the tools of a system take. */
export type Grants =
  /** Manifests for `kubectl apply`. */
  | {readonly form: 'manifests'; readonly manifests: readonly JsonObject[]}
  /** A policy of a bucket, or of a user. */
  | {readonly form: 'policy'; readonly policy: JsonObject}
  /** Lines for a POSIX shell. */
  | {readonly form: 'commands'; readonly commands: readonly string[]};

/** The way to try the permission to write. */
export type AccessTrial =
  /** The backend asks its server, and no document is written. */
  | {readonly by: 'review'}
  /**
   * Writes whose condition cannot be met: the server checks permissions before conditions. `version`: one that no document has. `both`: replacing
   * needs the permission to delete as well.
   */
  | {readonly by: 'condition'; readonly version: string; readonly both?: true}
  /** A document that is written and deleted. */
  | {readonly by: 'document'}
  /** Writes leave something behind. `because`: what. */
  | {readonly by: 'nothing'; readonly because: string};
