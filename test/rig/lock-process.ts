/** A process that takes the lock of a series when it is told to, and says how that went. Argument: the backend's directory. */

import {localBackend} from '../../src/adapters/local/backend/local-backend.ts';
import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import {GantryError} from '../../src/core/failure/failure.ts';
import {acquireLock, type HeldLock} from '../../src/engine/release/acquire.ts';
import {currentHolder} from '../../src/engine/release/holder.ts';
import {openHistory} from '../../src/engine/release/release-history.ts';
import {begun, NAMES, resource} from './releases.ts';

export type LockAnswer =
  | {readonly kind: 'held'; readonly epoch: number; readonly revision: number}
  | {readonly kind: 'refused'; readonly failure: GantryError['failure']}
  | {readonly kind: 'released'};

const backend = localBackend({directory: process.argv[2] ?? ''});
let lock: HeldLock | undefined;

async function take(begin: boolean): Promise<LockAnswer> {
  try {
    lock = await acquireLock({
      backend,
      history: await openHistory({backend, ...NAMES}),
      names: NAMES,
      holder: currentHolder({env: {}, command: 'gantry apply -w prod'}),
      clock: systemClock,
      lockTimeoutMs: 0,
      signal: new AbortController().signal,
      onEvent: () => undefined,
    });
    if (begin) await lock.begin(begun(lock, {spec: [resource('a')]}));
    return {kind: 'held', epoch: lock.epoch, revision: lock.revision};
  } catch (error) {
    if (error instanceof GantryError) return {kind: 'refused', failure: error.failure};
    throw error;
  }
}

process.on('message', ({say, begin = false}: {say: 'take' | 'release'; begin?: boolean}) => {
  void (async () => {
    if (say === 'take') return process.send?.(await take(begin));
    await lock?.[Symbol.asyncDispose]();
    return process.send?.({kind: 'released'} satisfies LockAnswer);
  })();
});
process.send?.('ready');
