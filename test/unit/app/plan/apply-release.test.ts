import {expect, it} from 'vitest';
import type {Deps} from '../../../../src/app/deps.ts';
import {applyRelease} from '../../../../src/app/plan/apply-release.ts';
import type {ApplyRequest} from '../../../../src/app/plan/release-requests.ts';
import {exitCodeOf} from '../../../../src/cli/exit-code.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {NO_PERMISSIONS} from '../../../../src/core/plan/permissions.ts';
import type {Change, Plan} from '../../../../src/core/plan/plan.ts';
import {headKey, lockKey} from '../../../../src/core/release/keys.ts';
import type {KubernetesState} from '../../../../src/core/release/kubernetes-state.ts';
import type {Release} from '../../../../src/core/release/release.ts';
import {openHistory} from '../../../../src/engine/release/release-history.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import type {Cluster} from '../../../../src/ports/cluster.ts';
import type {PlanRequest} from '../../../../src/ports/plan-request.ts';
import type {PlannedChange} from '../../../../src/ports/planned-change.ts';
import type {StepResult} from '../../../../src/ports/step-result.ts';
import type {StepRun} from '../../../../src/ports/step-run.ts';
import {type HandClock, handClock} from '../../../rig/hand-clock.ts';
import {stateOf} from '../../../rig/releases.ts';
import {failureOf, KUBECONFIG, rig} from '../workspace/rig.ts';

const NAMES = {project: 'project', stack: 'shop', workspace: 'test'};
const ID = (name: string) => `v1:ConfigMap:shop:${name}`;

const notAsked = () => Promise.reject(new Error('nobody asks for rights here'));
const NO_FACTS = {version: notAsked, apis: notAsked, lookUp: notAsked};
const NO_ACCESS = {account: notAsked, mayI: notAsked, permissions: notAsked};

type Step = {
  readonly change?: Partial<Change>;
  readonly after?: readonly string[];
  readonly state?: KubernetesState;
  readonly execute?: (run: StepRun) => Promise<StepResult>;
};

const written =
  (name: string) =>
  async (run: StepRun): Promise<StepResult> => {
    await run.beforeWrite();
    run.onApplied();
    return {kind: 'done', state: stateOf(ID(name))};
  };

const failing =
  (more: Partial<Extract<StepResult, {kind: 'failed'}>> = {}) =>
  async (): Promise<StepResult> => ({
    kind: 'failed',
    failure: {code: 'object/failed', resource: 'x', detail: 'no'},
    ...more,
  });

