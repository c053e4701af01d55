import {mkdir, readFile, realpath, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {openCheckout} from '../../../../src/config/untrusted/open-checkout.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

async function opened() {
  const [root, directory, home] = await Promise.all(
    [scratchDirectory(), scratchDirectory(), scratchDirectory()].map(async (one) => realpath(await one)),
  );
  if (root === undefined || directory === undefined || home === undefined) throw new Error('no directories');
  const texts = new Map([
    ['project.yaml', 'name: base\n'],
    ['workspaces/a.yaml', 'name: a\n'],
    ['workspaces/b.yaml', 'name: b\n'],
  ]);
  const checkout = openCheckout({
    commit: {
      root,
      commit: 'c'.repeat(40),
      files: new Set([...texts.keys(), 'lost.yaml']),
      read: (file) => (texts.has(file) ? Buffer.from(texts.get(file) ?? '') : undefined),
    },
    base: {revision: 'refs/remotes/origin/main', branch: 'main', from: 'GITHUB_BASE_REF'},
    directory,
    home,
  });
  return {root, home, checkout};
}

it('a file of an untrusted checkout has its content in the base commit, and is missing if the base commit lacks it', async () => {
  const {root, checkout} = await opened();
  await writeFile(join(root, 'project.yaml'), 'name: theirs\n');
  await writeFile(join(root, 'new.yaml'), 'name: theirs\n');
  expect(await readFile(checkout.inBase(join(root, 'project.yaml')), 'utf8')).toBe('name: base\n');
  await expect(readFile(checkout.inBase(join(root, 'new.yaml')))).rejects.toThrow('ENOENT');
  const directory = checkout.directoryInBase(join(root, 'workspaces'));
  expect(await readFile(join(directory, 'b.yaml'), 'utf8')).toBe('name: b\n');
  expect(checkout.inBase('/etc/hosts')).toBe('/etc/hosts');
});

it('a file of the base commit that the clone lacks is an error, not a missing file', async () => {
  const {root, checkout} = await opened();
  expect(() => checkout.inBase(join(root, 'lost.yaml'))).toThrow(
    expect.objectContaining({failure: expect.objectContaining({code: 'untrusted/no-base'})}),
  );
});

it('an untrusted checkout decides by the link target whether a file may be read', async () => {
  const {root, home, checkout} = await opened();
  const outside = await scratchDirectory();
  await mkdir(join(root, '.git'));
  await writeFile(join(outside, 'secret'), 'x');
  await symlink(join(outside, 'secret'), join(root, 'link'));
  await symlink(outside, join(root, 'directory'));
  await symlink(join(root, '.git'), join(root, 'git'));
  await writeFile(join(root, 'own'), 'x');
  await symlink('own', join(root, 'inside'));
  const may = (path: string): boolean => checkout.mayRead(path);
  expect(
    [join(root, 'own'), join(root, 'inside'), join(root, 'not-there'), join(home, 'config.yaml')].map(may),
  ).toEqual([true, true, true, true]);
  expect(
    ['link', 'directory/secret', 'directory/not-there', '.git/config', 'git/config', '../x'].map((name) =>
      may(join(root, name)),
    ),
  ).toEqual([false, false, false, false, false, false]);
});
