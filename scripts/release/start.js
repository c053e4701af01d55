// The start of the single executable (executable.ts), which has the whole program in one file: a script that cannot await at its top.
import {reportBrokenOutput} from '../../bin/broken-output.js';
import {writeCompletion} from '../../bin/complete.js';
import {keepYoungGenerationSmall} from '../../bin/young-generation.js';

/** Parts of the program that are evaluated when they are needed. */
const MODULES = {
  complete: () => import('../../src/cli/completion/complete.ts'),
  commands: () => import('../../src/cli/completion/commands.ts'),
  fields: () => import('../../src/cli/completion/fields.ts'),
  main: () => import('../../src/main.ts'),
  // The watcher of Terraform (src/main/terraform.ts).
  terraformWatcher: () => import('../../src/main/watch-terraform.ts'),
  // The process of a module (src/adapters/modules/child-command.ts).
  moduleChild: () => import('../../src/module-child/serve.ts'),
};

if (process.report) process.report.excludeEnv = true;
reportBrokenOutput();
keepYoungGenerationSmall();
start().catch((error) => {
  process.stderr.write(`bug: gantry could not be started\n${error?.stack ?? error}\n`);
  process.exitCode = 70;
});

async function start() {
  if (process.argv[2] === '__complete') return writeCompletion(process.argv.slice(3), MODULES);
  if (process.argv[2] === '__terraform') return (await MODULES.terraformWatcher()).watchTerraform();
  if (process.argv[2] === '__module') return (await MODULES.moduleChild()).serve();
  process.exitCode = await (await MODULES.main()).main();
}
