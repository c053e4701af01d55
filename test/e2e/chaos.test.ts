import {randomInt} from 'node:crypto';
import {createInterface} from 'node:readline';
import {expect, it} from 'vitest';
import {applyRelease} from '../../src/app/plan/apply-release.ts';
import {previewRelease} from '../../src/app/plan/preview-release.ts';
import type {ApplyRequest} from '../../src/app/plan/release-requests.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {NO_PERMISSIONS} from '../../src/core/plan/permissions.ts';
import {applyOf} from '../rig/deps.ts';
import {type Death, type Moment, type Mortal, mortal} from '../rig/mortal.ts';
import {configMap} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {startGantry} from '../rig/program.ts';
import {type Random, randomOf} from '../rig/random-source.ts';
import {IN_FULL, repetitions} from '../rig/repetitions.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {expectAgreement, isEnding, labelled, seriesOf, writesLeft} from './support/agreement.ts';
import {chaosObjects, type Version} from './support/chaos-spec.ts';

/** `GANTRY_CHAOS=200` asks for as many; `GANTRY_SEED` repeats a run. */
const all = Number(process.env['GANTRY_CHAOS'] ?? repetitions({usual: 20, full: 400}));
/** `killed`: of them by a real kill -9 of the program. `anew`: how often all is destroyed in between. */
const DEATHS = {all, killed: Math.ceil(all / 20), anew: Math.ceil(all / 60)};
const seed = Number(process.env['GANTRY_SEED'] ?? randomInt(2 ** 31));

type Round = {
  readonly to: Version;
  /** Inside this process, at a moment; or the program itself, when it has said so many lines. */
  readonly death: Death | {readonly lines: number};
};

/** One stack whose runs die, and what is wanted of each of its versions. */
type Trial = {readonly stack: Stack; readonly wanted: (version: Version) => readonly JsonObject[]};

onCluster(`an apply of 200 objects that dies anywhere (GANTRY_SEED=${seed})`, (cluster) => {
  it('the next run finishes a killed apply of 200 objects and does only the rest: state and cluster agree', async () => {
    const random = randomOf(seed);
    const [namespace, own] = [cluster.freshNamespace('chaos'), cluster.freshNamespace('chaos-own')];
    const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace});
    const trial: Trial = {stack, wanted: (version) => chaosObjects({namespace, own, version})};

    // Each way once without a death: where do its runs come by, and how often?
    const seen = new Map<string, ReadonlyMap<Moment, number>>();
    const learn = async (from: Version, to: Version): Promise<void> => {
      await show(trial, to);
      seen.set(`${from}>${to}`, (await ended(trial, to)).counts);
    };
    await ended(trial, await show(trial, 'a'));
    await learn('a', 'b');
    await learn('b', 'a');
    await learn('a', 'none');
    await learn('none', 'a');

    const deaths = new Map<string, number>();
    let total = 0;
    for (const round of rounds(random, seen)) {
      if (!(await survive(trial, round))) continue;
      const name = 'lines' in round.death ? 'kill -9' : round.death.moment;
      deaths.set(name, (deaths.get(name) ?? 0) + 1);
      if (++total === DEATHS.all) break;
    }
    await show(trial, 'none');
    await expectGone(trial);
    if (IN_FULL)
      process.stdout.write(`${total} deaths: ${JSON.stringify(Object.fromEntries([...deaths].toSorted()))}\n`);
    // No kind of moment that its runs come by was left out.
    const moments = [...seen.values()].flatMap((counts) => [...counts.keys()]);
    if (all >= 200)
      expect([...new Set(moments)].filter((moment) => !deaths.has(moment) && !moment.endsWith('WATCH'))).toEqual([]);
    expect(total).toBe(DEATHS.all);
  }, 1_800_000);

  it('the next run finishes a killed first apply of a stack, at every moment that only a first run has', async () => {
    const first = async (): Promise<Trial> => {
      const namespace = cluster.freshNamespace('chaos');
      const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace});
      const objects = ['a', 'b', 'c'].map((name) => configMap(name, {name}, {namespace}));
      return {stack, wanted: (version) => (version === 'none' ? [] : objects)};
    };
    const fresh = await first();
    await show(fresh, 'a');
    const counts = [...(await ended(fresh, 'a')).counts.keys()];
    const again = new Set((await ended(fresh, await show(fresh, 'none'))).counts.keys());
    const only = counts.filter((moment) => !again.has(moment) && !moment.includes('WATCH'));
    expect(only).toEqual(expect.arrayContaining(['after put index', 'after put key', 'after put pin', 'after POST']));
    for (const moment of only) {
      const trial = await first();
      expect(await survive(trial, {to: 'a', death: {moment, nth: 1}})).toBe(true);
      await expectGone(trial);
    }
  });

  async function show({stack, wanted}: Trial, version: Version): Promise<Version> {
    // What a destroy finds in the files does not matter.
    const items = wanted(version === 'none' ? 'a' : version);
    await stack.write({'manifests/all.yaml': {apiVersion: 'v1', kind: 'List', items}});
    return version;
  }

  /** To the end, and everything is as it shall be. */
  async function ended({stack, wanted}: Trial, version: Version): Promise<Mortal> {
    const run = mortal(stack);
    const outcome = await applyRelease(requestFor(stack, version), run.deps);
    // Where all was done, and only the record was missing, there is nothing to do.
    if (outcome.kind !== 'unchanged') expect(outcome).toMatchObject({kind: 'applied', phase: 'succeeded'});
    await expectAgreement(cluster, stack, wanted(version));
    return run;
  }

  async function expectGone(trial: Trial): Promise<void> {
    await ended(trial, 'none');
    const {lineage = ''} = await seriesOf(trial.stack);
    expect([...(await labelled(cluster, lineage)).values()].filter((object) => !isEnding(object))).toEqual([]);
  }

  async function expectQuiet({stack}: Trial, version: Version): Promise<void> {
    const {deps, writes} = mortal(stack);
    const plan = await previewRelease(requestFor(stack, version), deps);
    expect(plan.changes.filter(({action, fields}) => action !== 'unchanged' || fields.length > 0)).toEqual([]);
    expect(plan.diagnostics).toEqual([]);
    expect(writes).toEqual([]);
  }

  /** False: the run ended before that moment came. */
  async function survive(trial: Trial, round: Round): Promise<boolean> {
    try {
      return await dieAndRecover(trial, round);
    } catch (error) {
      throw new Error(`GANTRY_SEED=${seed}: ${JSON.stringify(round)}`, {cause: error});
    }
  }

  async function dieAndRecover(trial: Trial, round: Round): Promise<boolean> {
    const {stack, wanted} = trial;
    await show(trial, round.to);
    if (!(await dies(stack, round))) {
      await expectAgreement(cluster, stack, wanted(round.to));
      return false;
    }
    const {lineage} = await seriesOf(stack);
    const live = lineage === undefined ? new Map<string, JsonObject>() : await labelled(cluster, lineage);
    const left = writesLeft(live, wanted(round.to));
    const {writes} = await ended(trial, round.to);
    // The stack's namespace is nobody's object.
    const own = writes.filter((write) => !write.startsWith('POST '));
    expect(own.toSorted(), 'writes of the run that recovers').toEqual(left);
    if (round.to !== 'none') await expectQuiet(trial, round.to);
    return true;
  }
});

