import {mkdir, symlink} from 'node:fs/promises';
import {delimiter, join} from 'node:path';
import {toolPath} from '../controlplane/for-tests.ts';
import {scratchDirectory} from './scratch.ts';

/** Returns a PATH on which `helm` is Helm 3 or Helm 4. */
export async function helmPath(tool: 'helm' | 'helm4'): Promise<string> {
  const program = await toolPath(tool);
  if (program === undefined) throw new Error(`there is no ${tool}, and no Go to build it`);
  const directory = join(await scratchDirectory(), 'bin');
  await mkdir(directory);
  await symlink(program, join(directory, 'helm'));
  return [directory, process.env['PATH']].join(delimiter);
}
