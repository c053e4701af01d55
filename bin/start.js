import {existsSync, readFileSync} from 'node:fs';
import {reportBrokenOutput} from './broken-output.js';
import {keepCompiled} from './compile-cache.js';
import {keepYoungGenerationSmall} from './young-generation.js';

// Crash reports of Node may be passed on to others, so that they must not contain the environment with its keys.
if (process.report) process.report.excludeEnv = true;
reportBrokenOutput();
keepYoungGenerationSmall();

const [first, second] = process.argv.slice(2);
const only = second === undefined ? first : 'more';
if (only === '--version') {
  const {version} = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
} else if (only === undefined || only === '--help' || only === '-h' || only === 'help') {
  process.stdout.write((await load('cli/help-text')).rootHelp());
} else if (first === '__complete') {
  const {writeCompletion} = await import('./complete.js');
  await writeCompletion(process.argv.slice(3), {
    complete: () => load('cli/completion/complete'),
    commands: () => load('cli/completion/commands'),
    fields: () => load('cli/completion/fields'),
    main: () => {
      keepCompiled(process.env);
      return load('main');
    },
  });
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
