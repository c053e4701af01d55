import {defined} from '../../lib/defined.ts';
import {unreachable} from '../../lib/unreachable.ts';
import type {KnownSigners} from './signature-rules.ts';
import type {SignatureVerdict} from './signature-verdict.ts';

/** The judged signature of a release. `document` is its key in the backend. */
export type JudgedRelease = {
  readonly document: string;
  readonly revision: number;
  readonly verdict: SignatureVerdict;
};

/** A release whose signature does not count, at the document `key`. */
export type SignatureFault = {
  readonly key: string;
  readonly revision: number;
  readonly problem: /** No signature, although an earlier release has one, or one is required. */
    | 'unsigned'
    /** A signature of something else. */
    | 'bad-signature'
    /** A signature by Sigstore, and no trusted root to check it with. */
    | 'not-verified'
    /** A signature by a key that is not among the signers. */
    | 'unknown-signer'
    /** The newest signature, made for another backend. */
    | 'other-backend';
  /** The reason, or the other backend. */
  readonly detail?: string;
};

/**
 * Returns the releases whose signatures do not count. Without signers and without a rule, only a signature that belongs to another release is a
 * fault. Releases before the first signed one may be unsigned: its signature covers the chain before it. A release after it may not, because a
 * history that was written again without the key would look like that.
 */
export function signatureFaults(
  releases: readonly JudgedRelease[],
  {keys, isRequired}: KnownSigners,
  backend: string,
): readonly SignatureFault[] {
  const oldest = releases.toSorted((a, b) => a.revision - b.revision);
  const isSigned = ({verdict}: JudgedRelease): boolean => verdict.state !== 'unsigned';
  const first = oldest.findIndex(isSigned);
  const mustBeSigned = keys !== undefined || isRequired;
  const newest = oldest.findLast(isSigned);
  return oldest.flatMap((one, at): SignatureFault[] => {
    const {document: key, revision, verdict} = one;
    const fault = (problem: SignatureFault['problem'], detail?: string): SignatureFault[] => [
      {key, revision, problem, ...defined({detail})},
    ];
    switch (verdict.state) {
      case 'unsigned':
        // Of a history without any signature, only the end is named.
        return mustBeSigned && (first < 0 ? one === oldest.at(-1) : at > first) ? fault('unsigned') : [];
      case 'bad':
        return fault('bad-signature', verdict.problem);
      case 'not-verified':
        if (mustBeSigned) return fault('not-verified');
        break;
      case 'unknown-key':
        if (keys !== undefined) return fault('unknown-signer', verdict.key);
        break;
      case 'signed':
        break;
      default:
        return unreachable(verdict);
    }
    // A moved history keeps its signatures. The next run signs for the new backend, and so for the chain before it.
    return one === newest && verdict.backend !== backend ? fault('other-backend', verdict.backend) : [];
  });
}
