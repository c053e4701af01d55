import type {AccessRule} from '../core/backend/access-rules.ts';
import type {Failure} from '../core/failure/failure.ts';
import type {Admit} from '../core/protection/guarded-change.ts';
import type {FoundProtection} from '../core/protection/protection.ts';
import type {BackendEncryption} from './key-wrapper.ts';
import type {RecentReleases} from './recent-releases.ts';
import type {SeenHistoryStore} from './seen-history.ts';
import type {Signing} from './signing.ts';

/** A stored value and the version that a later conditional write must name. */
export type Stored = {readonly value: Uint8Array; readonly version: string};

/**
 * A storage for workspaces, releases and locks: a key-value store with compare-and-set. Keys are relative paths
 * (`releases/<lineage>/head.json`). The interface is small, so that a directory, a bucket or Secrets can implement it.
 */
export type Backend = {
  /** The name for users: `local (~/.gantry)`. */
  readonly name: string;
  /** The place that signatures of releases name, if the name differs between the machines that use the backend. */
  readonly place?: string;
  /** True if only the user who runs Gantry can read it. */
  readonly isPrivate?: true;
  /** The absolute path of a backend that is a directory on this machine. */
  readonly directory?: string | undefined;
  /** The heads of release histories that this machine has seen. Set by the function that opens a backend for a run. */
  readonly seen?: SeenHistoryStore;
  /** The names in its release histories, for completion. Set when a run opens it; absent in untrusted mode. */
  readonly recent?: RecentReleases;
  /**
   * Permits a change of the releases or the documents of a workspace. Set by the function that opens a backend for a run. Every function that
   * locks a release history calls it first.
   * @throws GantryError workspace/protected
   */
  readonly admit?: Admit;
  /**
   * Tells the guard of the protection of a chosen workspace, whose file may be in none of the usual places. Set together with `admit`; it must be
   * called before the workspace can be changed.
   */
  readonly noteProtection?: (workspace: string, found: FoundProtection) => void;
  /** The signatures of releases. Set by the function that opens a backend for a run. */
  readonly signing?: Signing;
  /** The configuration by which another process opens it, with its secrets. Set by the function that opens a backend for a run. */
  readonly opener?: unknown;
  /** The encryption of its secret values. Set by the function that opens a backend for a run. */
  readonly encryption?: BackendEncryption;
  /** True if it is sealed and only shown, by a user without a key: the MACs of its documents are not checked. */
  readonly isUnverified?: true;
  /** Returns, as text, who else can read or replace a stored key, as far as the backend can determine it. */
  readonly exposure?: (key: string) => Promise<string | undefined>;
  /** The namespace, if the backend is in a cluster. The backend is deleted with that namespace. */
  readonly namespace?: string;
  readonly get: (key: string) => Promise<Stored | undefined>;
  /**
   * Writes only if the stored version still is `expected` (`undefined`: only if the key does not exist). Returns the new version,
   * or `'conflict'`.
   */
  readonly put: (
    key: string,
    value: Uint8Array,
    expected: string | undefined,
  ) => Promise<{readonly version: string} | 'conflict'>;
  readonly delete: (key: string, expected: string) => Promise<'deleted' | 'conflict'>;
  /** Lists the keys under a prefix, sorted. */
  readonly list: (prefix: string) => Promise<readonly string[]>;
  /** Returns the failure for permissions that the rules contain and the server denies. It only asks the server. Absent: trial requests find it out. */
  readonly review?: (rules: readonly AccessRule[]) => Promise<Failure | undefined>;
  /**
   * Checks that the backend can store anything, before it is reported as empty.
   * @throws GantryError backend/unusable
   */
  readonly refuseUnusable?: () => Promise<void>;
};
