import {chmod, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {scratchDirectory} from './scratch.ts';

/** A commit that no repository has. */
export const SLOW_COMMIT = 'c0ffee'.padEnd(40, '0');

/**
 * Returns a directory for the PATH with a `git` that never ends for one of its commands, or for all; the others it answers at once.
 * `held`: a program that it has started holds its output open when git itself is stopped, until the test is over.
 */
export async function slowGit(never: 'status' | 'all', {top, held = false}: {readonly top: string; held?: boolean}) {
  const bin = await scratchDirectory();
  const pid = join(bin, 'pid');
  const forEver = held ? `sleep 600 & echo $! > '${pid}'; wait` : 'exec sleep 600';
  const answers = [
    ...(never === 'all' ? [`*) ${forEver};;`] : []),
    `*' status '*) ${forEver};;`,
    `*' rev-parse '*) echo '${top}'; echo ${SLOW_COMMIT}; echo refs/heads/main;;`,
  ];
  await writeFile(join(bin, 'git'), `#!/bin/sh\ncase " $* " in\n${answers.join('\n')}\nesac\n`);
  await chmod(join(bin, 'git'), 0o755);
  onTestFinished(async () => {
    const child = held ? await readFile(pid, 'utf8').catch(() => '') : '';
    if (child !== '') process.kill(Number(child));
  });
  return bin;
}
