/** One of many processes at one lock: it plans, takes the lock and records when its parent says so. Argument: the place, as JSON. */
import {enableCompileCache} from 'node:module';
import type {Failure} from '../../../src/core/failure/failure.ts';
import type {HeldLock} from '../../../src/engine/release/acquire.ts';
import type {ReleaseHistory} from '../../../src/engine/release/release-history.ts';
import type {Place} from './place.ts';

export type Order = 'plan' | 'take' | 'record';

export type Answer =
  | {readonly kind: 'planned' | 'recorded'}
  | {readonly kind: 'held'; readonly epoch: number; readonly revision: number}
  | {readonly kind: 'refused'; readonly failure: Failure};

enableCompileCache();
const [
  {openPlace},
  {GantryError},
  {acquireLock},
  {currentHolder},
  {openHistory: openSeries},
  {systemClock},
  {begun, ended, NAMES},
] = await Promise.all([
  import('./place.ts'),
  import('../../../src/core/failure/failure.ts'),
  import('../../../src/engine/release/acquire.ts'),
  import('../../../src/engine/release/holder.ts'),
  import('../../../src/engine/release/release-history.ts'),
  import('../../../src/adapters/local/clock/system-clock.ts'),
  import('../releases.ts'),
]);

const backend = await openPlace(JSON.parse(process.argv[2] ?? '') as Place);
const holder = currentHolder({env: {}, command: `gantry apply # ${process.pid}`});
let history: ReleaseHistory | undefined;
let lock: HeldLock | undefined;

async function take(): Promise<Answer> {
  try {
    lock = await acquireLock({
      backend,
      history: history ?? {interrupted: []},
      names: NAMES,
      holder,
      clock: systemClock,
      lockTimeoutMs: 0,
      signal: new AbortController().signal,
      onEvent: () => undefined,
    });
    await lock.begin(begun(lock, {by: holder}));
    return {kind: 'held', epoch: lock.epoch, revision: lock.revision};
  } catch (error) {
    if (error instanceof GantryError) return {kind: 'refused', failure: error.failure};
    throw error;
  }
}

async function record(): Promise<Answer> {
  if (lock === undefined) throw new Error('who holds no lock records nothing');
  await lock.finish(ended(begun(lock, {by: holder})));
  await lock[Symbol.asyncDispose]();
  lock = undefined;
  return {kind: 'recorded'};
}

async function plan(): Promise<Answer> {
  history = await openSeries({backend, ...NAMES});
  return {kind: 'planned'};
}

const ORDERS: Readonly<Record<Order, () => Promise<Answer>>> = {plan, take, record};

process.on('message', (order: {readonly say: Order}) => {
  void ORDERS[order.say]().then((answer) => process.send?.(answer));
});
process.send?.('ready');
