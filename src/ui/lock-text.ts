import type {UnlockOutcome} from '../app/release/unlock-release.ts';
import type {BreakReason} from '../core/release/lock-break.ts';
import type {LockFacts, SignOfLife} from '../core/release/lock-facts.ts';
import {ago, duration} from './duration.ts';
import type {FailureText} from './failure-words.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';
import {facts} from './table.ts';

/** Returns the message about a held lock: its holder, the last sign of life, and the next step. */
export const lockedText = (lock: LockFacts): FailureText => ({
  message: `The stack has been locked by ${lock.holder} since ${lock.since} (${lock.command}).`,
  hint: `${signText(lock)}. ${NEXT[lock.alive](duration(lock.leaseSeconds))}`,
});

const WAIT = 'Wait for it with --lock-timeout 10m';
const AT_WORK = `${WAIT}, or break the lock with "gantry release unlock --force": the holder then stops writing.`;

const NEXT: Readonly<Record<SignOfLife, (lease: string) => string>> = {
  renews: () => AT_WORK,
  runs: () => AT_WORK,
  unknown: (lease) =>
    `${WAIT}: a lock that is not renewed for ${lease} is taken over. "gantry release unlock" checks whether the holder is alive, and frees the lock of a dead run.`,
};

/** Returns the last sign of life of a lock's holder. */
export function signText({alive, renewedSecondsAgo}: LockFacts): string {
  const renewed = `${duration(renewedSecondsAgo)} ago`;
  if (alive === 'renews') return `The holder is alive: it was seen to renew the lock ${renewed}`;
  return `${alive === 'runs' ? 'The process of the holder runs on this machine, and the' : 'The'} lock was renewed ${renewed}`;
}

/** Returns the facts about a held lock, printed before the question whether to free it. */
export const foundLockText = (lock: LockFacts, style: Style): string =>
  facts(
    [
      ['Locked by', `${lock.user}@${lock.host}, pid ${lock.pid}`],
      ['Since', `${lock.since} (${ago(lock.since, style.now)})`],
      ['Command', lock.command],
      ['Run', lock.run],
      ['Last sign of life', signText(lock)],
    ],
    style,
  );

/** The words for why a lock was broken. */
export const BECAUSE: Readonly<Record<BreakReason, string>> = {
  dead: 'the run that held it is dead',
  expired: 'the run that held it no longer renewed it',
  forced: 'by force',
};

const QUESTION: Readonly<Record<BreakReason, string>> = {
  dead: 'The run that holds the lock is dead. Free the lock?',
  expired: 'The run that holds the lock did not renew it within its lease. Free the lock?',
  forced: 'The run that holds the lock may still be writing. Take the lock from it?',
};

/** Returns the question that is asked before a lock is broken. */
export const unlockQuestion = (because: BreakReason): string => QUESTION[because];

/** Returns the answer of `gantry release unlock`. */
export function unlockText(outcome: UnlockOutcome, {now}: Style): string {
  if (outcome.kind === 'not-locked') return 'The stack is not locked.\n';
  if (outcome.kind === 'mended') return 'The lock was unreadable. It is free now.\n';
  if (outcome.kind === 'declined') return 'Nothing was changed.\n';
  const {because, holder, since, command} = outcome;
  return printable(`Unlocked (${BECAUSE[because]}). ${holder} had locked it ${ago(since, now)} (${command}).`).concat(
    '\n',
  );
}
