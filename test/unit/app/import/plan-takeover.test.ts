import {describe, expect, it} from 'vitest';
import type {KusionFinds} from '../../../../src/app/import/kusion/kusion-finds.ts';
import {planTakeover} from '../../../../src/app/import/kusion/plan-takeover.ts';
import type {KusionRelease, KusionResource} from '../../../../src/config/kusion/kusion-files.ts';

const resource = (name: string, mode = 'fast'): KusionResource => ({
  id: `v1:ConfigMap:shop:${name}`,
  type: 'Kubernetes',
  attributes: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name, namespace: 'shop'}, data: {mode}},
});

type Given = Partial<Pick<KusionRelease, 'stack' | 'phase'>> & {
  readonly spec?: readonly KusionResource[];
  readonly state?: readonly KusionResource[];
};

const history = (workspace: string, ...releases: readonly Given[]): KusionFinds['histories'][number] => ({
  project: 'shop',
  workspace,
  releases: releases.map(({spec = [], state = spec, ...rest}, i) => ({
    where: `${workspace}/${i + 1}.yaml`,
    release: {
      project: 'shop',
      workspace,
      revision: i + 1,
      stack: 'web',
      phase: 'succeeded',
      createTime: '2025-03-01T10:00:00+08:00',
      modifiedTime: '2025-03-01T10:00:05+08:00',
      ...rest,
      spec: {resources: [...spec]},
      state: {resources: [...state]},
    },
  })),
});

const plan = (...found: KusionFinds['histories']) =>
  planTakeover({workspaces: new Map(), histories: found, projects: [], left: []}, 'skip');

const [a, b] = [resource('a'), resource('b')];

describe('planned stacks', () => {
  it.each([
    {
      name: 'one for all workspaces that have the same',
      found: [history('dev', {spec: [a]}), history('prod', {spec: [a]})],
      want: [{stack: 'web', workspaces: ['dev', 'prod']}],
    },
    {
      name: 'one for each workspace where they differ',
      found: [history('dev', {spec: [a]}), history('prod', {spec: [resource('a', 'slow')]})],
      want: [
        {stack: 'web-dev', workspaces: ['dev']},
        {stack: 'web-prod', workspaces: ['prod']},
      ],
    },
  ])('planned stacks: $name', ({found, want}) => {
    const {stacks, histories: planned} = plan(...found);
    expect(stacks).toMatchObject(want);
    expect(planned.map(({stack, workspace}) => `${stack} ${workspace}`)).toEqual(
      want.flatMap(({stack, workspaces}) => workspaces.map((workspace) => `${stack} ${workspace}`)),
    );
  });
});

describe('planned releases', () => {
  it.each([
    {
      name: 'a run that failed before it had a spec leaves the stack that of the run before',
      given: [{spec: [a]}, {phase: 'failed' as const, state: [a]}],
      want: {resources: ['a'], releases: ['apply succeeded 1', 'apply failed 1']},
    },
    {
      name: 'a destroy leaves the stack, and nothing of it',
      given: [{spec: [a, b]}, {spec: [a, b], state: []}],
      want: {resources: ['a', 'b'], releases: ['apply succeeded 2', 'destroy succeeded 0']},
    },
    {
      name: 'what a run no longer wants and could not delete is still known',
      given: [{spec: [a, b]}, {spec: [a], state: [a, b], phase: 'failed' as const}],
      want: {resources: ['a'], releases: ['apply succeeded 2', 'apply failed 2']},
    },
    {
      name: 'those of another stack before it are not its own',
      given: [{stack: 'other', spec: [b]}, {spec: [a]}],
      want: {resources: ['a'], releases: ['apply succeeded 1']},
    },
  ])('planned releases: $name', ({given, want}) => {
    const {stacks, histories: planned} = plan(history('prod', ...given));
    expect({
      resources: stacks[0]?.resources.map(({attributes}) => (attributes['metadata'] as {name: string}).name),
      releases: planned[0]?.releases.map(({operation, phase, state}) => `${operation} ${phase} ${state.length}`),
    }).toEqual(want);
    expect(planned[0]?.releases[0]?.startedAt).toBe('2025-03-01T02:00:00.000Z');
  });

  it.each([
    {name: 'at work', found: history('prod', {spec: [a], phase: 'applying'}), because: 'release 1 is applying'},
    {name: 'without a spec', found: history('prod', {state: [a]}), because: 'none of its releases has a spec'},
    {
      name: 'whose last one cannot be read',
      found: {...history('prod', {spec: [a]}), unreadable: 'its last release, 2, cannot be read'},
      because: 'cannot be read',
    },
  ])('releases $name are left out by name', ({found, because}) => {
    const {stacks, histories: planned, left} = plan(found);
    expect({stacks, planned}).toEqual({stacks: [], planned: []});
    expect(left).toMatchObject([{what: 'releases of shop in prod', because: expect.stringContaining(because)}]);
  });
});
