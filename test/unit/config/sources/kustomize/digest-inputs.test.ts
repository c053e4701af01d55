import {mkdir, rename, rm, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {digestInputs} from '../../../../../src/config/sources/kustomize/digest-inputs.ts';
import {scratchDirectory} from '../../../../rig/scratch.ts';

async function tree() {
  const root = await scratchDirectory();
  for (const directory of ['overlay', 'overlay/empty', 'base', 'base/deep']) await mkdir(join(root, directory));
  await writeFile(join(root, 'overlay/kustomization.yaml'), 'resources: [../base]\n');
  await writeFile(join(root, 'base/a.yaml'), 'a');
  await writeFile(join(root, 'base/deep/.hidden'), 'b');
  await symlink('a.yaml', join(root, 'base/link.yaml'));
  const digest = (...directories: readonly string[]) =>
    digestInputs(
      directories.map((name) => join(root, name)),
      join(root, 'overlay'),
    );
  return {root, digest: () => digest('overlay', 'base', 'base/deep')};
}

describe('the digest of what a kustomization is made of', () => {
  it.each([
    {name: 'another content', change: (root: string) => writeFile(join(root, 'base/a.yaml'), 'x')},
    {
      name: 'another content of a hidden file',
      change: (root: string) => writeFile(join(root, 'base/deep/.hidden'), 'x'),
    },
    {name: 'one more file', change: (root: string) => writeFile(join(root, 'overlay/new'), '')},
    {name: 'one file less', change: (root: string) => rm(join(root, 'base/deep/.hidden'))},
    {name: 'another name', change: (root: string) => rename(join(root, 'base/a.yaml'), join(root, 'base/b.yaml'))},
    {name: 'another place', change: (root: string) => rename(join(root, 'base/a.yaml'), join(root, 'overlay/a.yaml'))},
    {name: 'a directory that is gone', change: (root: string) => rm(join(root, 'overlay/empty'), {recursive: true})},
    {
      name: 'another target of a link',
      change: async (root: string) => {
        await writeFile(join(root, 'base/same.yaml'), 'a');
        const before = join(root, 'base/link.yaml');
        await rm(before);
        await symlink('same.yaml', before);
      },
    },
    {
      name: 'what a link leads to outside of it',
      before: async (root: string) => {
        await writeFile(join(root, 'outside'), '1');
        await symlink('../outside', join(root, 'base/out'));
      },
      change: (root: string) => writeFile(join(root, 'outside'), '2'),
    },
  ])('the digest of a kustomization changes with $name', async ({before, change}) => {
    const {root, digest} = await tree();
    await before?.(root);
    const first = digest();
    expect(digest()).toBe(first);
    await change(root);
    expect(digest()).not.toBe(first);
    expect(digest()).toMatch(/^[0-9a-f]{64}$/);
  });

  it('the digest of a kustomization is undefined for too many files', async () => {
    const {root, digest} = await tree();
    await writeFile(join(root, 'base/large'), Buffer.alloc(33 * 1024 * 1024));
    expect(digest()).toBeUndefined();
  });

  it('the digest of a kustomization is independent of its location', async () => {
    const [here, there] = [await tree(), await tree()];
    expect(here.digest()).toBe(there.digest());
  });
});
