import type {Place} from './located.ts';

/** A problem of a patch, an image or a context reference, with its position. */
export type VariationProblem = {
  readonly code: 'patch/invalid' | 'patch/failed' | 'context/reference';
  readonly message: string;
  readonly hint?: string | undefined;
  readonly place: Place;
};

/** A receiver of problems in variations; it never throws. */
export type Report = (problem: VariationProblem) => void;
