import type {ReleaseSignature} from '../core/signature/release-signature.ts';
import type {ReleaseStatement} from '../core/signature/release-statement.ts';
import type {FoundSignatureRules, KnownSigners} from '../core/signature/signature-rules.ts';

/** The signatures of the releases that a run records. */
export type Signing = {
  /** Returns who may sign the releases of a workspace, and whether a run must. */
  readonly signers: (workspace: string) => Promise<KnownSigners>;
  /**
   * Refuses a run without a key, if the workspace requires signatures. Call it before the first write.
   * @throws GantryError release/not-signed
   */
  readonly require: (workspace: string) => Promise<void>;
  /**
   * Signs with the key of the run; undefined if the run has none and needs none.
   * @throws GantryError release/not-signed
   */
  readonly sign: (statement: ReleaseStatement) => Promise<ReleaseSignature | undefined>;
  /** Adds the rules of a chosen workspace, whose file may be in none of the usual places. */
  readonly note: (workspace: string, found: FoundSignatureRules) => void;
};
