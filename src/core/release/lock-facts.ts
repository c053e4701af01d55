import {defined} from '../../lib/defined.ts';
import {describeHolder} from './describe-holder.ts';
import type {HeldState} from './held-state.ts';

/**
 * `renews`: it renewed its lease while we looked. `runs`: its process is there, on this machine. `unknown`: neither was seen, which
 * proves nothing yet.
 */
export type SignOfLife = 'renews' | 'runs' | 'unknown';

/** What is told of who holds a lock, to people and to machines. */
export type LockFacts = {
  /** In one line: user, host, pid, CI run. */
  readonly holder: string;
  readonly since: string;
  readonly command: string;
  readonly user: string;
  readonly host: string;
  readonly pid: number;
  /** The page of its CI run. */
  readonly run?: string;
  /** It is taken over when it is not renewed for so long. */
  readonly leaseSeconds: number;
  /** The last renewal; where it was not seen itself, by the clocks of both machines. For people: nothing is decided by it. */
  readonly renewedSecondsAgo: number;
  readonly alive: SignOfLife;
};

/** What we have seen of a lock by our own clock, and what our calendar says. */
export type LockSight = {
  readonly now: Date;
  /** For how long it has not changed before our eyes. */
  readonly quietMs: number;
  readonly renewed: boolean;
  readonly runs: boolean;
};

/** Returns what a message says of a held lock: its holder, its age, and whether the holder is alive. */
export function lockFacts(lock: HeldState, {now, quietMs, renewed, runs}: LockSight): LockFacts {
  const {holder, since, renewedAt = since, durationMs} = lock;
  const {user, host, pid, command, run} = holder;
  const said = now.getTime() - Date.parse(renewedAt);
  // A clock that is ahead of ours, or a time that is none, says nothing.
  const agoMs = renewed || !(said > quietMs) ? quietMs : said;
  return {
    holder: describeHolder(holder),
    since,
    command,
    user,
    host,
    pid,
    ...defined({run}),
    leaseSeconds: durationMs / 1000,
    renewedSecondsAgo: Math.round(agoMs / 100) / 10,
    alive: renewed ? 'renews' : runs ? 'runs' : 'unknown',
  };
}
