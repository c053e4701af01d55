import {availableParallelism} from 'node:os';
import {execa} from 'execa';

/**
 * `npm run test:repeat -- FILE…`: runs test files 20 times (`TIMES=3`: three times) while every core is busy with something else, and
 * prints what failed. A test that passes on a quiet machine only is a defect. All arguments go to vitest: `--project sandbox`.
 */
const args = process.argv.slice(2);
const times = Number(process.env['TIMES'] ?? 20);
if (args.length === 0 || !Number.isSafeInteger(times) || times < 1) {
  console.error('Usage: [TIMES=N] npm run test:repeat -- FILE… [--project NAME]');
  process.exit(2);
}

const busy = Array.from({length: availableParallelism()}, () =>
  execa(process.execPath, ['-e', 'for (;;);'], {reject: false, cleanup: true}),
);
let failed = 0;
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
    failed += 1;
    console.log(all);
  }
} finally {
  for (const one of busy) one.kill('SIGKILL');
}
console.log(`${times - failed} of ${times} runs passed`);
process.exitCode = failed === 0 ? 0 : 1;
