import {setTimeout as sleep} from 'node:timers/promises';
import {GantryError} from '../../../src/core/failure/failure.ts';
import {acquireLock} from '../../../src/engine/release/acquire.ts';
import {openHistory} from '../../../src/engine/release/release-history.ts';
import {revisions} from '../../../src/engine/release/revisions.ts';
import type {Backend} from '../../../src/ports/backend.ts';
import type {Clock} from '../../../src/ports/clock.ts';
import {begun, ended, holderNamed, NAMES, resource} from '../releases.ts';

const MINUTE = 60_000;
const EACH = 4;
/**
 * Short, so that a lock whose holder was told nothing does not stop the others for long; long enough that a run on a busy machine
 * ends within it. Its length proves nothing.
 */
const TERMS = {durationMs: 6_000, renewMs: 1_000, retryMs: 100, lookMs: 500};

const skewedClock = (ms: number): Clock => ({
  now: () => new Date(Date.now() + ms),
  monotonic: () => performance.now(),
  sleep: (pause, signal) => sleep(pause, undefined, {signal}),
});

type Tally = {recorded: number; unsure: number};

/**
 * Three machines whose clocks differ by a minute release the same stack again and again, each `EACH` times for sure. A run that
 * is refused or cut off tries again, as its user would; of one that could not be told how it ended, nobody can be sure.
 */
export async function skewedHolders(client: () => Promise<Backend>) {
  const tally: Tally = {recorded: 0, unsure: 0};
  await Promise.all(
    [-MINUTE, 0, MINUTE].map(async (skew) => {
      const backend = await client();
      for (let done = 0; done < EACH; ) if (await release(backend, skewedClock(skew), tally)) done++;
    }),
  );
  const backend = await client();
  const {head, lineage = ''} = await persisting(() => openHistory({backend, ...NAMES}));
  const kept = await persisting(() => revisions(backend, lineage));
  return {...tally, head: head?.revision ?? 0, revisions: kept.map(({revision}) => revision)};
}

async function release(backend: Backend, clock: Clock, tally: Tally): Promise<boolean> {
  let numbered = false;
  try {
    const history = await openHistory({backend, ...NAMES});
    const {signal} = new AbortController();
    await using lock = await acquireLock({
      backend,
      history,
      names: NAMES,
      holder: holderNamed('anna'),
      clock,
      lockTimeoutMs: 30_000,
      signal,
      onEvent: () => {},
      terms: TERMS,
      isDead: () => false,
    });
    const run = begun(lock, {spec: [resource('a')]});
    // From here on its number may be used up: a run whose beginning stands in the head is followed by the next number.
    numbered = true;
    await lock.begin(run);
    await lock.finish(ended(run));
    tally.recorded++;
    return true;
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    // What was lost on the way may have arrived, and another may have taken over before that could be seen.
    if (numbered) tally.unsure++;
    return false;
  }
}

/** The last look is no test of faults. */
async function persisting<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 20; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !(error instanceof GantryError)) throw error;
    }
  }
}
