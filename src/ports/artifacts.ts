import type {FindLogin} from '../core/workspace/server-login.ts';
import type {SourceProblem} from './source-problem.ts';

/** An artifact in an OCI registry. */
export type ArtifactWanted = {
  /** `oci://HOST/NAME`, with a tag or a digest. */
  readonly address: string;
  /** A version or a range of versions among the tags. Absent: the tag of the address, or `latest`. */
  readonly version?: string | undefined;
  /** The digest that its manifest must have: `sha256:…`. */
  readonly digest?: string | undefined;
  /** The logins of the workspace. */
  readonly login?: FindLogin | undefined;
};

/** The files of an artifact on this machine. */
export type FetchedArtifact = {
  /** The absolute path of the directory with the files, without links. */
  readonly directory: string;
  /** The digest of its manifest. */
  readonly digest: string;
};

/** Brings the files of an artifact onto this machine. A problem is returned; only a login that cannot be read is thrown. */
export type Artifacts = (wanted: ArtifactWanted) => Promise<FetchedArtifact | SourceProblem>;
