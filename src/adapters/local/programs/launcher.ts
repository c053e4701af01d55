import {randomBytes} from 'node:crypto';
import {chmod, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {launcherScript} from '../../../core/programs/launcher-script.ts';
import {defined} from '../../../lib/defined.ts';
import type {ProgramCall} from '../../../ports/programs.ts';
import {made, privateBase} from './private-directory.ts';

/** The Gantry that a launcher starts. */
type Launched = {
  readonly self: ProgramCall;
  /** The file in PATH that is this Gantry. */
  readonly link: string | undefined;
};

const MODE = 0o755;

/** Matches a directory that npm makes for one project or one call of `npx`. Programs outside of it cannot use its `gantry`. */
const SHORT_LIVED = /[/\\]node_modules[/\\]\.bin[/\\]/;

/** Writes the launcher into a directory that only the user can write. A launcher that is up to date is not written again. */
export async function writeLauncher(directory: string, {self, link}: Launched): Promise<ProgramCall> {
  if (process.platform === 'win32') return self;
  await privateBase(directory);
  const file = join(directory, 'gantry');
  const [script] = self.args;
  const facts = script === undefined ? {program: self.command} : {program: script, node: self.command};
  const stable = link === undefined || SHORT_LIVED.test(link) ? undefined : link;
  const text = launcherScript({...facts, ...defined({link: stable})});
  if (!(await isCurrent(file, text))) await made(() => replace(file, text), file);
  return {command: file, args: []};
}

async function isCurrent(file: string, text: string): Promise<boolean> {
  try {
    return ((await stat(file)).mode & 0o777) === MODE && (await readFile(file, 'utf8')) === text;
  } catch {
    return false;
  }
}

/** Replaces the file atomically, because a program may be starting it. */
async function replace(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, text, {mode: MODE, flag: 'wx'});
    // The umask of the process may have removed permissions.
    await chmod(draft, MODE);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, {force: true}).catch(() => undefined);
    throw error;
  }
}
