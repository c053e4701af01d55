import {access, mkdir, readdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {delimiter, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {bash} from '../rig/composite-action.ts';
import {writePackageFile} from '../rig/package-file.ts';
import {scratchDirectory} from '../rig/scratch.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/action/install.sh', import.meta.url));

/** What the script uses beside a program for hashes: no npm. */
const TOOLS = ['bash', 'cat', 'chmod', 'gzip', 'mkdir', 'mktemp', 'rm', 'tar'];

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

/** Returns the file that the installed `gantry` starts. */
async function installedIn(temp: string): Promise<string> {
  const started = /node '(.*)' "\$@"/.exec(await readFile(join(temp, 'gantry/bin/gantry'), 'utf8'));
  return started?.[1] ?? expect.fail('it starts no file');
}

/** A runner that has these programs and no others. `directory`: the name of its directory for files. */
async function runner(tools: readonly string[], directory = '.') {
  const [parent, bin] = [await scratchDirectory(), await scratchDirectory()];
  const temp = join(parent, directory);
  await mkdir(temp, {recursive: true});
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
  it.for(['sha256sum', 'shasum'])(
    'the installation with only %s runs what the package contains',
    async (tool, {skip}) => {
      if (!(await hasTool(tool))) skip(`${tool} is not installed`);
      const {temp, install} = await runner([...TOOLS, tool]);
      const first = await install();
      expect(first, first.log).toMatchObject({code: 0});
      expect(await readFile(join(temp, 'path'), 'utf8')).toBe(`${join(temp, 'gantry/bin')}\n`);
      const installed = await installedIn(temp);
      expect(await readdir(dirname(installed))).toEqual(['gantry.js']);
      // The action does not run a file that another step or job has changed.
      await writeFile(installed, 'changed');
      expect(await install()).toMatchObject({code: 0});
      expect(await readFile(await installedIn(temp), 'utf8')).not.toBe('changed');
    },
  );

  it('the installation into a directory with a quote in its name is refused', async () => {
    const {install} = await runner([...TOOLS, 'sha256sum'], "it's");
    expect(await install()).toMatchObject({
      code: 3,
      log: expect.stringContaining('The path of Gantry contains a quote'),
    });
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
