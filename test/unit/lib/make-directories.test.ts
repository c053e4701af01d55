import {mkdirSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {makeDirectories, makeDirectoriesSync} from '../../../src/lib/make-directories.ts';
import {scratchDirectory} from '../../rig/scratch.ts';

describe.each([
  {how: 'asynchronously', make: makeDirectories},
  {how: 'synchronously', make: async (path: string, options?: {mode: number}) => makeDirectoriesSync(path, options)},
])('directories that are made $how', ({make}) => {
  it('directories are created with their parents, all with the mode', async () => {
    const root = await scratchDirectory();
    await make(join(root, 'a/b/c'), {mode: 0o700});
    for (const path of ['a', 'a/b', 'a/b/c']) expect(statSync(join(root, path)).mode & 0o777).toBe(0o700);
    await make(join(root, 'a/b/c'), {mode: 0o700});
  });

  it('several makers at once share the parents', async () => {
    const root = await scratchDirectory();
    const paths = Array.from({length: 20}, (_, i) => join(root, 'a/b/c', String(i)));
    await Promise.all(paths.map((path) => make(path)));
    for (const path of paths) expect(statSync(path).isDirectory()).toBe(true);
  });

  // Node's own never ends here: the last row kept a process at 100 % of a core.
  it.each([
    {name: 'a file', path: 'file', code: 'EEXIST'},
    {name: 'a path below a file', path: 'file/x/y', code: 'ENOTDIR'},
    {name: 'a path below /proc', path: '/proc/x/y', code: 'ENOENT'},
    {name: 'a path at /proc', path: '/proc/x', code: 'ENOENT'},
  ])('an impossible directory is an error at once: $name', async ({path, code}) => {
    const root = await scratchDirectory();
    mkdirSync(join(root, 'd'));
    writeFileSync(join(root, 'file'), '');
    const where = path.startsWith('/') ? path : join(root, path);
    await expect(make(where)).rejects.toMatchObject({code});
  });
});
