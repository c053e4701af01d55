import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {systemClock} from '../../../../src/adapters/local/clock/system-clock.ts';
import type {Deps} from '../../../../src/app/deps.ts';
import {nameHistory} from '../../../../src/app/release/name-history.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {encodeIndexEntry} from '../../../../src/core/release/index-entry.ts';
import {indexKey} from '../../../../src/core/release/keys.ts';
import {createRedactor} from '../../../../src/core/secret/redactor.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

const names = (text: string): {project: string; stack: string; workspace: string} => {
  const [project = '', stack = '', workspace = ''] = text.split('/');
  return {project, stack, workspace};
};

async function rig(...history: readonly string[]) {
  const cwd = await scratchDirectory();
  const backend = memoryBackend();
  for (const text of history) {
    const entry = {formatVersion: 1, ...names(text), lineage: '0123456789abcdef'} as const;
    backend.write(indexKey(names(text)), encodeIndexEntry(entry));
  }
  const deps = {
    cwd,
    env: {},
    clock: systemClock,
    onEvent: () => undefined,
    signal: new AbortController().signal,
    interactive: false,
    home: join(cwd, 'home'),
    gantryVersion: '0',
    command: 'gantry',
    backend: async () => backend,
    redactor: createRedactor(),
  } as unknown as Deps;
  return {cwd, deps};
}

describe('the name of a release history', () => {
  it('the name comes from the files and the workspace, with and without releases', async () => {
    const {cwd, deps} = await rig('other/web/prod');
    await mkdir(join(cwd, 'workspaces'));
    await writeFile(join(cwd, 'project.yaml'), 'name: shop\n');
    await writeFile(join(cwd, 'stack.yaml'), 'name: web\n');
    await writeFile(join(cwd, 'workspaces/prod.yaml'), 'name: prod\ncontext: {kubeconfig_path: ./k}\n');
    expect(await nameHistory({workspace: 'prod'}, deps)).toEqual(names('shop/web/prod'));
  });

  it.each([
    {name: 'the only one there is', series: ['shop/web/prod'], request: {}},
    {name: 'the only one of the workspace', series: ['shop/web/prod', 'shop/web/dev'], request: {workspace: 'prod'}},
    {name: 'the only one of the stack', series: ['shop/web/prod', 'blog/api/prod'], request: {stack: 'web'}},
    {
      name: 'the one that is named',
      series: ['shop/web/prod', 'blog/web/prod'],
      request: {stack: 'shop/web', workspace: 'prod'},
    },
  ])('the name without files is $name', async ({series, request}) => {
    const {deps} = await rig(...series);
    expect(await nameHistory(request, deps)).toEqual(names('shop/web/prod'));
  });

  it('several matching release histories are an error', async () => {
    const {deps} = await rig('shop/web/prod', 'shop/web/dev');
    const failure = await nameHistory({stack: 'shop/web'}, deps).catch(
      (error: unknown) => (error as GantryError).failure,
    );
    expect(failure).toMatchObject({
      code: 'input/usage',
      message: expect.stringContaining('shop/web/dev, shop/web/prod'),
    });
  });

  it('no matching release history is an error', async () => {
    const {deps} = await rig();
    await expect(nameHistory({}, deps)).rejects.toSatisfy(
      (error) => error instanceof GantryError && error.failure.code === 'release/not-found',
    );
  });
});
