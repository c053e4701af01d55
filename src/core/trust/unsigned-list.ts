import {shellLine} from './shell-line.ts';
import type {SignatureProblem} from './ssh/judge-signature.ts';

/** A list of digests that is ignored, because no allowed key has signed it. */
export type UnsignedList = {
  /** The path from `GANTRY_ALLOW`. */
  readonly list: string;
  readonly problem: SignatureProblem;
};

/** The namespace of signatures of such lists, so that signatures of commits or mails are not accepted. */
export const SIGNED_FOR = 'gantry-allow';

/** Returns the command that writes the signature beside a list, with KEY for the private key. */
export const signCommand = (list: string): string =>
  shellLine(['ssh-keygen', '-Y', 'sign', '-n', SIGNED_FOR, '-f', 'KEY', list]);
