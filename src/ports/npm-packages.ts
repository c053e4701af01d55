import type {FindLogin} from '../core/workspace/server-login.ts';
import type {SourceProblem} from './source-problem.ts';

/** A version of a package with the digest of its archive. */
export type LockedPackage = {
  readonly version: string;
  /** `sha512-…` of the archive, in the form of package locks. */
  readonly integrity: string;
};

/** A package to download. */
export type PackageWanted = {
  readonly name: string;
  /** A version, or a range. */
  readonly version: string;
  /** The registry. Absent: that of the user's npm configuration. */
  readonly registry?: string | undefined;
  /** The version in the lock file. */
  readonly locked?: LockedPackage | undefined;
  /** The logins of the workspace. They have priority over those of the user's npm configuration. */
  readonly login?: FindLogin | undefined;
};

/** A package on this machine. */
export type FetchedPackage = LockedPackage & {
  /** The absolute path of the directory with its files. */
  readonly directory: string;
};

/** Downloads a package and runs nothing of it. Returns problems. @throws GantryError if a login cannot be read */
export type NpmPackages = (wanted: PackageWanted) => Promise<FetchedPackage | SourceProblem>;
