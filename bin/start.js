import {existsSync, readFileSync, writeSync} from 'node:fs';
import {keepCompiled} from './compile-cache.js';

// Whoever asks Node for a report of a crash passes it on: the environment, with the keys that stand there, is not in it.
if (process.report) process.report.excludeEnv = true;

// The reader of a pipe may leave (`| head`), a terminal may be closed, a disk may be full: what runs goes on, and is recorded.
// Only an answer that was lost without anyone having left is a failure.
let unwritten;
const LEFT = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED']);
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', ({code}) => {
    if (!LEFT.has(code)) unwritten ??= code;
  });
}
process.on('exit', () => {
  if (unwritten === undefined) return;
  process.exitCode ||= 1;
  const why = {ENOSPC: 'no space is left on the device', EDQUOT: 'the disk quota is exhausted'}[unwritten];
  try {
    // At once: nothing is written later than this.
    writeSync(
      2,
      `error: The output could not be written: ${why === undefined ? unwritten : `${why} (${unwritten})`}.\n`,
    );
  } catch {
    // Nobody can be told: the exit code says it.
  }
});

const [first, second] = process.argv.slice(2);
const only = second === undefined ? first : 'more';
if (only === '--version') {
  const {version} = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
} else if (only === undefined || only === '--help' || only === '-h' || only === 'help') {
  process.stdout.write((await load('cli/help-text')).rootHelp());
} else {
  keepCompiled(process.env);
  process.exitCode = await (await load('main')).main();
}

/** A module of the built program; of its source where it is not built, or where GANTRY_SOURCE is set (a build may be stale). */
function load(name) {
  const built = new URL(`../dist/${name}.js`, import.meta.url);
  const useBuilt = process.env.GANTRY_SOURCE === undefined && existsSync(built);
  return useBuilt ? import(built.href) : import(new URL(`../src/${name}.ts`, import.meta.url).href);
}
