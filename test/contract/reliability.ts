import {randomInt} from 'node:crypto';
import {describe, expect, it} from 'vitest';
import type {Backend} from '../../src/ports/backend.ts';
import {randomOf} from '../rig/random-source.ts';
import {chooseFaults, type Faults} from '../rig/reliability/faults.ts';
import {printFigures} from '../rig/reliability/figures.ts';
import {linearize} from '../rig/reliability/linearizable.ts';
import {type Outcome, randomClient} from '../rig/reliability/random-client.ts';
import {type History, openHistory} from '../rig/reliability/recorded-backend.ts';
import {skewedHolders} from '../rig/reliability/skewed-holders.ts';

/** One empty store with a client in front of it, or many. */
export type FaultyStore = {
  /** One client of its own, which meets the faults. */
  readonly client: () => Promise<Backend>;
  /** How many requests clients have repeated by themselves. */
  readonly retries?: () => number;
  /** The size of a value that this backend cannot keep in one piece. */
  readonly largeBytes?: number;
  /** How often it sends one write, by itself; it settles what it can. Absent: once. */
  readonly attempts?: number;
};

const OPERATIONS = 1_000;
const CLIENTS = 6;
/** For what hangs: how fast the machine is, is no promise. */
const HANGS_MS = 600_000;
const KEYS = ['locks/a.json', 'releases/a/head.json', 'releases/a/1-1.json', 'index/a/b/c.json', 'workspaces/a.yaml'];
const seed = Number(process.env['GANTRY_SEED'] ?? randomInt(2 ** 31));

/** What every backend promises while its connections break, its server fails, and clocks are wrong. */
export function backendReliability(name: string, open: (faults: Faults) => Promise<FaultyStore>): void {
  describe(`reliability: ${name} (GANTRY_SEED=${seed})`, () => {
    it(`${OPERATIONS} operations of ${CLIENTS} clients lose nothing, write nothing twice, and report no conflict of a client with its own write`, {
      timeout: HANGS_MS,
    }, async () => {
      const begin = performance.now();
      const random = randomOf(seed);
      const faults = chooseFaults(random);
      const store = await open(faults);
      const history = openHistory(KEYS, store);
      const outcomes = await runClients(store, history, seed);
      faults.end();
      await readAll(history.record(await store.client()));
      for (const [key, steps] of history.steps) {
        const found = linearize(steps);
        if ('stuck' in found)
          // Interleavings do not come twice: all that is needed to understand it is in the message.
          expect.fail(
            `${key}: no order explains what clients were told:\n${found.stuck.join('\n')}\n\nAll steps:\n${steps.map((step) => JSON.stringify(step)).join('\n')}`,
          );
        checkTold(
          found.order,
          history,
          outcomes.filter((one) => one.key === key),
        );
      }
      const failed = outcomes.filter(({told}) => told === 'failed').length;
      const ms = performance.now() - begin;
      const retries = store.retries?.() ?? 0;
      printFigures({name, operations: OPERATIONS, faults, retries, writes: {...history.writes(), failed}, ms});
      expect([...faults.counts.keys()].length, 'all kinds of faults came').toBe(7);
    });

    it('holders whose clocks are a minute apart record one release after the other', {timeout: HANGS_MS}, async () => {
      const faults = chooseFaults(randomOf(seed), {chance: 0.1, slow: 1});
      const store = await open(faults);
      const {recorded, unsure, head, revisions} = await skewedHolders(store.client);
      expect(head).toBeGreaterThanOrEqual(recorded);
      expect(head).toBeLessThanOrEqual(recorded + unsure);
      expect(revisions.filter((revision) => revision <= head)).toEqual(Array.from({length: head}, (_, i) => head - i));
    });
  });
}

async function runClients(store: FaultyStore, history: History, from: number): Promise<readonly Outcome[]> {
  const clients = await Promise.all(
    Array.from({length: CLIENTS}, async (_, index) =>
      randomClient({
        name: `client-${index}`,
        backend: history.record(await store.client()),
        keys: KEYS,
        random: randomOf(from + index + 1),
        largeBytes: store.largeBytes,
      }),
    ),
  );
  let left = OPERATIONS;
  const work = async ({step}: (typeof clients)[number]): Promise<void> => {
    while (left-- > 0) await step();
  };
  await Promise.all(clients.map(work));
  return clients.flatMap((client) => client.outcomes);
}

async function readAll(backend: Backend): Promise<void> {
  for (const key of KEYS) await backend.get(key);
  await backend.list('');
}

/** What the engine was told after it had settled a write, against what happened. */
function checkTold(order: readonly (string | undefined)[], history: History, outcomes: readonly Outcome[]): void {
  const written = new Map(order.map((value, index) => [value, index]));
  expect(writtenAgain(order, history), 'each value was written once').toEqual([]);
  for (const {value, told} of outcomes) {
    if (told === 'done') expect(written.has(value), `${value} was answered and is lost`).toBe(true);
    if (told !== 'conflict' || !written.has(value)) continue;
    // Its answer was lost, and before it could read, another had replaced it: then it cannot know, and lost in either case.
    if (!history.repeats)
      expect(history.unanswered.has(value), `${value} was written, and told as a conflict`).toBe(true);
    expect(written.get(value), `${value} still stands, and was told as a conflict`).toBeLessThan(order.length - 1);
  }
}

/** But for those that may be made again, and, where that is the same version again, those that replaced one of them. */
function writtenAgain(order: readonly (string | undefined)[], {remade, repeats}: History): readonly string[] {
  const isAgain = (index: number): boolean => order.indexOf(order[index]) < index;
  return order.flatMap((value, index) =>
    value === undefined || !isAgain(index) || remade.has(value) || (repeats && isAgain(index - 1)) ? [] : [value],
  );
}
