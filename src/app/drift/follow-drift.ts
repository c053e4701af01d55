import {type DriftChange, nextState, type WatchedState} from '../../core/notify/watched-state.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {Observation} from './observe-drift.ts';

/** The remembered states of all stacks, by their names in JSON. */
export type DriftMemory = Readonly<Record<string, WatchedState>>;

/** One change since the remembered check. `since`: when the state that began or ended was first seen. */
export type ObservedChange = Omit<Observation, 'checked'> & {
  readonly change: DriftChange;
  readonly digest: string;
  readonly since: string;
};

/** The next memory, the changes, and the stacks that were never checked before, and whose check works. */
export type FollowedDrift = {
  readonly memory: DriftMemory;
  readonly changes: readonly ObservedChange[];
  readonly fresh: readonly Observation[];
};

/**
 * Compares the observations of a check with the memory.
 * @param listed the workspaces of which the check covered every stack: one that is missing has no release any more, and its drift has ended
 */
export function followDrift(
  before: DriftMemory,
  observations: readonly Observation[],
  {at, listed}: {readonly at: string; readonly listed: readonly string[]},
): FollowedDrift {
  const seen = new Set(observations.map(keyOf));
  const others = Object.keys(before).filter((key) => !seen.has(key));
  const memory: Record<string, WatchedState> = {};
  const gone = others.map(goneOf).filter(({workspace}) => listed.includes(workspace));
  const ended = new Set(gone.map(keyOf));
  for (const key of others) if (!ended.has(key)) memory[key] = before[key] ?? {};
  const changes: ObservedChange[] = [];
  for (const one of [...observations, ...gone]) {
    const known = before[keyOf(one)];
    const next = nextState(known, one.checked, at);
    if (!gone.includes(one)) memory[keyOf(one)] = next.state;
    const {checked: _, ...about} = one;
    for (const change of next.changes) {
      const of = change === 'failing' || change === 'working' ? 'failing' : 'drift';
      const {digest = '', since = at} = next.state[of] ?? known?.[of] ?? {};
      changes.push({...about, change, digest, since});
    }
  }
  return {
    memory,
    changes,
    fresh: observations.filter((one) => 'drift' in one.checked && before[keyOf(one)] === undefined),
  };
}

/** Returns the key of a stack in the memory. The check as a whole has one key: its workspace may be unknown while it fails. */
const keyOf = ({project, stack, workspace}: HistoryNames): string =>
  JSON.stringify(project === '' ? ['', '', ''] : [project, stack, workspace]);

/** Returns the names in a key of the memory. */
export function namesOfKey(key: string): HistoryNames {
  const [project = '', stack = '', workspace = ''] = JSON.parse(key) as readonly string[];
  return {project, stack, workspace};
}

const goneOf = (key: string): Observation => ({
  ...namesOfKey(key),
  checked: {drift: undefined},
  found: undefined,
  failure: undefined,
});
