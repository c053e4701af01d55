import type {LockFacts} from '../../src/core/release/lock-facts.ts';

/** Somebody who holds a lock. */
export const LOCK_FACTS: LockFacts = {
  holder: 'ann@build-7',
  since: '2026-05-04T11:59:30Z',
  command: 'gantry apply -w prod',
  user: 'ann',
  host: 'build-7',
  pid: 4711,
  leaseSeconds: 60,
  renewedSecondsAgo: 12,
  alive: 'unknown',
};
