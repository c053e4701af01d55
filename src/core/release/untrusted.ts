import {GantryError} from '../failure/failure.ts';
import type {KnownHere, TrustProblem} from './untrusted-document.ts';

export const untrusted = (
  key: string,
  problem: TrustProblem,
  more: {readonly found?: number; readonly known?: KnownHere} = {},
): GantryError => new GantryError({code: 'release/untrusted', key, problem, ...more});
