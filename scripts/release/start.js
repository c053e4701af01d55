import {reportBrokenOutput} from '../../bin/broken-output.js';
import {main} from '../../src/main.ts';

// The start of the single executable (executable.ts), which has the whole program in one file: a script that cannot await at its top.
if (process.report) process.report.excludeEnv = true;
reportBrokenOutput();
start().catch((error) => {
  process.stderr.write(`bug: gantry could not be started\n${error?.stack ?? error}\n`);
  process.exitCode = 70;
});

async function start() {
  process.exitCode = await main();
}
