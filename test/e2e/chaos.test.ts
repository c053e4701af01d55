import {randomInt} from 'node:crypto';
import {createInterface} from 'node:readline';
import {expect, it} from 'vitest';
import {applyRelease} from '../../src/app/apply-release.ts';
import {previewRelease} from '../../src/app/preview-release.ts';
import type {ApplyRequest} from '../../src/app/release-requests.ts';
import {NO_PERMISSIONS} from '../../src/core/plan/permissions.ts';
import {applyOf} from '../rig/doors.ts';
import {type Death, type Moment, type Mortal, mortal} from '../rig/mortal.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {startGantry} from '../rig/program.ts';
import {type Random, randomOf} from '../rig/random-source.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {expectAgreement, labelled, seriesOf, writesLeft} from './support/agreement.ts';
import {chaosObjects, type Version} from './support/chaos-spec.ts';

/** `npm run test:chaos` dies twice as often; `GANTRY_CHAOS=20` is for trying. `GANTRY_SEED` repeats a run. */
const asked = process.env['GANTRY_CHAOS'] ?? '200';
const FULL = asked === 'full';
const all = FULL ? 400 : Number(asked);
/** `killed`: of them by a real kill -9 of the program. `anew`: how often all is destroyed in between. */
const DEATHS = {all, killed: Math.ceil(all / 20), anew: Math.ceil(all / 60)};
const seed = Number(process.env['GANTRY_SEED'] ?? randomInt(2 ** 31));

type Round = {
  readonly to: Version;
  /** Inside this process, at a moment; or the program itself, when it has said so many lines. */
  readonly death: Death | {readonly lines: number};
};

onCluster(`an apply of 200 objects that dies anywhere (GANTRY_SEED=${seed})`, (cluster) => {
  it('is ended by the next run, which does only the rest: state and cluster agree, and nothing is orphaned', async () => {
    const random = randomOf(seed);
    const [namespace, own] = [cluster.freshNamespace('chaos'), cluster.freshNamespace('chaos-own')];
    const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace});
    const wanted = (version: Version) => chaosObjects({namespace, own, version});
    const show = async (version: Version): Promise<void> =>
      stack.write({
        'manifests/all.yaml': {apiVersion: 'v1', kind: 'List', items: wanted(version === 'none' ? 'a' : version)},
      });

    /** To the end, and everything is as it shall be; answers where it came by. */
    async function ended(version: Version): Promise<Mortal> {
      const run = mortal(stack);
      const outcome = await applyRelease(requestFor(stack, version), run.deps);
      expect(outcome.kind === 'applied' ? [outcome.phase, outcome.failure] : []).toEqual(
        outcome.kind === 'applied' ? ['succeeded', undefined] : [],
      );
      await expectAgreement(cluster, stack, wanted(version));
      return run;
    }

    async function expectQuiet(version: Version): Promise<void> {
      const {deps, writes} = mortal(stack);
      const plan = await previewRelease(requestFor(stack, version), deps);
      expect(plan.changes.filter(({action, fields}) => action !== 'unchanged' || fields.length > 0)).toEqual([]);
      expect(plan.diagnostics).toEqual([]);
      expect(writes).toEqual([]);
    }

    /** False: the run ended before that moment came. */
    async function dies({to, death}: Round): Promise<boolean> {
      if ('lines' in death) return killedAfter(stack, to, death.lines);
      const {deps, died} = mortal(stack, death);
      const run = applyRelease(requestFor(stack, to), deps);
      return Promise.race([died.then(() => true), run.then(() => false)]);
    }

    async function survive(round: Round): Promise<boolean> {
      await show(round.to);
      if (!(await dies(round))) {
        await expectAgreement(cluster, stack, wanted(round.to));
        return false;
      }
      const {lineage} = await seriesOf(stack);
      const left = writesLeft(lineage === undefined ? new Map() : await labelled(cluster, lineage), wanted(round.to));
      const {writes} = await ended(round.to);
      expect(writes.toSorted(), 'writes of the run that recovers').toEqual(left);
      if (round.to !== 'none') await expectQuiet(round.to);
      return true;
    }

    async function told(round: Round): Promise<boolean> {
      try {
        return await survive(round);
      } catch (error) {
        throw new Error(`GANTRY_SEED=${seed}: ${JSON.stringify(round)}`, {cause: error});
      }
    }

    // Each way once without a death: where do its runs come by, and how often?
    const seen = new Map<string, ReadonlyMap<Moment, number>>();
    const learn = async (from: Version, to: Version): Promise<void> => {
      await show(to);
      seen.set(`${from}>${to}`, (await ended(to)).counts);
    };
    await learn('none', 'a');
    await learn('a', 'b');
    await learn('b', 'a');
    await learn('a', 'none');

    const deaths = new Map<string, number>();
    let total = 0;
    let at: Version = 'none';
    for (const round of rounds(random, seen)) {
      at = round.to;
      if (!(await told(round))) continue;
      const name = 'lines' in round.death ? 'kill -9' : round.death.moment;
      deaths.set(name, (deaths.get(name) ?? 0) + 1);
      if (++total === DEATHS.all) break;
    }
    if (at !== 'none') await ended('none');
    if (FULL) process.stdout.write(`${total} deaths: ${JSON.stringify(Object.fromEntries([...deaths].toSorted()))}\n`);
    // No kind of moment that its runs come by was left out.
    const moments = [...seen.values()].flatMap((counts) => [...counts.keys()]);
    if (all >= 200) expect([...new Set(moments)].filter((moment) => !deaths.has(moment))).toEqual([]);
    expect(total).toBe(DEATHS.all);
  }, 1_800_000);
});

