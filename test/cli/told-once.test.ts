import {describe, expect, it} from 'vitest';
import type {Define} from '../../src/cli/catalog.ts';
import {defineWorkspaceRename} from '../../src/cli/commands/workspace/rename.ts';
import {defineWorkspaceUpdate} from '../../src/cli/commands/workspace/update.ts';
import {runInProcess} from './run-in-process.ts';

const updating: Define = (command, open) =>
  defineWorkspaceUpdate(command, open, async ({name = 'current', confirm}) => {
    const changes = [{path: 'labels.tier', after: 'dev'}];
    const update = {name, file: `workspaces/${name}.yaml`, changes, leadsElsewhere: false};
    return {formatVersion: 1, ...update, outcome: (await confirm(update)) ? 'updated' : 'declined'};
  });

const renaming: Define = (command, open) =>
  defineWorkspaceRename(command, open, async ({name, to, confirm}) => {
    const renamed = {name, to, series: [], left: [], rewritten: [], files: ['/home/me/shop/workspaces/eu.yaml']};
    const head = {formatVersion: 1, ...renamed, file: `workspaces/${to}.yaml`, wasSwitch: false} as const;
    return {...head, outcome: (await confirm(renamed)) ? 'renamed' : 'declined'};
  });

describe('the changes of a workspace', () => {
  const commands = {'workspace update': updating, 'workspace rename': renaming};
  it.each([
    {argv: ['ws', 'update', 'mine', '--set', 'labels.tier=dev'], line: /labels\.tier: dev/g},
    {argv: ['ws', 'rename', 'mine', 'own'], line: /workspaces\/eu\.yaml refers to it/g},
  ])('$argv prints the changes once: before the question, or with --yes in the result', async ({argv, line}) => {
    const asked = await runInProcess({argv, commands, typed: 'y\n'});
    expect(asked.code).toBe(0);
    expect([asked.stderr.match(line)?.length, asked.stdout.match(line)]).toEqual([1, null]);
    const granted = await runInProcess({argv: [...argv, '--yes'], commands});
    expect([granted.stderr.match(line), granted.stdout.match(line)?.length]).toEqual([null, 1]);
  });
});
