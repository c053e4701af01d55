import {GantryError} from '../failure/failure.ts';
import type {KnownHere, TrustProblem} from './untrusted-document.ts';

/** Returns the failure for a document whose MAC or age cannot be trusted. */
export const untrusted = (
  key: string,
  problem: TrustProblem,
  more: {readonly found?: number; readonly known?: KnownHere} = {},
): GantryError => new GantryError({code: 'release/untrusted', key, problem, ...more});
