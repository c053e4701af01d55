import type {LockedChart, LockedDependency} from '../core/chart/chart-lock.ts';
import type {FindLogin} from '../core/workspace/server-login.ts';
import type {SourceProblem} from './source-problem.ts';

/** The place of a chart: a repository with an index, an OCI registry, or a path (absolute) of a directory or an archive. */
export type ChartPlace =
  | {readonly repository: string; readonly chart: string}
  | {readonly oci: string}
  | {readonly path: string};

/** The proof that a chart must have. */
export type ChartProof =
  /** A provenance file (`.prov`), signed by a key of the keyring. */
  | {readonly keyring: string}
  /** A signature by cosign in the registry. */
  | {readonly cosign: {readonly key: string}};

/** A chart to find. */
export type ChartWanted = {
  readonly place: ChartPlace;
  /** A version, or a range: `^4.11`. Absent: the newest. */
  readonly version?: string | undefined;
  /** The version and the digests in the lock file. */
  readonly locked?: LockedChart | undefined;
  /** Paths of keys are absolute. */
  readonly verify?: ChartProof | undefined;
  /** The logins of the workspace. */
  readonly login?: FindLogin | undefined;
  /** True if no server may be asked. Nothing of the cache is used either, because the checkout is not trusted. */
  readonly onlyLocal?: boolean;
  /** Returns the reason why a dependency in a directory (`file://…`) must not be read. */
  readonly refuse?: (directory: string) => string | undefined;
};

/** A chart on this machine, with its dependencies. */
export type Chart = {
  /** The absolute path of its directory or archive. */
  readonly path: string;
  /** The directory of the user that it was built from, if `path` is its archive with all dependencies. */
  readonly directory?: string;
  readonly name: string;
  readonly version: string;
  /** The digest of its contents: `sha256:…`. */
  readonly digest: string;
  /** The dependencies that were fetched for it, for the lock file. */
  readonly dependencies?: readonly LockedDependency[];
  /** Remarks for the user. */
  readonly notes?: readonly ChartNote[];
};

/** A remark about a chart, for example that its version is not locked. */
export type ChartNote = {readonly message: string; readonly hint: string};

/** Finds a chart, and brings it onto this machine. A problem is returned; only a login that cannot be read is thrown. */
export type Charts = (wanted: ChartWanted) => Promise<Chart | SourceProblem>;
