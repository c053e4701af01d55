import {execFile} from 'node:child_process';
import {chmod, chown, lstat, mkdir, readdir, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {scratchDirectory} from '../rig/scratch.ts';
import {BUILD_OR_SOURCE} from '../rig/tested-program.ts';

const BIN = fileURLToPath(new URL('../../bin/gantry.js', import.meta.url));

/** A user's home and an empty TMPDIR; `run` starts the program there, with a command that reads no cluster. */
async function place() {
  const [home, tmp] = [await scratchDirectory(), await scratchDirectory()];
  const gantry = join(home, '.gantry');
  const env = {PATH: process.env['PATH'], HOME: home, TMPDIR: tmp, ...BUILD_OR_SOURCE};
  const run = async (argv: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const {stdout, stderr} = await promisify(execFile)(process.execPath, [BIN, ...argv], {
      cwd: home,
      env: {...env, ...more},
    });
    return {stdout, stderr};
  };
  return {home, tmp, gantry, compiled: join(gantry, 'cache', 'compile'), run};
}

const LIST = ['workspace', 'list'];

describe('the compile cache', () => {
  it('the compile cache is in GANTRY_HOME, accessible only to its owner, and not in TMPDIR', async () => {
    const {tmp, compiled, run} = await place();
    await run(LIST);
    expect(await readdir(tmp)).toEqual([]);
    expect((await readdir(compiled)).length).toBe(1);
    expect(((await lstat(compiled)).mode & 0o777).toString(8)).toBe('700');
  });

  it('the compile cache follows GANTRY_HOME', async () => {
    const {home, gantry, run} = await place();
    await run(LIST, {GANTRY_HOME: 'elsewhere'});
    expect(await readdir(join(home, 'elsewhere', 'cache', 'compile'))).toHaveLength(1);
    await expect(readdir(gantry)).rejects.toThrow('ENOENT');
  });

  it('--version and --help write nothing to the compile cache', async () => {
    const {home, tmp, run} = await place();
    for (const flag of ['--version', '--help']) await run([flag]);
    expect([...(await readdir(home)), ...(await readdir(tmp))]).toEqual([]);
  });

  it.each<{name: string; make: (at: Awaited<ReturnType<typeof place>>) => Promise<string | undefined>}>([
    {
      name: 'a directory that others may write',
      make: async ({compiled}) => {
        await mkdir(compiled, {recursive: true});
        await chmod(compiled, 0o777);
        return compiled;
      },
    },
    {
      name: 'a directory whose parent others may write',
      make: async ({compiled}) => {
        await mkdir(compiled, {recursive: true, mode: 0o700});
        await chmod(join(compiled, '..'), 0o777);
        return compiled;
      },
    },
    {
      name: 'a link',
      make: async ({compiled}) => {
        const other = await scratchDirectory();
        await mkdir(join(compiled, '..'), {recursive: true, mode: 0o700});
        await symlink(other, compiled);
        return other;
      },
    },
    {
      name: 'a link on the way',
      make: async ({gantry}) => {
        const other = await scratchDirectory();
        await mkdir(join(other, 'compile'), {mode: 0o700});
        await mkdir(gantry, {mode: 0o700});
        await symlink(other, join(gantry, 'cache'));
        return join(other, 'compile');
      },
    },
    {
      name: 'a directory of another user',
      make: async ({compiled}) => {
        // Only root may give a directory away.
        if (process.getuid?.() !== 0) return undefined;
        await mkdir(compiled, {recursive: true, mode: 0o700});
        await chown(compiled, 65_534, 65_534);
        return compiled;
      },
    },
  ])('the compile cache is not stored in $name', async ({make}) => {
    const at = await place();
    const found = await make(at);
    if (found === undefined) return;
    expect(await at.run(LIST)).toMatchObject({stderr: ''});
    expect(await readdir(found)).toEqual([]);
    expect(await readdir(at.tmp)).toEqual([]);
  });
});
