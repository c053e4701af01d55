import {describe, expect, it} from 'vitest';
import {workspaceModules} from '../../../../../src/config/sources/app/workspace-modules.ts';
import {distrust, inOwnRun} from '../../../../../src/config/untrusted/checkout.ts';
import type {Json} from '../../../../../src/core/json.ts';
import {locate} from '../../../../../src/core/variation/located.ts';
import type {OpenModule} from '../../../../../src/ports/modules.ts';

const NOWHERE = {file: '', position: () => ({file: '', line: 1, column: 1, endColumn: 1, text: ''})};
const PLACE = {stackDir: '/repo/shop/prod', projectDir: '/repo/shop', workspacesDir: '/repo/shop/workspaces'};

const modulesOf = (modules: Json, opened: string[] = [], directory?: string) => {
  const open: OpenModule = async (name, folder) => {
    opened.push(`${name} ${folder}`);
    return {problem: 'opened'};
  };
  const values = {name: 'prod', modules: locate(modules, NOWHERE), directory};
  return workspaceModules({workspace: values, place: PLACE}, {open});
};

describe('modules of a workspace', () => {
  it('a module with a path is opened once, from the directory of the workspace file', async () => {
    const opened: string[] = [];
    const modules = modulesOf({a: {path: '../modules/a'}, b: {configs: {}}}, opened, '/repo/shop/workspaces');
    expect([...modules.names]).toEqual(['a']);
    await modules.open('a');
    await modules.open('a');
    expect(opened).toEqual(['a /repo/shop/modules/a']);
  });

  it.each([
    {path: '../../modules/a', why: 'modules outside of the project directory'},
    {path: '/opt/modules/a', why: 'modules outside of the project directory'},
    {path: '..', why: 'modules outside of the project directory'},
    {path: 'oci://registry.example/a', why: 'modules at an address'},
    {path: 'npm:@acme/a', why: 'modules at an address'},
  ])('a module with the path $path is refused before it is opened', async ({path, why}) => {
    const opened: string[] = [];
    const result = await modulesOf({a: {path}}, opened, '/repo/shop/workspaces').open('a');
    expect(result).toMatchObject({problem: expect.stringContaining(why)});
    expect(result).toMatchObject({problem: expect.stringMatching(/not supported by this version of Gantry$/)});
    expect(opened).toEqual([]);
  });

  it('untrusted mode opens no module of the checkout', async () => {
    const opened: string[] = [];
    const result = await inOwnRun(async () => {
      distrust({
        commit: '',
        ref: 'main',
        holds: () => true,
        mayRead: () => true,
        inBase: (path) => path,
        directoryInBase: (path) => path,
      });
      return modulesOf({a: {path: '../modules/a'}}, opened, '/repo/shop/workspaces').open('a');
    });
    expect(result).toEqual({problem: 'module a: untrusted mode runs no module of the checkout'});
    expect(opened).toEqual([]);
  });
});
