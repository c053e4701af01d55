import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {everythingWritten, leaks} from '../rig/canaries.ts';
import type {Cluster} from '../rig/cluster.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {repetitions} from '../rig/repetitions.ts';
import type {Ran} from '../rig/stack.ts';
import type {ObjectMoment} from '../rig/terraform-objects.ts';
import {hasTestProvider} from '../rig/terraform-provider.ts';
import {objectId, objectStack, processesOf} from './support/object-stack.ts';

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

type Point = {
  readonly victims: readonly Victim[];
  /** The request at which they die. */
  readonly number: number;
  readonly phase: ObjectMoment['phase'];
  readonly of: 'creation' | 'replacement';
};

const pointAt = (round: number): Point => ({
  victims: VICTIMS[round % VICTIMS.length] ?? ['gantry'],
  number: 1 + (Math.floor(round / VICTIMS.length) % 4),
  phase: round % 2 === 0 ? 'after' : 'before',
  of: round % 5 === 4 ? 'replacement' : 'creation',
});

const ROUNDS = repetitions({usual: 14, full: 200});

/** Returns the ids of the objects that the next run names: those that the state has, and those that may exist. */
const named = ({changes, diagnostics}: Plan): ReadonlySet<string> =>
  new Set([
    ...changes.filter(({action}) => action !== 'create').map(({id}) => id),
    ...diagnostics.flatMap(({code, resource}) =>
      code === 'terraform/may-exist' && resource !== undefined ? [resource] : [],
    ),
  ]);

/** Runs an apply that dies at a point. */
async function killAt(stack: Awaited<ReturnType<typeof objectStack>>, point: Point): Promise<Ran> {
  const {server, start} = stack;
  const replaces = point.of === 'replacement';
  if (replaces) {
    server.reset();
    expect(await start('apply', '--yes', '--no-wait').ended).toMatchObject({code: 0});
    await stack.write({zone: 'north'});
  }
  const died = Promise.withResolvers<void>();
  let count = 0;
  const before = replaces ? new Map(server.objects) : [];
  server.reset(async ({phase, provider}) => {
    if (phase !== point.phase || ++count !== point.number) return;
    const {terraform, watcher} = await processesOf(provider);
    const pids = {gantry: program.child.pid ?? 0, terraform, provider, watcher};
    for (const victim of point.victims) process.kill(pids[victim], 'SIGKILL');
    died.resolve();
  });
  for (const [id, object] of before) server.objects.set(id, object);
  const allow = ['a', 'b', 'c', 'd'].flatMap((name) => [
    '--allow-replace',
    objectId(name),
    '--allow-data-loss',
    objectId(name),
  ]);
  const program = start('apply', '--yes', '--no-wait', ...(replaces ? allow : []));
  const ran = await program.ended;
  await Promise.race([died.promise, Promise.reject(new Error(`nobody died: ${ran.stdout}${ran.stderr}`))]);
  if (point.victims.includes('gantry') && !point.victims.includes('watcher')) await stack.untilSettled();
  return ran;
}

describe.runIf(hasTestProvider())('with the terraform of this machine and the test provider', () => {
  onCluster(`an apply that is killed at ${ROUNDS} points`, (cluster: Cluster) => {
    it('each object is in the state or named by the next run, which goes on', async () => {
      const stack = await objectStack(cluster);
      const {server, secrets} = stack;
      const said: string[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const point = pointAt(round);
        const what = `round ${round}: ${JSON.stringify(point)}`;
        await stack.begin(`shop-${round}`);
        const ran = await killAt(stack, point);
        // A watcher that is killed late has already done everything.
        const codes = point.victims.includes('gantry') ? [-1] : point.victims.includes('watcher') ? [0, 6] : [6];
        expect(codes, `${what}\n${ran.stdout}${ran.stderr}`).toContain(ran.code);
        const plan = await stack.preview();
        const found = named(plan);
        const unnamed = [...server.objects.values()].filter(({name = ''}) => !found.has(objectId(name)));
        expect(
          unnamed,
          `${what}\n${ran.stdout}${ran.stderr}\n${JSON.stringify(plan.diagnostics)}\n${JSON.stringify(plan.changes)}`,
        ).toEqual([]);
        said.push(ran.stdout, ran.stderr, JSON.stringify(plan));
        if (round % 4 !== 0) continue;
        const next = await stack.start('apply', '--yes', '--no-wait', '--lock-timeout', '0').ended;
        expect(next, `${what} ${next.stdout}${next.stderr}`).toMatchObject({
          code: point.of === 'creation' ? 0 : expect.any(Number),
        });
        said.push(next.stdout, next.stderr);
      }
      await stack.untilSettled();
      const written = [
        ...(await everythingWritten(join(stack.dir, 'state'))),
        ...(await everythingWritten(stack.home)),
      ];
      expect([...said, ...written.map(([, text]) => text)].flatMap((text) => leaks(text, secrets))).toEqual([]);
    }, 900_000);
  });
});
