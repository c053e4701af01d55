import type {OciPlace} from '../core/oci/oci-place.ts';
import type {FindLogin} from '../core/workspace/server-login.ts';
import type {SourceProblem} from './source-problem.ts';

/** A part of an artifact. */
export type OciPart = {
  readonly mediaType: string;
  /** `sha256:…` */
  readonly digest: string;
  readonly size: number;
  readonly annotations: Readonly<Record<string, string>>;
};

/** The manifest of an artifact. */
export type OciManifest = {
  /** The digest of its bytes. */
  readonly digest: string;
  readonly bytes: Uint8Array;
  readonly config: OciPart | undefined;
  readonly layers: readonly OciPart[];
};

/** Reads from OCI registries. A problem is returned, never thrown; a login that cannot be read is thrown. */
export type OciRegistry = {
  /** Lists all tags of a repository. */
  readonly tags: (place: OciPlace) => Promise<readonly string[] | SourceProblem>;
  /** Reads the manifest with a tag or a digest; undefined if there is none. Its digest is checked. */
  readonly manifest: (place: OciPlace, reference: string) => Promise<OciManifest | SourceProblem | undefined>;
  /** Reads a part. Its size and digest are checked. */
  readonly blob: (
    place: OciPlace,
    part: Pick<OciPart, 'digest'>,
    maxBytes: number,
  ) => Promise<Uint8Array | SourceProblem>;
};

/** Opens a registry client with the logins of a workspace. */
export type OpenOciRegistry = (login: FindLogin | undefined) => OciRegistry;
