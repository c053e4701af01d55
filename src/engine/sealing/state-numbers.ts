import {isObject, type Json} from '../../core/json.ts';
import {terraformKey} from '../../core/release/keys.ts';
import type {Release} from '../../core/release/release.ts';
import {untrusted} from '../../core/release/untrusted.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import type {Backend} from '../../ports/backend.ts';

/** A document with Terraform state, and its number: each write of it has the next one. */
export type NumberedState = {readonly number: number; readonly text: string};

/** The newest number of each lineage that this run has read in a release, or has written. */
const NUMBERS = new WeakMap<Backend, Map<string, number>>();

/** Returns the number of the Terraform state that this run knows; undefined if the stack had none. */
export const stateNumber = (backend: Backend, lineage: string): number | undefined =>
  NUMBERS.get(backend)?.get(lineage);

/** Records a number that a release has, or that this run has written. */
export function noteStateNumber(backend: Backend, lineage: string, number: number | undefined): void {
  if (number === undefined) return;
  const numbers = NUMBERS.get(backend) ?? new Map<string, number>();
  NUMBERS.set(backend, numbers.set(lineage, Math.max(number, numbers.get(lineage) ?? 0)));
}

/** Records the numbers in the releases of an opened history. */
export const noteReleasedStates = (backend: Backend, releases: readonly (Release | undefined)[]): void => {
  for (const one of releases) if (one !== undefined) noteStateNumber(backend, one.lineage, one.terraformState);
};

/**
 * Refuses a state that is older than the one that the newest release names, or that no longer exists. Terraform would create again the
 * resources of the newer state.
 * @throws GantryError release/untrusted
 */
export function refuseOlderState(backend: Backend, lineage: string, stored: NumberedState | undefined): void {
  const known = stateNumber(backend, lineage) ?? 0;
  const found = stored?.number ?? 0;
  if (found >= known) return;
  throw untrusted(terraformKey(lineage), stored === undefined ? 'gone' : 'replayed', {found, released: known});
}

/** Returns the text to seal: the number cannot be changed without the data key. */
export const encodeNumbered = ({number, text}: NumberedState): string => canonicalJson({number, text});

/** Reads a text that was sealed. Earlier versions sealed it without a number. */
export function decodeNumbered(sealed: string): NumberedState {
  const document = JSON.parse(sealed) as Json;
  const {number, text} = isObject(document) ? document : {};
  return typeof number === 'number' && typeof text === 'string' ? {number, text} : {number: 0, text: sealed};
}
