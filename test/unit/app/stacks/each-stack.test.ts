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
});
