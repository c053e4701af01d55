import {rm} from 'node:fs/promises';
import {createInterface} from 'node:readline';
import {systemClock} from '../adapters/local/clock/system-clock.ts';
import {attend} from '../adapters/terraform/attend.ts';
import {concealIn} from '../adapters/terraform/reveal-in.ts';
import type {WatchOrder} from '../adapters/terraform/watch-order.ts';
import type {WatcherLine} from '../adapters/terraform/watcher-answer.ts';
import {GantryError} from '../core/failure/failure.ts';
import type {Json} from '../core/json.ts';
import {createRedactor} from '../core/secret/redactor.ts';
import {joinLease} from '../engine/release/join-lease.ts';
import type {Lease} from '../engine/release/lease.ts';
import {handedStates} from '../engine/sealing/sealed-terraform.ts';
import {once} from '../lib/once.ts';
import {ownProcess} from '../lib/process-identity.ts';
import type {Backend} from '../ports/backend.ts';
import type {HandedStates} from '../ports/terraform-states.ts';
import type {BackendConfig} from '../registry/backends.ts';
import {openBackends} from './backends.ts';

/** The first line that Gantry writes into the pipe. */
type Given = {
  readonly order: WatchOrder;
  readonly env: Readonly<Record<string, string>>;
  readonly home: string;
  readonly handed: Json;
};

/** The time for which a watcher tries to store the last state after Terraform and Gantry have ended. The directory stays for the next run then. */
const PATIENCE_MS = 3_600_000;

/** Serves as the watcher of one apply of Terraform: reads the order from stdin, and runs to the end of the apply even if Gantry is killed. */
export async function watchTerraform(): Promise<void> {
  const interrupt = new AbortController();
  // Gantry may end at any moment, and then does not read the pipe any more.
  process.stdout.on('error', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt.abort());
  const first = Promise.withResolvers<Given | undefined>();
  const end = Promise.withResolvers<'done' | 'killed'>();
  const lines = createInterface({input: process.stdin});
  lines.once('line', (line) => {
    first.resolve(JSON.parse(line) as Given);
    lines.on('line', (next) => (next.includes('"done"') ? end.resolve('done') : interrupt.abort()));
  });
  lines.once('close', () => {
    first.resolve(undefined);
    end.resolve('killed');
  });
  const asked = await first.promise;
  // Gantry was killed before it had written the order.
  if (asked === undefined) return;
  process.exitCode = await work(asked, {interrupt: interrupt.signal, end: end.promise});
  process.exit();
}

type Signals = {
  readonly interrupt: AbortSignal;
  readonly end: Promise<'done' | 'killed'>;
};

async function work({order, env, home, handed}: Given, {interrupt, end}: Signals): Promise<number> {
  let lease: Lease | undefined;
  const given = new AbortController();
  const giveUpLater = once(async () => {
    await end;
    setTimeout(() => given.abort(), PATIENCE_MS).unref();
  });
  try {
    const states = concealIn(handed) as HandedStates;
    const backend = await open(states.backend as BackendConfig, {env, home, cwd: order.directory});
    const {lineage, token} = order;
    const {pid, start: processStart} = ownProcess();
    if (token !== undefined)
      lease = await joinLease({backend, clock: systemClock, lineage, token, watcher: {pid, processStart}});
    const watched = await attend(order, {
      states: handedStates(backend, states, lineage),
      interrupt,
      given: given.signal,
      lost: lease?.lost ?? new AbortController().signal,
      onWaiting: (failure) => {
        say({waiting: failure});
        void giveUpLater();
      },
    });
    say({ended: watched});
    if ((await end) === 'done') await lease?.leave();
    else if (watched.unstored === undefined) {
      await rm(order.directory, {recursive: true, force: true});
      await lease?.release().catch(() => undefined); // It expires by itself.
    }
    return 0;
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    say({refused: error.failure});
    await lease?.leave();
    return 1;
  }
}

const say = (line: WatcherLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

type Place = Pick<Given, 'env' | 'home'> & {readonly cwd: string};

/** Opens the backend as Gantry has opened it, without the ways to unwrap its data key. */
async function open(config: BackendConfig, {env, home, cwd}: Place): Promise<Backend> {
  const {signal} = new AbortController();
  const quiet = {interactive: false, onEvent: () => undefined, signal};
  const redactor = createRedactor([]);
  const {sealing: _, ...plain} = config;
  const deps = {...quiet, env, cwd, redactor, sandboxes, lastingPrograms, network: {clock: systemClock}};
  return openBackends(home, deps)(plain);
}

const sandboxes = async (): Promise<never> => {
  throw new GantryError({
    code: 'terraform/unusable',
    problem: 'the backend is in a sandbox, which ends with this run',
    hint: 'Use another backend: a directory, a bucket or a cluster.',
  });
};

const lastingPrograms = async (): Promise<never> => {
  throw new Error('the watcher signs no release');
};
