import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {everythingWritten, leaks} from '../rig/canaries.ts';
import type {Cluster} from '../rig/cluster.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {repetitions} from '../rig/repetitions.ts';
import type {Ran} from '../rig/stack.ts';
import {hasTestProvider} from '../rig/terraform-provider.ts';
import {type ObjectStack, objectId, objectStack, processesOf, untilEnded} from './support/object-stack.ts';

type Victim = 'gantry' | 'terraform' | 'provider' | 'watcher';

/** The processes that are killed together. */
const VICTIMS: readonly (readonly Victim[])[] = [
  ['gantry'],
  ['gantry', 'watcher', 'terraform', 'provider'],
  ['provider'],
  ['terraform'],
  ['gantry', 'watcher'],
  ['watcher'],
  ['gantry', 'terraform', 'provider'],
];

/** The moments of a request at which processes die: it has no effect yet, it is not answered yet, and some time after its answer. */
const PHASES = ['before', 'after', 'answered'] as const;

type Point = {
  readonly victims: readonly Victim[];
  /** The request at which they die. */
  readonly number: number;
  readonly phase: (typeof PHASES)[number];
  /** The time after an answer, in milliseconds. */
  readonly delay: number;
  readonly of: 'creation' | 'replacement';
};

/** Returns a point for each round: neighbours differ in everything. */
function pointAt(round: number): Point {
  const of = round % 4 === 3 ? 'replacement' : 'creation';
  const requests = of === 'creation' ? 4 : 8;
  const turn = Math.floor(round / VICTIMS.length) + Math.floor(round / (VICTIMS.length * PHASES.length * 4));
  return {
    victims: VICTIMS[round % VICTIMS.length] ?? ['gantry'],
    number: 1 + (turn % requests),
    phase: PHASES[round % PHASES.length] ?? 'before',
    delay: (round * 11) % 64,
    of,
  };
}

/** The rounds: by default all victims in all phases. `GANTRY_TERRAFORM_KILLS=FROM-TO` selects a part of them. */
const [FROM = 0, TO = repetitions({usual: VICTIMS.length * PHASES.length, full: 200})] =
  process.env['GANTRY_TERRAFORM_KILLS']?.split('-').map(Number) ?? [];

/** Returns the ids of the objects that the next run names: those that the state has, and those that may exist. */
const named = ({changes, diagnostics}: Plan): ReadonlySet<string> =>
  new Set([
    ...changes.filter(({action}) => action !== 'create').map(({id}) => id),
    ...diagnostics.flatMap(({code, resource}) =>
      code === 'terraform/may-exist' && resource !== undefined ? [resource] : [],
    ),
  ]);

const ALLOW = ['--allow-replace', '--allow-data-loss'].flatMap((flag) =>
  ['a', 'b', 'c', 'd'].flatMap((name) => [flag, objectId(name)]),
);
const APPLY = ['apply', '--yes', '--no-wait', '--lock-timeout', '0'];
const applyOf = ({of}: Point): readonly string[] => (of === 'creation' ? APPLY : [...APPLY, ...ALLOW]);

/** Runs an apply of a new release history that dies at a point. */
async function killIn(
  stack: ObjectStack,
  {round, point}: {readonly round: number; readonly point: Point},
): Promise<Ran> {
  const {server, start} = stack;
  await stack.begin(`shop-${round}`);
  const replaces = point.of === 'replacement';
  if (replaces) {
    server.reset();
    expect(await start('apply', '--yes', '--no-wait').ended).toMatchObject({code: 0});
    await stack.write({zone: 'north'});
  }
  const died = Promise.withResolvers<void>();
  let count = 0;
  let watching: number | undefined;
  const before = replaces ? new Map(server.objects) : [];
  const last = point.phase === 'before' ? 'before' : 'after';
  const killAll = async (provider: number): Promise<void> => {
    const {terraform, watcher} = await processesOf(provider);
    watching = watcher;
    const pids = {gantry: program.child.pid ?? 0, terraform, provider, watcher};
    const kill = (): void => {
      for (const victim of point.victims) endProcess(pids[victim], point);
      died.resolve();
    };
    if (point.phase === 'answered') setTimeout(kill, point.delay);
    else kill();
  };
  server.reset(async ({phase, provider}) => {
    if (phase === last && ++count === point.number) await killAll(provider).catch(died.reject);
  });
  for (const [id, object] of before) server.objects.set(id, object);
  const program = start(...applyOf(point));
  const ran = await program.ended;
  // Whoever dies some time after an answer may do so after the end of the run.
  const nobody = sleep(1000).then(() => Promise.reject(new Error(`nobody died: ${ran.stdout}${ran.stderr}`)));
  await Promise.race([died.promise, nobody]);
  // A run that is killed after its watcher has ended leaves its directory to the next run.
  if (point.victims.includes('gantry') && watching !== undefined) await untilEnded(watching);
  return ran;
}

/** Kills a process. Only some time after an answer, it may have ended by itself. */
function endProcess(pid: number, {phase}: Point): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (phase !== 'answered' || (error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Returns the exit codes that fit: who dies late has done everything. */
function codesOf({victims, phase}: Point): readonly number[] {
  const late = phase === 'answered' || victims.includes('watcher') ? [0] : [];
  if (victims.includes('gantry')) return phase === 'answered' ? [-1, 0, 6] : [-1];
  return [6, ...late];
}

describe.runIf(hasTestProvider())('with the terraform of this machine and the test provider', () => {
  onCluster(`an apply that is killed at ${TO - FROM} points`, (cluster: Cluster) => {
    it(
      'each object is in the state or named by the next run, which goes on',
      async () => {
        const stack = await objectStack(cluster);
        const {server, secrets} = stack;
        const said: string[] = [];
        const faults: string[] = [];
        for (let round = FROM; round < TO; round++) {
          const point = pointAt(round);
          const {code, stdout, stderr} = await killIn(stack, {round, point});
          const plan = JSON.parse((await stack.here.gantry(['preview', '-o', 'json'])).stdout) as Plan;
          said.push(stdout, stderr, JSON.stringify(plan));
          const found = named(plan);
          const unnamed = [...server.objects.values()]
            .map(({name = ''}) => name)
            .filter((name) => !found.has(objectId(name)));
          const what = `round ${round}: ${JSON.stringify(point)}: exit code ${code}`;
          if (unnamed.length > 0)
            faults.push(`${what}, unnamed ${unnamed.join(', ')}\n${stdout}${stderr}\n${JSON.stringify(plan)}`);
          if (!codesOf(point).includes(code)) faults.push(`${what}\n${stdout}${stderr}`);
          if (round % 4 !== 0 && round % 8 !== 3) continue;
          const next = await stack.start(...applyOf(point)).ended;
          said.push(next.stdout, next.stderr);
          if (next.code !== 0)
            faults.push(`${what}, the next run ended with ${next.code}\n${next.stdout}${next.stderr}`);
        }
        expect(faults).toEqual([]);
        await stack.untilSettled();
        const written = [
          ...(await everythingWritten(join(stack.dir, 'state'))),
          ...(await everythingWritten(stack.home)),
        ];
        expect([...said, ...written.map(([, text]) => text)].flatMap((text) => leaks(text, secrets))).toEqual([]);
      },
      120_000 + (TO - FROM) * 30_000,
    );
  });
});
