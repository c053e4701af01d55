import {chmod, mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {bash} from './composite-action.ts';
import {scratchDirectory} from './scratch.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Writes a package file as `npm pack` makes one, but its program is that of this checkout. */
export async function writePackageFile(file: string): Promise<void> {
  const from = await scratchDirectory();
  const start = `await import(${JSON.stringify(`${ROOT}bin/gantry.js`)});\n`;
  const files = {'bin/gantry.js': `#!/usr/bin/env node\n${start}`, 'package.json': '{"type": "module"}\n'};
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(from, 'package', name)), {recursive: true});
    await writeFile(join(from, 'package', name), text);
  }
  await chmod(join(from, 'package/bin/gantry.js'), 0o755);
  await mkdir(dirname(file), {recursive: true});
  await writeFile(join(from, 'pack.sh'), 'tar -czf "$FILE" -C "$FROM" package\n');
  const {code, log} = await bash(join(from, 'pack.sh'), {
    cwd: from,
    env: {PATH: process.env['PATH'], FILE: file, FROM: from},
  });
  if (code !== 0) throw new Error(log);
}

/** What the `npm` of {@link failingNpm} prints. */
export const NPM_CALLED = 'npm must not be called';

/** Returns a directory for the PATH with an `npm` that only fails: the installation of a package file needs none. */
export async function failingNpm(): Promise<string> {
  const bin = await scratchDirectory();
  await writeFile(join(bin, 'npm'), `#!/bin/sh\necho "${NPM_CALLED}: npm $*" >&2\nexit 1\n`);
  await chmod(join(bin, 'npm'), 0o755);
  return bin;
}
