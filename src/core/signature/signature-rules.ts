import type {AllowedKey} from '../trust/ssh/allowed-keys.ts';
import type {Identity} from './keyless.ts';

/** The rules of one workspace for the signatures of its releases. */
export type SignatureRules = {
  /** True if a run without a signature is refused. */
  readonly isRequired: boolean;
  /** The public keys whose signatures count, as lines of `allowed_signers` or of `.pub` files. */
  readonly signers: readonly string[];
  /** The identities whose signatures by Sigstore count. */
  readonly identities?: readonly Identity[];
};

/** Rules, and whether their workspace is stored where no commit can change it. */
export type FoundSignatureRules = SignatureRules & {
  /** The file, or the key in the backend. */
  readonly file: string;
  /** True for a workspace in the backend or in `$GANTRY_HOME`. The signers of other files do not count. */
  readonly isStored: boolean;
};

/** The rules of all workspaces with one name together. */
export type KnownSigners = {
  readonly isRequired: boolean;
  /** The keys that every stored workspace with signers or identities lists. Absent: none lists any. */
  readonly keys?: readonly AllowedKey[];
  /** The identities that each of them lists. */
  readonly identities?: readonly Identity[];
  /** The files of a project that list signers, if no stored workspace lists any. A commit can change them, so theirs do not count. */
  readonly uncounted?: readonly string[];
};
