/**
 * A process that applies and destroys a stack again and again through the library, and tells what is left after each round.
 * Arguments: the stack's directory, its home, how many rounds. Needs --expose-gc.
 */
import {getEventListeners} from 'node:events';
import {getHeapSpaceStatistics} from 'node:v8';
import {applyRelease} from '../../src/app/plan/apply-release.ts';
import {NO_PERMISSIONS} from '../../src/core/plan/permissions.ts';
import {buildDeps} from '../../src/main.ts';

export type SoakRound = {
  /** Bytes of data on the heap. */
  readonly heap: number;
  /** What keeps the process alive: sockets, timers, files. */
  readonly resources: readonly string[];
  /** On the one signal that all rounds share. */
  readonly listeners: number;
};

export type Soaked = {readonly rounds: readonly SoakRound[]; readonly warnings: readonly string[]};

const [directory = '', home = '', count = '0'] = process.argv.slice(2);
const warnings: string[] = [];
process.on('warning', ({name, message}) => warnings.push(`${name}: ${message}`));

const {signal} = new AbortController();
const env = {PATH: process.env['PATH'], HOME: home, GANTRY_HOME: `${home}/.gantry`};
const deps = buildDeps(
  {env, cwd: directory},
  {onEvent: () => undefined, signal, interactive: false, command: 'gantry apply'},
);

async function run(operation: 'apply' | 'destroy'): Promise<void> {
  const permissions = {...NO_PERMISSIONS, allowDelete: ['all']};
  const confirm = async () => true;
  const request = {directory, operation, permissions, wait: true, lockTimeoutSeconds: 0, confirm};
  const outcome = await applyRelease(request, deps);
  if (outcome.kind !== 'applied' || outcome.phase !== 'succeeded') throw new Error(JSON.stringify(outcome));
}

/** What objects take. Code is left out: the machine goes on to compile what runs often, for hundreds of rounds. */
const dataBytes = (): number =>
  getHeapSpaceStatistics()
    .filter(({space_name: name}) => !/code|trusted|read_only/.test(name))
    .reduce((sum, space) => sum + space.space_used_size, 0);

async function soak(): Promise<Soaked> {
  const rounds: SoakRound[] = [];
  for (let round = 0; round < Number(count); round++) {
    await run('apply');
    await run('destroy');
    // A closed handle is released only after its events were delivered.
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc?.();
    const resources = process.getActiveResourcesInfo().toSorted();
    rounds.push({
      heap: dataBytes(),
      resources,
      listeners: getEventListeners(signal, 'abort').length,
    });
  }
  return {rounds, warnings};
}

process.on('message', () => void soak().then((soaked) => process.send?.(soaked)));
process.send?.('ready');
