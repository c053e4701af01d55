import {describe, expect, it} from 'vitest';
import type {Deps} from '../../../../src/app/deps.ts';
import {selectWorkspaces} from '../../../../src/app/stacks/select-workspaces.ts';
import type {WantedWorkspaces} from '../../../../src/app/stacks/wanted-workspaces.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';
import {failureOf, rig} from './rig.ts';

const labelled = (name: string, labels: string): string =>
  `name: ${name}\nlabels: {${labels}}\ncontext: {host: ${name}}\n`;
const FILES = {
  'project/project.yaml': '',
  'project/workspaces/eu-10.yaml': labelled('eu-10', 'tier: prod, region: eu'),
  'project/workspaces/eu-2.yaml': labelled('eu-2', 'tier: staging, region: eu'),
  'project/workspaces/us.yaml': labelled('us', 'tier: prod'),
  'project/workspaces/broken.yaml': 'name: [\n',
  'home/.gantry/workspaces/eu-mine.yaml': labelled('eu-mine', 'tier: dev'),
};

// A file of the project hides the stored workspace with the same name.
const STORED = {team: labelled('team', 'tier: prod'), us: labelled('us', 'tier: hidden')};

async function select(wanted: WantedWorkspaces, change: Partial<Deps> = {}) {
  const made = await rig({isShared: true, files: FILES, stored: STORED});
  const [directory, places] = [made.path('project'), new Set([made.path('project/workspaces')])];
  return selectWorkspaces(wanted, {directory, places}, {...made.deps, ...change});
}

describe('the workspaces of a run', () => {
  it.each([
    {how: 'names stay in their order, each once', wanted: {names: ['us', 'eu-2', 'us']}, want: ['us', 'eu-2']},
    {
      how: 'a pattern is sorted naturally, and never finds sandbox',
      wanted: {names: ['*u*']},
      want: ['eu-2', 'eu-10', 'eu-mine', 'us'],
    },
    {how: 'a pattern adds to names', wanted: {names: ['us', 'eu-*']}, want: ['us', 'eu-2', 'eu-10', 'eu-mine']},
    {
      how: 'a pattern with a scope finds only workspaces of the user',
      wanted: {names: ['mine/eu-*']},
      want: ['mine/eu-mine'],
    },
    {
      how: 'a selector also finds an unreadable workspace',
      wanted: {labels: 'tier=prod'},
      want: ['broken', 'eu-10', 'team', 'us'],
    },
    {
      how: 'requirements of a selector are all met',
      wanted: {labels: 'tier in (prod),region'},
      want: ['broken', 'eu-10'],
    },
    {how: 'the labels of a hidden workspace do not count', wanted: {labels: 'tier=hidden'}, want: ['broken']},
  ])('$how', async ({wanted, want}) => {
    expect((await select(wanted)).map(({reference}) => reference)).toEqual(want);
  });

  it.each([
    {wanted: {names: ['asia-*']}, message: '-w asia-*: no workspace name matches.'},
    {wanted: {labels: 'tier=('}, message: '-l tier=( is not a label selector'},
    {
      wanted: {names: ['us', 'shared/us']},
      message: '-w us and -w shared/us: both workspaces are named us.',
    },
    {wanted: {names: ['./a/us.yaml', 'us']}, message: /both workspaces are named us/},
  ])('$wanted is refused', async ({wanted, message}) => {
    const expected = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(await failureOf(select(wanted))).toMatchObject({code: 'input/usage', message: expected});
  });
  it('a backend that cannot be read is an error', async () => {
    const down = new GantryError({code: 'backend/io', detail: 'no answer'});
    const backend = async () => ({
      ...memoryBackend(),
      list: async () => ['workspaces/team.yaml'],
      get: () => Promise.reject(down),
    });
    expect(await failureOf(select({labels: 'tier=dev'}, {backend}))).toMatchObject({code: 'backend/io'});
  });
});
