import {execFile} from 'node:child_process';
import {existsSync, mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {withLock} from '../controlplane/lock.ts';
import {CACHE} from './paths.ts';

const run = promisify(execFile);

const VERSION = '3.37.0';

/** The program of Azurite, an emulator of Azure Storage, installed by npm when it is not yet; undefined when there is no npm. */
export async function azurite(say: (line: string) => void): Promise<string | undefined> {
  if ((await run('npm', ['--version']).catch(() => undefined)) === undefined) return undefined;
  const directory = join(CACHE, 'azurite', VERSION);
  const program = join(directory, 'node_modules', 'azurite', 'dist', 'src', 'blob', 'main.js');
  const complete = join(directory, '.complete');
  if (existsSync(complete)) return program;
  const wait = () => say('another process is installing Azurite; waiting for it');
  await withLock(`${directory}.lock`, wait, async () => {
    if (existsSync(complete)) return;
    say('installing Azurite (half a minute)');
    rmSync(directory, {recursive: true, force: true});
    mkdirSync(directory, {recursive: true});
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', ['install', '--prefix', directory, ...quiet, `azurite@${VERSION}`], {cwd: directory});
    writeFileSync(complete, '');
  });
  return program;
}
