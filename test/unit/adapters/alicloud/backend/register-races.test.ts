import {randomInt} from 'node:crypto';
import {setImmediate as turn} from 'node:timers/promises';
import {expect, it} from 'vitest';
import {openRegister} from '../../../../../src/adapters/alicloud/backend/register.ts';
import type {VersionStore} from '../../../../../src/adapters/alicloud/backend/version-store.ts';
import type {Backend} from '../../../../../src/ports/backend.ts';
import {memoryVersions} from '../../../../rig/memory-versions.ts';
import {type Random, randomOf} from '../../../../rig/random-source.ts';
import {linearize} from '../../../../rig/reliability/linearizable.ts';
import {namedValue, openHistory} from '../../../../rig/reliability/recorded-backend.ts';

const KEYS = ['locks/a', 'releases/a/head'];
const CASES = process.env['GANTRY_TESTS'] === 'all' ? 3_000 : 500;
const CLIENTS = 4;
const OPERATIONS = 10;
const seed = Number(process.env['GANTRY_SEED'] ?? randomInt(2 ** 31));

type Request = {
  readonly client: number;
  readonly apply: () => unknown;
  /** How a create is answered whose first attempt was done and not answered. */
  readonly again?: () => unknown;
  readonly answer: (value: unknown) => void;
  readonly fail: (error: Error) => void;
};

/** One request at a time reaches the objects, in an order that chance decides; clients die between any two of theirs. */
function schedule(random: Random) {
  const {now, store: real} = memoryVersions();
  const waiting: Request[] = [];
  // On their way although nobody waits for an answer any more.
  const late: (() => unknown)[] = [];
  const dead = new Set<number>();
  const kill = ({client, apply, fail}: Request): void => {
    dead.add(client);
    if (random.chance(0.6)) late.push(apply);
    fail(new Error('died'));
  };
  const clientOf = (client: number): VersionStore => {
    const ask = <T>(apply: () => T, again?: () => T): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        if (dead.has(client)) return reject(new Error('died'));
        waiting.push({
          client,
          apply,
          ...(again === undefined ? {} : {again}),
          answer: resolve as Request['answer'],
          fail: reject,
        });
      });
    return {
      ...real,
      list: (prefix) => ask(() => now.list(prefix)),
      read: (name) => ask(() => now.read(name)),
      look: (name) => ask(() => now.look(name)),
      remove: (name) => ask(() => now.remove(name)),
      create: (name, object) => {
        const create = () => now.create(name, object);
        return ask<'made' | 'taken' | 'unsure'>(create, () => (create() === 'made' ? 'made' : 'unsure'));
      },
    };
  };
  const step = (): void => {
    if (late.length > 0 && random.chance(0.2)) return void late.splice(random.int(late.length), 1)[0]?.();
    const [request] = waiting.splice(random.int(waiting.length), 1);
    if (request === undefined) return;
    const {apply, again, answer} = request;
    if (random.chance(0.02)) return kill(request);
    if (again !== undefined && random.chance(0.15)) {
      // The answer is lost: the client sends it once more, and the first one may still be on its way.
      if (random.chance(0.5)) apply();
      else late.push(apply);
      waiting.push({...request, apply: again});
      return;
    }
    answer(apply());
  };
  return {clientOf, step, waiting, late, real, isDead: (client: number) => dead.has(client)};
}

async function runClient(backend: Backend, name: string, random: Random): Promise<void> {
  const seen = new Map<string, string | undefined>();
  for (let count = 0; count < OPERATIONS; count++) {
    const key = random.pick(KEYS);
    const version = seen.get(key);
    if (random.chance(0.35)) seen.set(key, (await backend.get(key))?.version);
    else if (random.chance(0.1)) await backend.list('');
    else if (version !== undefined && random.chance(0.25)) {
      await backend.delete(key, version);
      seen.delete(key);
    } else {
      const outcome = await backend.put(key, namedValue(`${name}-${count}`), random.chance(0.9) ? version : undefined);
      if (outcome === 'conflict') seen.delete(key);
      else seen.set(key, outcome.version);
    }
  }
}

async function runCase(from: number): Promise<void> {
  const random = randomOf(from);
  const {clientOf, step, waiting, late, real, isDead} = schedule(random);
  const history = openHistory(KEYS);
  const backendOf = (store: VersionStore): Backend => history.record({name: 'register', ...openRegister(store)});
  const running = new Set(Array.from({length: CLIENTS}, (_, client) => client));
  const runs = Array.from({length: CLIENTS}, (_, client) =>
    runClient(backendOf(clientOf(client)), `client-${client}`, randomOf(from * 31 + client))
      .catch((error: unknown) => {
        if (!isDead(client)) throw error;
      })
      .finally(() => running.delete(client)),
  );
  const all = Promise.allSettled(runs);
  while (running.size > 0) {
    await turn();
    if (waiting.length + late.length > 0) step();
  }
  for (const run of await all) if (run.status === 'rejected') throw run.reason;
  for (const apply of random.shuffled(late)) apply();
  const last = backendOf(real);
  for (const key of KEYS) await last.get(key);
  await last.list('');
  for (const [key, steps] of history.steps) {
    const found = linearize(steps);
    if ('stuck' in found)
      expect.fail(
        `${key}: no order explains what clients were told:\n${found.stuck.join('\n')}\n${steps.map((one) => JSON.stringify(one)).join('\n')}`,
      );
  }
}

it(`each number has one winner and no value is lost when writers die between any requests (GANTRY_SEED=${seed})`, {
  timeout: 600_000,
}, async () => {
  for (let index = 0; index < CASES; index++)
    await runCase(seed + index).catch((error: unknown) => {
      throw new Error(`GANTRY_SEED=${seed + index}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    });
});
