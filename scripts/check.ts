import {spawnSync} from 'node:child_process';

/** Runs every check, and names all that fail at the end. */
const CHECKS = ['types', 'lint', 'format', 'rooms', 'rules', 'language', 'dead', 'schemas', 'reference'];

const failed = CHECKS.filter((name) => {
  const started = performance.now();
  const {status} = spawnSync('npm', ['run', '--silent', `check:${name}`], {stdio: 'inherit'});
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  return status !== 0;
});
process.exitCode = failed.length === 0 ? 0 : 1;
if (failed.length > 0) console.error(`check failed: ${failed.join(', ')}`);
