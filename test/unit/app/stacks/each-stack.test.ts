import {setImmediate} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import type {Deps} from '../../../../src/app/deps.ts';
import type {StackRequest} from '../../../../src/app/plan/release-requests.ts';
import {eachStack} from '../../../../src/app/stacks/each-stack.ts';
import type {SelectedStack} from '../../../../src/app/stacks/selection.ts';
import type {StackEvent} from '../../../../src/core/event.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';

const stack = (name: string, ...after: readonly string[]): SelectedStack => ({
  project: 'p',
  stack: name,
  name: `p/${name}`,
  request: {directory: `/p/${name}`},
  after: after.map((other) => `p/${other}`),
});

function rig() {
  const events: StackEvent[] = [];
  const abort = new AbortController();
  const backends: string[] = [];
  const deps = {
    cwd: '/p',
    signal: abort.signal,
    clock: {monotonic: () => 0},
    onEvent: (event: StackEvent) => events.push(event),
    shareClusters: () => ({[Symbol.asyncDispose]: async () => undefined}),
    backendFor: async ({directory}: StackRequest) => backends.push(directory ?? ''),
  } as unknown as Deps;
  return {events, abort, backends, deps};
}

const broken = new GantryError({code: 'input/usage', message: 'no'});
const CHAIN = [stack('alone'), stack('base'), stack('api', 'base'), stack('web', 'api'), stack('ui', 'web')];

describe('a run over several stacks', () => {
  type Row = {
    readonly title: string;
    readonly fails: string;
    readonly dependants?: 'skip' | 'run';
    readonly want: string;
  };
  const rows: readonly Row[] = [
    {title: 'goes through all', fails: '', want: 'done done done done done'},
    {
      title: 'leaves out what comes after one that failed, and no other',
      fails: 'api',
      want: 'done done failed skipped skipped',
    },
    {title: 'has nothing to leave out where the last fails', fails: 'ui', want: 'done done done done failed'},
    {title: 'looks at all where it only looks', fails: 'base', dependants: 'run', want: 'done failed done done done'},
  ];
  it.each(rows)('$title', async ({fails, dependants = 'skip', want}) => {
    const {deps, events} = rig();
    const run = async ({stack: name}: SelectedStack) => {
      if (name === fails) throw broken;
      return name;
    };
    const runs = await eachStack({stacks: CHAIN, step: 'look', dependants, run}, deps);
    expect(runs.map(({kind}) => kind).join(' ')).toBe(want);
    // The stack that failed is named, not the one between.
    for (const one of runs) if (one.kind === 'skipped') expect(one.because).toBe('p/api');
    expect(events.filter(({type}) => type === 'stack-done')).toHaveLength(5);
  });

  it('a stack with a bad result counts as failed, and a bug in one does not stop the run', async () => {
    const {deps} = rig();
    const run = async ({stack: name}: SelectedStack) => {
      if (name === 'alone') throw new TypeError('bug');
      return name === 'api';
    };
    const runs = await eachStack({stacks: CHAIN, step: 'apply', run, hasFailed: (bad: boolean) => bad}, deps);
    expect(runs.map(({kind}) => kind)).toEqual(['failed', 'done', 'done', 'skipped', 'skipped']);
  });

  it('no stack starts after an interrupt', async () => {
    const {deps, abort} = rig();
    const run = async ({stack: name}: SelectedStack) => {
      if (name === 'base') abort.abort('SIGINT');
      return name;
    };
    const runs = await eachStack({stacks: CHAIN, step: 'apply', run}, deps);
    expect(runs.map(({kind}) => kind)).toEqual(['done', 'done', 'stopped', 'stopped', 'stopped']);
  });

  it('each stack has the backend of its own project, and its name in its events', async () => {
    const {deps, backends, events} = rig();
    const run = async (_: SelectedStack, own: Deps) => {
      await own.backend();
      await own.backend();
      own.onEvent({type: 'phase-started', phase: 'read'});
    };
    await eachStack({stacks: [stack('a'), stack('b')], step: 'look', run}, deps);
    expect(backends).toEqual(['/p/a', '/p/b']);
    expect(events.filter(({type}) => type === 'phase-started')).toMatchObject([
      {project: 'p', stack: 'a'},
      {project: 'p', stack: 'b'},
    ]);
  });

  /** Runs that end when the test says so, and the names of those that have started. */
  function held() {
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    const run = ({stack: name}: SelectedStack) =>
      new Promise<string>((resolve) => {
        started.push(name);
        ends.set(name, () => resolve(name));
      });
    const end = async (name: string): Promise<void> => {
      ends.get(name)?.();
      await setImmediate();
    };
    return {started, run, end};
  }

  it('stacks run at once up to the limit, each after those that it waits for, the first in the order first', async () => {
    const {deps} = rig();
    const {started, run, end} = held();
    const behind = {...stack('late'), behind: [{stack: 'p/b', ids: ['v1:Namespace:x']}]};
    const order: string[] = [];
    const onRun = (ran: {readonly stack: SelectedStack}) => order.push(ran.stack.stack);
    const stacks = [stack('a'), stack('b'), stack('c', 'a'), behind, stack('e')];
    const running = eachStack({stacks, step: 'apply', run, parallel: 2, onRun}, deps);
    expect(started).toEqual(['a', 'b']);
    await end('b');
    expect(started).toEqual(['a', 'b', 'late']);
    await end('late');
    expect(started).toEqual(['a', 'b', 'late', 'e']);
    expect(order).toEqual([]);
    await end('a');
    expect(started).toEqual(['a', 'b', 'late', 'e', 'c']);
    expect(order).toEqual(['a', 'b']);
    await end('e');
    await end('c');
    expect((await running).map((ran) => ran.stack.stack)).toEqual(['a', 'b', 'c', 'late', 'e']);
    expect(order).toEqual(['a', 'b', 'c', 'late', 'e']);
  });

  it('a stack that only waits for a failed one runs, and one that depends on it does not', async () => {
    const {deps} = rig();
    const run = async ({stack: name}: SelectedStack) => {
      if (name === 'base') throw broken;
      return name;
    };
    const waits = {...stack('waits'), behind: [{stack: 'p/base', ids: []}]};
    const runs = await eachStack({stacks: [stack('base'), stack('api', 'base'), waits], step: 'apply', run}, deps);
    expect(runs.map(({kind}) => kind)).toEqual(['failed', 'skipped', 'done']);
  });

  it('an interrupt while several stacks run lets them end, and starts no other', async () => {
    const {deps, abort} = rig();
    const {started, run, end} = held();
    const stacks = [stack('a'), stack('b'), stack('c')];
    const running = eachStack({stacks, step: 'apply', run, parallel: 2}, deps);
    abort.abort('SIGINT');
    await end('a');
    await end('b');
    expect((await running).map(({kind}) => kind)).toEqual(['done', 'done', 'stopped']);
    expect(started).toEqual(['a', 'b']);
  });
});