const requestFor = (stack: Stack, to: Version): ApplyRequest =>
  applyOf(stack, {
    operation: to === 'none' ? 'destroy' : 'apply',
    permissions: {...NO_PERMISSIONS, allowDelete: ['all']},
  });

/** The program itself, killed without a warning when it has said so many lines. */
async function killedAfter(stack: Stack, to: Version, lines: number): Promise<boolean> {
  const args = [to === 'none' ? 'destroy' : 'apply', '--yes', '-o', 'jsonl', '--lock-timeout', '0'];
  const {child, ended} = startGantry(stack, args);
  let said = 0;
  if (child.stdout === null) throw new Error('no stdout');
  createInterface({input: child.stdout}).on('line', () => {
    if (++said === lines) child.kill('SIGKILL');
  });
  await ended;
  return child.signalCode === 'SIGKILL';
}

/** The way there and back again, each run dying once; now and then all of it is destroyed and made anew. */
function* rounds(random: Random, seen: ReadonlyMap<string, ReadonlyMap<Moment, number>>): Generator<Round> {
  // Some come to their end before their moment comes.
  const most = Math.round(DEATHS.all * 1.25);
  const killed = new Set(random.shuffled(Array.from({length: DEATHS.all}, (_, i) => i)).slice(0, DEATHS.killed));
  const anew = Math.floor(DEATHS.all / DEATHS.anew);
  const left = new Map<string, Moment[]>();
  let from: Version = 'none';
  for (let i = 0; i < most; i++) {
    const to: Version = from === 'none' ? 'a' : i % anew === anew - 1 ? 'none' : from === 'a' ? 'b' : 'a';
    const way = `${from}>${to}`;
    const counts = seen.get(way) ?? seen.get('b>a') ?? new Map<Moment, number>();
    if ((left.get(way)?.length ?? 0) === 0) left.set(way, random.shuffled([...counts.keys()].flatMap(often)));
    const moment = left.get(way)?.pop() ?? 'before PATCH';
    const death = killed.has(i) ? {lines: 1 + random.int(90)} : {moment, nth: 1 + random.int(counts.get(moment) ?? 1)};
    yield {to, death};
    from = to;
  }
}

/** Each kind of moment in its turn, so that the rare ones are met as surely as the many; those of writes thrice. */
const often = (moment: Moment): readonly Moment[] =>
  /(before|after) (PATCH|POST|DELETE|put \w+)$/.test(moment) ? [moment, moment, moment] : [moment];