async function dies(stack: Stack, {to, death}: Round): Promise<boolean> {
  if ('lines' in death) return killedAfter(stack, to, death.lines);
  const {deps, died} = mortal(stack, death);
  const run = applyRelease(requestFor(stack, to), deps);
  return Promise.race([died.then(() => true), run.then(() => false)]);
}

const requestFor = (stack: Stack, to: Version): ApplyRequest =>
  applyOf(stack, {
    operation: to === 'none' ? 'destroy' : 'apply',
    permissions: {...NO_PERMISSIONS, allowDelete: ['all']},
  });

/** The program itself, killed without a warning when it has said so many lines. */
async function killedAfter(stack: Stack, to: Version, lines: number): Promise<boolean> {
  const command = to === 'none' ? 'destroy' : 'apply';
  const args = [command, '--yes', '--allow-delete', 'all', '-o', 'jsonl', '--lock-timeout', '0'];
  const {child, ended} = startGantry(stack, args);
  let said = 0;
  if (child.stdout === null) throw new Error('no stdout');
  createInterface({input: child.stdout}).on('line', () => {
    if (++said === lines) child.kill('SIGKILL');
  });
  const ran = await ended;
  if (child.signalCode === 'SIGKILL') return true;
  expect(ran, ran.stderr).toMatchObject({code: 0});
  return false;
}

type Seen = ReadonlyMap<string, ReadonlyMap<Moment, number>>;

/** The way there and back again, each run dying once; now and then all of it is destroyed and made anew. */
function* rounds(random: Random, seen: Seen): Generator<Round> {
  // Some come to their end before their moment comes.
  const most = Math.round(DEATHS.all * 1.25);
  const killed = new Set(random.shuffled(Array.from({length: DEATHS.all}, (_, i) => i)).slice(0, DEATHS.killed));
  const anew = Math.floor(DEATHS.all / DEATHS.anew);
  const choose = deathsOf(random, seen);
  let from: Version = 'a';
  for (let i = 0; i < most; i++) {
    const to = next(from, i % anew === anew - 1);
    yield {to, death: killed.has(i) ? {lines: 1 + random.int(90)} : choose(`${from}>${to}`)};
    from = to;
  }
}

function next(from: Version, anew: boolean): Version {
  if (from === 'none' || (from === 'b' && !anew)) return 'a';
  return anew ? 'none' : 'b';
}

/** Chooses where the next run on a way dies. */
function deathsOf(random: Random, seen: Seen): (way: string) => Death {
  const left = new Map<string, Moment[]>();
  const met = new Set<Moment>();
  return (way) => {
    const counts = seen.get(way) ?? seen.get('a>none') ?? new Map<Moment, number>();
    const before = left.get(way) ?? [];
    const moments = before.length > 0 ? before : random.shuffled([...counts.keys()].flatMap(often));
    left.set(way, moments);
    const moment = moments.pop() ?? 'before PATCH';
    // Its first time always comes; a later one may not, when the server is quicker than before.
    const nth = met.has(moment) ? 1 + random.int(counts.get(moment) ?? 1) : 1;
    met.add(moment);
    return {moment, nth};
  };
}

/** Each kind of moment in its turn, so that the rare ones are met as surely as the many; those of writes thrice. */
const often = (moment: Moment): readonly Moment[] =>
  /(before|after) (PATCH|POST|DELETE|put \w+)$/.test(moment) ? [moment, moment, moment] : [moment];
