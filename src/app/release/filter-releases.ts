import {GantryError} from '../../core/failure/failure.ts';
import type {Phase} from '../../core/release/phase.ts';
import {sinceOf} from '../../core/since.ts';
import type {ReleaseLine} from './release-line.ts';

/** A filter for releases; all given conditions must hold. */
export type ReleaseFilter = {
  /** The maximum number of releases, newest first. */
  readonly limit?: number;
  readonly phase?: Phase;
  /** `7d`, or a date. */
  readonly since?: string;
  /** A part of the user's name, of the host's, or of the account's. */
  readonly by?: string;
  /** The start of a hash. */
  readonly commit?: string;
};

/**
 * Returns a predicate for releases.
 * @throws GantryError input/usage for an invalid time.
 */
export function fitting({phase, commit, ...deed}: ReleaseFilter, now: Date): (line: ReleaseLine) => boolean {
  const isDeed = fittingDeed(deed, now);
  return (line) =>
    (phase === undefined || line.phase === phase) &&
    isDeed({at: line.startedAt, names: namesOf(line)}) &&
    (commit === undefined || line.source?.commit.startsWith(commit.toLowerCase()) === true);
}

/** An action of a person, release or not. */
type Deed = {readonly at: string; readonly names: readonly string[]};

/**
 * Returns a predicate for actions.
 * @throws GantryError input/usage for an invalid time.
 */
export function fittingDeed({since, by}: Pick<ReleaseFilter, 'since' | 'by'>, now: Date): (deed: Deed) => boolean {
  const from = since === undefined ? undefined : moment(since, now);
  const who = by?.toLowerCase();
  return ({at, names}) =>
    (from === undefined || Date.parse(at) >= from.getTime()) &&
    (who === undefined || names.some((name) => name.toLowerCase().includes(who)));
}

const namesOf = ({user, host, account}: ReleaseLine): readonly string[] => [
  `${user}@${host}`,
  ...(account === undefined ? [] : [account]),
];

/**
 * Parses a point in time.
 * @throws GantryError input/usage.
 */
export function moment(text: string, now: Date): Date {
  const found = sinceOf(text, now);
  if (found !== undefined) return found;
  throw new GantryError({
    code: 'input/usage',
    message: `${text}: this is not a time`,
    hint: 'Write how long ago (7d, 12h, 2w) or a date (2026-01-31, 2026-01-31T12:00:00Z).',
  });
}
