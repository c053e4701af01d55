import {execFile} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {withLock} from '../controlplane/lock.ts';
import {CACHE, REQUIREMENTS} from './paths.ts';

const run = promisify(execFile);

/** The Python that has moto, installed when it is not yet; undefined when there is no Python. */
export async function pythonWithMoto(say: (line: string) => void): Promise<string | undefined> {
  const version = await run('python3', ['-VV']).catch(() => undefined);
  if (version === undefined) return undefined;
  const key = createHash('sha256').update(version.stdout).update(readFileSync(REQUIREMENTS)).digest('hex');
  const venv = join(CACHE, 'moto', key);
  const [python, complete] = [join(venv, 'bin', 'python3'), join(venv, '.complete')];
  if (existsSync(complete)) return python;
  const wait = () => say('another process is installing moto; waiting for it');
  await withLock(`${venv}.lock`, wait, async () => {
    if (existsSync(complete)) return;
    say('installing moto (half a minute)');
    rmSync(venv, {recursive: true, force: true});
    mkdirSync(join(CACHE, 'moto'), {recursive: true});
    // A virtual environment cannot be moved: that it is whole is told by a file of its own.
    await run('python3', ['-m', 'venv', venv]);
    await run(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', '--requirement', REQUIREMENTS]);
    writeFileSync(complete, '');
  });
  return python;
}
