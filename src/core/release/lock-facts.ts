import {defined} from '../../lib/defined.ts';
import {describeHolder} from './describe-holder.ts';
import type {HeldState} from './held-state.ts';

/**
 * A sign that the holder of a lock is alive. `renews`: it renewed its lease during the observation. `runs`: its process exists on this
 * machine. `unknown`: neither, which proves nothing.
 */
export type SignOfLife = 'renews' | 'runs' | 'unknown';

/** The data about the holder of a lock, for messages and JSON outputs. */
export type LockFacts = {
  /** The user, host, pid and CI run in one line. */
  readonly holder: string;
  readonly since: string;
  readonly command: string;
  readonly user: string;
  readonly host: string;
  readonly pid: number;
  /** The URL of its CI run. */
  readonly run?: string;
  /** The lease in seconds. The lock can be taken over if it is not renewed for this time. */
  readonly leaseSeconds: number;
  /** The age of the last renewal in seconds. If it was not observed, it comes from the clocks of both machines. Only for messages. */
  readonly renewedSecondsAgo: number;
  readonly alive: SignOfLife;
};

/** The observation of a lock by the own clock, and the present time. */
export type LockSight = {
  readonly now: Date;
  /** The time in milliseconds in which no change was observed. */
  readonly quietMs: number;
  readonly renewed: boolean;
  readonly runs: boolean;
};

/** Returns the facts about a held lock: its holder, its age, and a sign of life. */
export function lockFacts(lock: HeldState, {now, quietMs, renewed, runs}: LockSight): LockFacts {
  const {holder, since, renewedAt = since, durationMs} = lock;
  const {user, host, pid, command, run} = holder;
  const said = now.getTime() - Date.parse(renewedAt);
  // A time in the future or an invalid time is ignored.
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
