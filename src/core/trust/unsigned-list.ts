import {shellLine} from './shell-line.ts';
import type {SignatureProblem} from './ssh/judge-signature.ts';

/** A list of digests that does not count, because no key that is allowed to signed it. */
export type UnsignedList = {
  /** As `GANTRY_ALLOW` names it. */
  readonly list: string;
  readonly problem: SignatureProblem;
};

/** The namespace of signatures of such lists: a signature of a commit, or of a mail, does not count. */
export const SIGNED_FOR = 'gantry-allow';

/** Returns the command that writes the signature beside a list, with KEY for the private key. */
export const signCommand = (list: string): string =>
  shellLine(['ssh-keygen', '-Y', 'sign', '-n', SIGNED_FOR, '-f', 'KEY', list]);