/** A stack of ConfigMaps, a cluster that is only a name, and steps that do what the test says. */
async function stack(names: readonly string[]) {
  const objects = (list: readonly string[]) =>
    list.map((name) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: shop}\n`).join('---\n');
  const made = await rig({
    files: {
      'project/stack.yaml': 'name: shop\nworkspace: test\nsources: [{manifests: m.yaml}]\n',
      'project/m.yaml': objects(names),
      'project/kubeconfig': KUBECONFIG,
      'project/workspaces/test.yaml': 'name: test\ncontext: {kubeconfig_path: ../kubeconfig}\n',
    },
  });
  const clock = handClock();
  const plans: PlanRequest[] = [];
  let closed = 0;
  const apply = (
    steps: Readonly<Record<string, Step>>,
    more: Partial<Pick<Deps, 'signal' | 'backend'>> & Partial<ApplyRequest> = {},
  ) => {
    const {signal, backend, ...request} = more;
    const cluster: Cluster = {
      identify: async () => ({server: 'https://c', identity: 'u', method: 'kube-system-uid', version: 'v1'}),
      clockOffset: async () => undefined,
      whoAmI: async () => 'deployer',
      facts: NO_FACTS,
      access: NO_ACCESS,
      operate: notOperated,
      survey: notOperated,
      inventory: notOperated,
      openApi: notOperated,
      otherTools: {record: notOperated, helmHistory: notOperated, helmRelease: notOperated},
      runtime: {
        type: 'Kubernetes',
        plan: async (planned) => {
          plans.push(planned);
          return {changes: changesOf(planned, steps), diagnostics: []};
        },
        drift: async () => ({objects: [], diagnostics: []}),
        close: async () => undefined,
      },
      close: async () => void closed++,
    };
    const deps: Deps = {
      ...made.deps,
      clock,
      cluster: async () => cluster,
      ...(signal === undefined ? {} : {signal}),
      ...(backend === undefined ? {} : {backend}),
    };
    return applyRelease({...REQUEST, ...request}, deps);
  };
  const history = () => openHistory({backend: made.backend, ...NAMES});
  const lock = async () => {
    const stored = await made.backend.get(lockKey((await history()).lineage ?? 'none'));
    return stored === undefined
      ? undefined
      : (JSON.parse(new TextDecoder().decode(stored.value)) as {state: string}).state;
  };
  return {...made, clock, plans, apply, series: history, lock, closed: () => closed};
}

const notOperated = (): never => {
  throw new Error('an apply looks at nothing that runs');
};

const REQUEST: ApplyRequest = {
  operation: 'apply',
  permissions: NO_PERMISSIONS,
  wait: true,
  lockTimeoutSeconds: 0,
  confirm: async () => true,
};

function changesOf({wanted, prior}: PlanRequest, steps: Readonly<Record<string, Step>>): readonly PlannedChange[] {
  return Object.entries(steps).map(([name, {change, after = [], state, execute}]) => {
    const id = ID(name);
    const attributes = wanted.resources.find((resource) => resource.id === id)?.attributes;
    const known = state ?? prior.state.find((one) => one.id === id);
    return {
      change: {id, type: 'Kubernetes', action: 'create', verified: true, fields: [], ...change},
      after: after.map(ID),
      ...(attributes === undefined ? {} : {redacted: () => attributes}),
      ...(known === undefined ? {} : {state: known}),
      execute: execute ?? written(name),
    };
  });
}

const idsOf = (release: Release | undefined) => release?.state.map(({id}) => id.split(':').at(-1)).toSorted();

/** A backend whose writes of some keys fail for good. */
const failingPut = (backend: Backend, fails: (key: string) => boolean): Backend => ({
  ...backend,
  put: (key, value, expected) =>
    fails(key)
      ? Promise.reject(new GantryError({code: 'backend/io', detail: `disk full: ${key}`}))
      : backend.put(key, value, expected),
});

it('an apply records its result, releases the lock and closes the connection', async () => {
  const {apply, series, lock, closed} = await stack(['a', 'b']);
  const outcome = await apply({a: {}, b: {after: ['a']}});
  expect(outcome).toMatchObject({kind: 'applied', phase: 'succeeded', release: {revision: 1}});
  expect(outcome).not.toHaveProperty('failure');
  const {head, last, interrupted} = await series();
  expect([head?.pending, idsOf(last), interrupted]).toEqual([undefined, ['a', 'b'], []]);
  expect([await lock(), closed()]).toEqual(['free', 1]);
});

it('a partly failed run records the objects in the cluster: those that it wrote, ready or not, and the earlier ones', async () => {
  const {apply, series, lock} = await stack(['done', 'slow', 'refused', 'skipped', 'kept']);
  const outcome = await apply({
    done: {},
    slow: {execute: failing({state: stateOf(ID('slow'))})},
    refused: {execute: failing()},
    skipped: {after: ['refused']},
    kept: {change: {action: 'update'}, state: stateOf(ID('kept')), after: ['refused']},
    gone: {change: {action: 'delete'}, state: stateOf(ID('gone'))},
  });
  expect(outcome).toMatchObject({
    phase: 'failed',
    failure: {
      code: 'apply/partial',
      failed: [ID('refused'), ID('slow')],
      skipped: [ID('kept'), ID('skipped'), ID('gone')],
    },
  });
  const {last, head} = await series();
  expect(idsOf(last)).toEqual(['done', 'gone', 'kept', 'slow']);
  expect([last?.phase, head?.pending, await lock()]).toEqual(['failed', undefined, 'free']);
});

it('a release drops deleted, gone and forgotten objects, and keeps retained ones', async () => {
  const {apply, series} = await stack([]);
  const removal = (action: Change['action'], result: StepResult = {kind: 'done'}): Step => ({
    change: {action},
    state: stateOf(ID(action)),
    execute: async () => result,
  });
  await apply(
    {
      delete: removal('delete'),
      gone: removal('gone'),
      forget: removal('forget'),
      retain: removal('retain', {kind: 'done', state: stateOf(ID('retain'))}),
    },
    {operation: 'destroy'},
  );
  expect(idsOf((await series()).last)).toEqual(['retain']);
});

it('an interrupted run is recorded with its writes, and releases the lock', async () => {
  const {apply, series, lock} = await stack(['a', 'b']);
  const abort = new AbortController();
  const outcome = await apply(
    {
      a: {
        execute: async (run) => {
          run.onApplied();
          abort.abort('SIGTERM');
          return {kind: 'failed', failure: {code: 'cancelled', signal: 'SIGTERM'}, state: stateOf(ID('a'))};
        },
      },
      b: {after: ['a']},
    },
    {signal: abort.signal},
  );
  expect(outcome).toMatchObject({phase: 'interrupted', failure: {code: 'cancelled', signal: 'SIGTERM'}});
  expect([idsOf((await series()).last), await lock()]).toEqual([['a'], 'free']);
});

it('an apply that is declined or has no changes writes only the key and the pin', async () => {
  const {apply, backend} = await stack(['a']);
  expect(await apply({a: {}}, {confirm: async () => false})).toMatchObject({kind: 'declined'});
  expect(await apply({a: {change: {action: 'unchanged'}}})).toMatchObject({kind: 'unchanged'});
  expect([...backend.values.keys()].filter((key) => /^(releases|locks|index)/.test(key))).toEqual([]);
});

it('an apply after a failed run confirms unchanged objects again, and the next one does not', async () => {
  const {apply, series} = await stack(['a']);
  await apply({a: {execute: failing({state: stateOf(ID('a'))})}});
  let looked = 0;
  const unchanged = {change: {action: 'unchanged' as const}, execute: async () => (looked++, {kind: 'done' as const})};
  expect(await apply({a: unchanged})).toMatchObject({kind: 'applied', phase: 'succeeded', release: {revision: 2}});
  expect([looked, idsOf((await series()).last)]).toEqual([1, ['a']]);
  expect(await apply({a: unchanged})).toMatchObject({kind: 'unchanged'});
});

it('an apply starts no write when it cannot store its intent', async () => {
  const {apply, backend, lock} = await stack(['a']);
  let written = 0;
  const full = failingPut(backend, (key) => key.endsWith('-pending.json'));
  const run = apply({a: {execute: async () => (written++, {kind: 'done'})}}, {backend: async () => full});
  expect(await failureOf(run)).toMatchObject({code: 'backend/io'});
  expect([written, await lock()]).toEqual([0, 'free']);
});

it('a run that wrote and cannot be recorded is partly applied, and the next run knows its objects', async () => {
  const {apply, backend, lock, plans, series} = await stack(['a']);
  const full = failingPut(backend, (key) => /\/\d+-\d+\.json$/.test(key));
  const failure = await failureOf(apply({a: {}}, {backend: async () => full}));
  expect(failure).toMatchObject({code: 'apply/partial', unrecorded: true, causes: [{code: 'backend/io'}]});
  expect([exitCodeOf(failure), await lock()]).toEqual([6, 'free']);
  await apply({a: {}});
  expect(plans[1]).toMatchObject({prior: {state: [], interrupted: [{id: ID('a')}]}});
  expect(idsOf((await series()).last)).toEqual(['a']);
});

it('the objects of two runs that died are passed to the next plan', async () => {
  const {apply, backend, plans, write, series} = await stack(['a', 'b']);
  const full = failingPut(backend, (key) => /\/\d+-\d+\.json$/.test(key));
  await failureOf(apply({a: {}, b: {}}, {backend: async () => full}));
  await write('project/m.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: shop}\n');
  await failureOf(apply({c: {}}, {backend: async () => full}));
  await apply({c: {}});
  expect(plans[2]?.prior.interrupted.map(({id}) => id)).toEqual([ID('a'), ID('b'), ID('c')]);
  expect((await series()).interrupted).toEqual([]);
});

it('a run that died while it orphaned an object is completed by the next one: the object is not deleted for having left the files', async () => {
  const {apply, backend, plans, series} = await stack(['stays']);
  const leaves = {change: {action: 'forget' as const}, state: stateOf(ID('leaves'))};
  await apply({stays: {}, leaves: {}});
  const full = failingPut(backend, (key) => /\/\d+-\d+\.json$/.test(key));
  const forgetting = apply(
    {leaves: {...leaves, execute: written('leaves')}},
    {orphan: [ID('leaves')], backend: async () => full},
  );
  expect(await failureOf(forgetting)).toMatchObject({unrecorded: true});
  expect(plans[1]).toMatchObject({prior: {state: [{id: ID('leaves')}], toOrphan: new Set([ID('leaves')])}});

  await apply({stays: {}, leaves: {...leaves, execute: async () => ({kind: 'done'})}});
  expect(plans[2]?.prior.toOrphan).toEqual(new Set([ID('leaves')]));
  expect(idsOf((await series()).last)).toEqual(['stays']);
  await apply({stays: {change: {action: 'update'}}});
  expect(plans[3]?.prior.toOrphan).toEqual(new Set());
});

it('orphaning some resources leaves the others in the release unchanged', async () => {
  const {apply, plans, series} = await stack(['a', 'b']);
  await apply({a: {}, b: {}});
  const before = (await series()).last;
  await apply({a: {change: {action: 'forget'}, execute: async () => ({kind: 'done'})}}, {orphan: ['*:a']});
  expect(plans[1]).toMatchObject({wanted: {resources: []}, prior: {state: [{id: ID('a')}]}, ignore: []});
  const {last} = await series();
  expect(last).toMatchObject({revision: 2, operation: 'apply', phase: 'succeeded', orphaned: [ID('a')]});
  expect(last?.state).toEqual(before?.state.filter(({id}) => id === ID('b')));
  expect(last?.spec).toEqual(before?.spec.filter(({id}) => id === ID('b')));
});

/** Another run takes the lock, and the head with it; the clock goes on until this one notices. */
async function takeOver(
  backend: Awaited<ReturnType<typeof stack>>['backend'],
  clock: HandClock,
  head: boolean,
  ms = 25_000,
) {
  const rewrite = (key: string, change: (document: Record<string, unknown>) => object) => {
    const stored = backend.values.get(key);
    const document = JSON.parse(new TextDecoder().decode(stored?.value)) as Record<string, unknown>;
    backend.write(key, JSON.stringify(change(document)));
  };
  const lineage =
    [...backend.values.keys()].find((key) => key.startsWith('locks/'))?.slice('locks/'.length, -'.json'.length) ?? '';
  rewrite(lockKey(lineage), (lock) => ({...lock, token: 'other'}));
  if (head) rewrite(headKey(lineage), (document) => ({...document, epoch: 99, token: 'other'}));
  await clock.advance(ms);
}

it('a run stops when its lock is lost, and is partly applied if it had written', async () => {
  const {apply, backend, clock} = await stack(['a', 'b']);
  let begun = 0;
  const run = apply({
    a: {
      execute: async (step) => {
        await step.beforeWrite();
        step.onApplied();
        await takeOver(backend, clock, true);
        await expect(step.beforeWrite()).rejects.toThrow(GantryError);
        return {kind: 'done', state: stateOf(ID('a'))};
      },
    },
    b: {after: ['a'], execute: async () => (begun++, {kind: 'done'})},
  });
  const failure = await failureOf(run);
  expect(failure).toMatchObject({code: 'apply/partial', skipped: [ID('b')], causes: [{code: 'release/lease-lost'}]});
  expect([exitCodeOf(failure), begun]).toEqual([6, 0]);
});

it('a run that was busy for longer than its lease continues if nobody took the lock', async () => {
  const {apply, clock, lock} = await stack(['a', 'b', 'c']);
  const busy = async (step: StepRun): Promise<StepResult> => {
    clock.jump(10 * 60_000);
    return written('a')(step);
  };
  const outcome = await apply({a: {execute: busy}, b: {}, c: {after: ['a']}});
  expect(outcome).toMatchObject({kind: 'applied', phase: 'succeeded'});
  expect(await lock()).toBe('free');
});

it('a run that was busy for longer than its lease writes nothing more if another run took the lock', async () => {
  const {apply, backend, clock} = await stack(['a', 'b', 'c']);
  const done: string[] = [];
  const writing = (name: string) => async (step: StepRun) => {
    await step.beforeWrite();
    done.push(name);
    return written(name)(step);
  };
  const busy = async (step: StepRun): Promise<StepResult> => {
    clock.jump(10 * 60_000);
    await takeOver(backend, clock, false, 0);
    return writing('a')(step);
  };
  const steps = {a: {execute: busy}, b: {after: ['a'], execute: writing('b')}, c: {execute: writing('c')}};
  const outcome = await apply(steps, {parallelism: 1});
  expect(outcome).toMatchObject({kind: 'applied', failure: {causes: [{code: 'release/lease-lost'}]}});
  expect(done).toEqual([]);
});

it('a run whose lock is lost before any write reports the lost lock', async () => {
  const {apply, backend, clock} = await stack(['a', 'b', 'c']);
  const outcome = await apply(
    {
      a: {
        change: {action: 'update'},
        execute: async () => {
          await takeOver(backend, clock, false);
          return {kind: 'done'};
        },
      },
      b: {},
      c: {after: ['b']},
    },
    {parallelism: 1},
  );
  if (outcome.kind !== 'applied' || outcome.failure === undefined) throw new Error('it was applied');
  expect(outcome.failure).toMatchObject({causes: [{code: 'release/lease-lost'}], nothingWritten: true});
  expect(exitCodeOf(outcome.failure)).toBe(5);
});

it('an apply shows the plan once before it asks, and shows nothing without changes', async () => {
  const {apply} = await stack(['a']);
  const seen: string[] = [];
  const show = () => void seen.push('shown');
  const confirm = async () => seen.push('asked') > 0;
  await apply({a: {}}, {show, confirm});
  await apply({a: {change: {action: 'unchanged'}}}, {show, confirm});
  expect(seen).toEqual(['shown', 'asked']);
});

it('a blocked or forbidden apply is refused before it takes the lock', async () => {
  const {apply, backend} = await stack(['a']);
  const shown: Plan[] = [];
  const show = (plan: Plan): void => void shown.push(plan);
  const blocked = apply({a: {change: {blocked: {needs: '--adopt x', because: 'it exists'}}}}, {show});
  expect(await failureOf(blocked)).toMatchObject({
    code: 'plan/blocked',
    blocked: [{id: ID('a'), action: 'create', needs: '--adopt x', because: 'it exists', fields: []}],
  });
  expect(shown).toMatchObject([{summary: {blocked: 1}}]);
  expect([...backend.values.keys()].some((key) => key.startsWith('locks/'))).toBe(false);
});

it('an interrupt of the rollback counts as one of the run, and both are recorded', async () => {
  const {apply, series, lock} = await stack(['a']);
  await apply({a: {}});
  const abort = new AbortController();
  let runs = 0;
  const execute = async (run: StepRun): Promise<StepResult> => {
    run.onApplied();
    runs++;
    if (runs === 2) abort.abort('SIGINT');
    const failure = {code: 'object/failed', resource: 'a', detail: 'no'} as const;
    return {kind: 'failed', failure, state: stateOf(ID('a'))};
  };
  const outcome = await apply(
    {a: {change: {action: 'update'}, execute}},
    {rollbackOnFailure: true, signal: abort.signal},
  );
  expect(outcome).toMatchObject({
    phase: 'failed',
    release: {revision: 2},
    failure: {code: 'cancelled', signal: 'SIGINT'},
    rollback: {kind: 'applied', to: 1, outcome: {phase: 'interrupted', release: {revision: 3}}},
  });
  const {last, head} = await series();
  expect([last?.phase, last?.from, head?.revision, await lock()]).toEqual([
    'interrupted',
    {revision: 1, failed: 2},
    3,
    'free',
  ]);
});

it('a failed run is not rolled back while its Terraform state is not stored', async () => {
  const {apply, plans, series, lock} = await stack(['a']);
  await apply({a: {}});
  let left = 0;
  const execute = async (run: StepRun): Promise<StepResult> => {
    run.onApplied();
    run.lock?.leaveTo(() => void left++);
    const failure = {code: 'object/failed', resource: 'a', detail: 'no'} as const;
    return {kind: 'failed', failure, state: stateOf(ID('a'))};
  };
  const outcome = await apply({a: {change: {action: 'update'}, execute}}, {rollbackOnFailure: true});
  expect(outcome).toMatchObject({
    phase: 'failed',
    release: {revision: 2},
    rollback: {
      kind: 'stopped',
      to: 1,
      failure: {
        code: 'backend/io',
        detail: 'the Terraform state of this run is not stored yet',
        hint: expect.stringContaining('--lock-timeout'),
      },
    },
  });
  // No other plan was made, and the lock stays held for the watcher.
  expect([plans.length, (await series()).last?.revision, left, await lock()]).toEqual([2, 2, 1, 'held']);
});

it('a failed run is not rolled back when nothing was written', async () => {
  const {apply, plans, series} = await stack(['a']);
  await apply({a: {}});
  const outcome = await apply({a: {change: {action: 'update'}, execute: failing()}}, {rollbackOnFailure: true});
  expect(outcome).toMatchObject({phase: 'failed', failure: {nothingWritten: true}});
  expect(outcome).not.toHaveProperty('rollback');
  expect([plans.length, (await series()).last?.revision]).toEqual([2, 2]);
});
