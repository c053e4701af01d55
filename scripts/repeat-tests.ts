import {availableParallelism} from 'node:os';
import {parseArgs} from 'node:util';
import {execa} from 'execa';

/**
 * `npm run test:repeat -- FILE… [--times N]`: runs test files again and again (20 times) while every core is busy with something
 * else, and prints what failed. A test that passes on a quiet machine only is a defect. Other arguments go to vitest:
 * `--project sandbox`, `-t TITLE`.
 */
const {values, tokens} = parseArgs({
  options: {times: {type: 'string', default: '20'}},
  allowPositionals: true,
  strict: false,
  tokens: true,
});
const own = new Set(
  tokens.filter((token) => token.kind === 'option' && token.name === 'times').map(({index}) => index),
);
const args = process.argv.slice(2).filter((_, index) => !own.has(index) && !own.has(index - 1));
const times = Number(values['times']);

const busy = Array.from({length: availableParallelism()}, () =>
  execa(process.execPath, ['-e', 'for (;;);'], {reject: false, cleanup: true}),
);
const failed: number[] = [];
try {
  for (let run = 1; run <= times; run++) {
    const started = performance.now();
    const {exitCode, all} = await execa('vitest', ['run', '--reporter=dot', ...args], {
      preferLocal: true,
      reject: false,
      all: true,
    });
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${exitCode === 0 ? 'passed' : 'FAILED'} ${run} of ${times} (${seconds} s)`);
    if (exitCode === 0) continue;
    failed.push(run);
    console.log(all);
  }
} finally {
  for (const one of busy) one.kill('SIGKILL');
}
console.log(`${times - failed.length} of ${times} runs passed`);
process.exitCode = failed.length === 0 ? 0 : 1;
