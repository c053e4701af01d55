import {describe, expect, it} from 'vitest';
import type {StackRequest} from '../../../../src/app/plan/release-requests.ts';
import {chooseWorkspace} from '../../../../src/app/workspace/choose-workspace.ts';
import {surroundings} from '../../../../src/app/workspace/surroundings.ts';
import {writeSwitch} from '../../../../src/config/user-switch.ts';
import {failureOf, type Rig, rig} from './rig.ts';

const PROJECT = {
  'project/project.yaml': 'name: shop\n',
  'project/stack.yaml': 'name: web\n',
  'project/workspaces/dev.yaml': 'name: dev\n',
  'project/workspaces/both.yml': '',
};
const STORED = {prod: 'name: prod\n', both: ''};

const choose = async (request: StackRequest, {deps}: Rig) =>
  chooseWorkspace({request, ...(await surroundings(request, deps))}, deps);

describe('the current workspace', () => {
  it.each([
    {name: '-w wins over everything', w: 'dev', env: 'prod', own: 'both', switched: 'prod', want: ['dev', '-w']},
    {name: 'then GANTRY_WORKSPACE', env: 'prod', own: 'both', switched: 'dev', want: ['prod', 'GANTRY_WORKSPACE']},
    {name: "then the stack's own", env: '', own: 'both', switched: 'dev', want: ['both', 'stack.yaml']},
    {name: 'then what the user switched to', switched: 'dev', want: ['dev', 'switch']},
  ] as const)('the current workspace is chosen in order: $name', async ({want, ...given}) => {
    const {w, env, own, switched} = {w: undefined, env: undefined, own: undefined, ...given};
    const world = await rig({
      files: PROJECT,
      stored: STORED,
      interactive: true,
      isShared: true,
      env: env === undefined ? {} : {GANTRY_WORKSPACE: env},
    });
    if (own !== undefined) await world.write('project/stack.yaml', `name: web\nworkspace: ${own}\n`);
    await writeSwitch(world.home, switched);
    const chosen = await choose(w === undefined ? {} : {workspace: w}, world);
    expect([chosen.name, chosen.from]).toEqual(want);
  });

  it('the switch is ignored without a terminal, and the error says so', async () => {
    const world = await rig({files: PROJECT, stored: STORED, interactive: false});
    await writeSwitch(world.home, 'dev');
    expect(await failureOf(choose({}, world))).toEqual({
      code: 'workspace/not-chosen',
      known: ['both', 'dev', 'prod', 'sandbox'],
      unusedSwitch: 'dev',
    });
  });

  it('a missing choice is an error with the list of workspaces', async () => {
    const world = await rig({stored: STORED, interactive: true});
    expect(await failureOf(choose({}, world))).toEqual({
      code: 'workspace/not-chosen',
      known: ['both', 'prod', 'sandbox'],
    });
  });

  it.each([
    {from: '-w', request: {workspace: 'pord'}, env: {}},
    {from: 'GANTRY_WORKSPACE', request: {}, env: {GANTRY_WORKSPACE: 'pord'}},
  ])('a workspace that does not exist is an error, without a fallback: $from', async ({from, request, env}) => {
    const world = await rig({files: PROJECT, stored: STORED, env, interactive: true});
    await writeSwitch(world.home, 'dev');
    expect(await failureOf(choose(request, world))).toEqual({
      code: 'workspace/not-found',
      name: 'pord',
      from,
      known: ['both', 'dev', 'prod', 'sandbox'],
      looked: [world.path('project/workspaces/pord.yaml'), 'workspaces/pord.yaml in the backend memory'],
    });
  });

  it('an empty -w is an error', async () => {
    expect(await failureOf(choose({workspace: ''}, await rig()))).toMatchObject({code: 'input/usage'});
  });
});

describe('the lookup of a workspace', () => {
  it.each([
    {name: 'in the project first', w: 'both', place: 'file', file: 'workspaces/both.yml'},
    {name: 'in the project by name', w: 'dev', place: 'file', file: 'workspaces/dev.yaml'},
    {name: 'then in the backend', w: 'prod', place: 'backend', file: 'workspaces/prod.yaml'},
    {name: 'as a file when it has a slash', w: './workspaces/dev.yaml', place: 'file', file: 'workspaces/dev.yaml'},
    {name: 'as a file when it ends in .yaml', w: 'own.yaml', place: 'file', file: 'own.yaml'},
  ])('the lookup finds $name', async ({w, place, file}) => {
    const world = await rig({files: {...PROJECT, 'project/own.yaml': ''}, stored: STORED, isShared: true});
    const chosen = await choose({workspace: w}, world);
    expect([chosen.place, chosen.file]).toEqual([place, place === 'file' ? world.path('project', file) : file]);
  });

  it('the lookup resolves a file relative to -C', async () => {
    const world = await rig({files: {'project/sub/stack.yaml': '', 'project/sub/x.yaml': ''}});
    const chosen = await choose({workspace: './x.yaml', directory: 'sub'}, world);
    expect(chosen.file).toBe(world.path('project/sub/x.yaml'));
  });

  it("in the project's own directory of workspaces", async () => {
    const world = await rig({
      files: {
        'project/project.yaml': 'workspaces: envs\n',
        'project/a/stack.yaml': '',
        'project/b/stack.yaml': '',
        'project/envs/dev.yaml': '',
      },
    });
    expect((await choose({workspace: 'dev'}, world)).file).toBe(world.path('project/envs/dev.yaml'));
  });

  it('the lookup of a missing file is an error with its name', async () => {
    const world = await rig({files: PROJECT});
    expect(await failureOf(choose({workspace: './nope.yaml'}, world))).toMatchObject({
      code: 'workspace/not-found',
      looked: [world.path('project/nope.yaml')],
      known: ['both', 'dev', 'sandbox'],
    });
  });

  it.each([
    {
      name: 'its own name differs from its file',
      files: {'project/workspaces/x.yaml': 'name: other\n'},
      code: 'workspace/name-differs',
    },
    {
      name: 'it lies in two files',
      files: {'project/workspaces/x.yaml': '', 'project/workspaces/x.yml': ''},
      code: 'workspace/two-files',
    },
  ])('the lookup is refused when $name', async ({files, code}) => {
    const world = await rig({files: {...PROJECT, ...files}});
    expect(await failureOf(choose({workspace: 'x'}, world))).toMatchObject({
      code: 'input/invalid',
      diagnostics: [{code}],
    });
  });

  it('the lookup is refused when a stored workspace has another name', async () => {
    const world = await rig({stored: {x: 'name: other\n'}});
    expect(await failureOf(choose({workspace: 'x'}, world))).toMatchObject({
      diagnostics: [{code: 'workspace/name-differs', at: {file: 'workspaces/x.yaml', line: 1}}],
    });
  });
});
