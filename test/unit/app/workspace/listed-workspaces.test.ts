import {expect, it} from 'vitest';
import {selectStacks} from '../../../../src/app/stacks/select-stacks.ts';
import type {StackSelection} from '../../../../src/app/stacks/selection.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {rig} from './rig.ts';

async function listedBy(change: Partial<StackSelection> = {}) {
  const files = Object.fromEntries(
    ['down', 'empty', 'full'].map((name) => [`project/workspaces/${name}.yaml`, `name: ${name}\n`]),
  );
  const made = await rig({isShared: true, files: {...files, 'project/project.yaml': 'name: shop\n'}});
  made.backend.write('index/shop/web/full.json', '');
  const deps = {
    ...made.deps,
    backendFor: async ({workspace}: {readonly workspace?: string}) => {
      if (workspace === 'down') throw new GantryError({code: 'backend/io', detail: 'no answer'});
      return made.backend;
    },
  };
  const selection: StackSelection = {
    directory: made.path('project'),
    stacks: [],
    operation: 'apply',
    released: true,
    workspaces: {names: ['down', 'empty', 'full']},
    ...change,
  };
  return (await selectStacks(selection, deps)).listed;
}

it('a workspace without stacks is listed, and one whose releases cannot be read is not', async () =>
  expect(await listedBy()).toEqual(['empty', 'full']));

it('a run of named stacks does not end the drift of the others', async () =>
  expect(await listedBy({stacks: ['shop/web']})).toBeUndefined());
