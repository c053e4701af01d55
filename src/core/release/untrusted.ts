import {GantryError} from '../failure/failure.ts';
import type {TrustProblem, UntrustedDocument} from './untrusted-document.ts';

/** Returns the failure for a document whose MAC or age cannot be trusted. */
export const untrusted = (
  key: string,
  problem: TrustProblem,
  more: Pick<UntrustedDocument, 'found' | 'known' | 'released' | 'objects'> = {},
): GantryError => new GantryError({code: 'release/untrusted', key, problem, ...more});
