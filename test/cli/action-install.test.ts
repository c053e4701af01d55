import {createHash} from 'node:crypto';
import {access, readdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {delimiter, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {bash} from '../rig/composite-action.ts';
import {writePackageFile} from '../rig/package-file.ts';
import {scratchDirectory} from '../rig/scratch.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/action/install.sh', import.meta.url));

/** What the script uses beside a program for hashes: no npm. */
const TOOLS = ['bash', 'cat', 'chmod', 'gzip', 'mkdir', 'rm', 'tar'];

async function placeOf(tool: string): Promise<string | undefined> {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((directory) => join(directory, tool));
  const found = await Promise.all(
    places.map((place) =>
      access(place).then(
        () => place,
        () => undefined,
      ),
    ),
  );
  return found.find((place) => place !== undefined);
}

const hasTool = async (tool: string): Promise<boolean> => (await placeOf(tool)) !== undefined;

/** A runner that has these programs and no others. */
async function runner(tools: readonly string[]) {
  const [temp, bin] = [await scratchDirectory(), await scratchDirectory()];
  for (const tool of tools) await symlink((await placeOf(tool)) ?? expect.fail(`${tool} is needed`), join(bin, tool));
  const packed = join(await scratchDirectory(), 'gantry.tgz');
  await writePackageFile(packed);
  await writeFile(join(temp, 'path'), '');
  const env = {
    PATH: bin,
    RUNNER_TEMP: temp,
    GITHUB_ACTIONS: 'true',
    GITHUB_PATH: join(temp, 'path'),
    INPUT_PACKAGE: packed,
  };
  return {
    temp,
    packed,
    install: () => bash(SCRIPT, {cwd: temp, env}),
  };
}

describe('the installation of a package file', () => {
  it.for(['sha256sum', 'shasum'])('the installation with only %s is done once for each file', async (tool, {skip}) => {
    if (!(await hasTool(tool))) skip(`${tool} is not installed`);
    const {temp, packed, install} = await runner([...TOOLS, tool]);
    const installed = join(temp, 'gantry/package');
    const first = await install();
    expect(first, first.log).toMatchObject({code: 0});
    const hash = createHash('sha256')
      .update(await readFile(packed))
      .digest('hex');
    expect(await readFile(join(installed, '.installed'), 'utf8')).toContain(hash);
    expect((await readdir(installed)).toSorted()).toEqual(['.installed', 'bin', 'package.json']);
    expect(await readFile(join(temp, 'path'), 'utf8')).toBe(`${join(temp, 'gantry/bin')}\n`);
    expect(await readFile(join(temp, 'gantry/bin/gantry'), 'utf8')).toContain('gantry/package/bin/gantry.js');
    // An installation replaces the whole directory.
    await writeFile(join(installed, 'left-by-the-job'), '');
    expect([(await install()).code, await readdir(installed)]).toEqual([
      0,
      expect.arrayContaining(['left-by-the-job']),
    ]);
    await writeFile(packed, Buffer.concat([await readFile(packed), Buffer.alloc(1)]));
    expect([(await install()).code, (await readdir(installed)).includes('left-by-the-job')]).toEqual([0, false]);
  });

  it('the installation without a hash program is refused with the names of such programs', async () => {
    const {temp, install} = await runner(TOOLS);
    const {code, log} = await install();
    expect(code, log).toBe(3);
    expect(log).toMatch(/^::error title=gantry::.*sha256sum.*shasum.*[Ii]nstall/);
    expect(log).not.toContain('command not found');
    expect(await readdir(join(temp, 'gantry'))).not.toContain('package');
    expect(await readFile(join(temp, 'path'), 'utf8')).toBe('');
  });
});
