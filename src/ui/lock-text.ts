import type {UnlockOutcome} from '../app/release/unlock-release.ts';
import type {BreakReason} from '../core/release/lock-break.ts';
import type {LockFacts, SignOfLife} from '../core/release/lock-facts.ts';
import {ago, duration} from './duration.ts';
import type {FailureText} from './failure-words.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';
import {facts} from './table.ts';

/** Whom a run could not wait for any longer, how alive it seems, and what to do next. */
export const lockedText = (lock: LockFacts): FailureText => ({
  message: `The stack is locked by ${lock.holder} since ${lock.since} (${lock.command}).`,
  hint: `${signText(lock)}. ${NEXT[lock.alive](duration(lock.leaseSeconds))}`,
});

const WAIT = 'Wait for it with --lock-timeout 10m';
const AT_WORK = `${WAIT}; "gantry release unlock --force" breaks its lock, and it stops writing.`;

const NEXT: Readonly<Record<SignOfLife, (lease: string) => string>> = {
  renews: () => AT_WORK,
  runs: () => AT_WORK,
  unknown: (lease) =>
    `${WAIT}: where it renews nothing for ${lease}, it is taken over. "gantry release unlock" looks whether it is alive, and frees the lock of a dead run.`,
};

/** Why it seems alive, or not. */
export function signText({alive, renewedSecondsAgo}: LockFacts): string {
  const renewed = `renewed ${duration(renewedSecondsAgo)} ago`;
  if (alive === 'renews') return `It is alive: its lock was ${renewed}, before our eyes`;
  return alive === 'runs' ? `Its process is there on this machine, its lock was ${renewed}` : `Its lock was ${renewed}`;
}

/** Before the question whether to free it. */
export const foundLockText = (lock: LockFacts, style: Style): string =>
  facts(
    [
      ['Locked by', `${lock.user}@${lock.host}, pid ${lock.pid}`],
      ['Since', `${lock.since} (${ago(lock.since, style.now)})`],
      ['Doing', lock.command],
      ['Run', lock.run],
      ['Last sign', signText(lock)],
    ],
    style,
  );

/** Why a lock was broken, in words. */
export const BECAUSE: Readonly<Record<BreakReason, string>> = {
  dead: 'the run that held it is dead',
  expired: 'the run that held it no longer renewed it',
  forced: 'by force',
};

const QUESTION: Readonly<Record<BreakReason, string>> = {
  dead: 'The run that holds the lock is dead. Free the lock?',
  expired: 'The run that holds the lock did not renew it for its whole lease. Free the lock?',
  forced: 'The run that holds the lock may still be writing. Take the lock from it?',
};

/** Asks before a lock is broken; the text says what is known of its holder. */
export const unlockQuestion = (because: BreakReason): string => QUESTION[because];

/** The answer of `gantry release unlock`. */
export function unlockText(outcome: UnlockOutcome, {now}: Style): string {
  if (outcome.kind === 'not-locked') return 'There is no lock to free.\n';
  if (outcome.kind === 'mended') return 'The lock could not be read, and is free now.\n';
  if (outcome.kind === 'declined') return 'Nothing was changed.\n';
  const {because, holder, since, command} = outcome;
  return printable(`Unlocked, ${BECAUSE[because]}: ${holder} took it ${ago(since, now)} (${command}).`).concat('\n');
}
