import {existsSync, readFileSync, writeSync} from 'node:fs';
import {keepCompiled} from './compile-cache.js';

// Crash reports of Node may be passed on to others, so that they must not contain the environment with its keys.
if (process.report) process.report.excludeEnv = true;

// The reader of a pipe may stop reading (`| head`), a terminal may be closed, a disk may be full. The run continues and is recorded.
// A lost result is a failure only if no reader has stopped reading.
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
    // Exit at once, because nothing is written after this.
    writeSync(
      2,
      `error: The output could not be written: ${why === undefined ? unwritten : `${why} (${unwritten})`}.\n`,
    );
  } catch {
    // No message can be written; the exit code reports the failure.
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
