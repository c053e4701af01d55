import {defined} from '../../lib/defined.ts';

/** The remembered state of a stack between two checks of its drift. Times are RFC 3339. */
export type WatchedState = {
  /** The drift of the last check that worked. `digest` identifies it. */
  readonly drift?: Since | undefined;
  /** Set if the last check failed. `digest` is the code of the failure. */
  readonly failing?: Since | undefined;
};

/** A state, and since when. */
export type Since = {readonly digest: string; readonly since: string};

/** The result of one check: the digest of the drift (undefined: none), or the code of the failure. */
export type Checked = {readonly drift: string | undefined} | {readonly failing: string};

/** A change between two checks. `working`: the check works again. */
export const DRIFT_CHANGES = ['began', 'changed', 'ended', 'failing', 'working'] as const;

/** One of the changes. */
export type DriftChange = (typeof DRIFT_CHANGES)[number];

/** The next state, with the changes that led to it, in their order. */
export type NextState = {readonly state: WatchedState; readonly changes: readonly DriftChange[]};

/**
 * Compares a check with what is remembered. After a failed check the drift is unknown, so that the remembered drift is kept.
 * @param before undefined if the stack was never checked
 */
export function nextState(before: WatchedState | undefined, checked: Checked, at: string): NextState {
  const {drift, failing} = before ?? {};
  if ('failing' in checked) {
    // A new cause of a check that already fails is not a change: causes can alternate while a server is down.
    const next = failing ?? {digest: checked.failing, since: at};
    return {
      state: {...defined({drift}), failing: next},
      changes: failing === undefined ? ['failing'] : [],
    };
  }
  const working: readonly DriftChange[] = failing === undefined ? [] : ['working'];
  const change = changeOf(drift?.digest, checked.drift);
  if (checked.drift === undefined) return {state: {}, changes: [...working, ...change]};
  // Changed drift is still the same drift: its age counts from the first difference.
  const since = drift?.since ?? at;
  return {state: {drift: {digest: checked.drift, since}}, changes: [...working, ...change]};
}

function changeOf(before: string | undefined, after: string | undefined): readonly DriftChange[] {
  if (before === after) return [];
  return [before === undefined ? 'began' : after === undefined ? 'ended' : 'changed'];
}
