import {globSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {cruise, type ICruiseOptions, type IForbiddenRuleType} from 'dependency-cruiser';

/**
 * Checks the arrows between rooms (rooms.json) and proves that the files were read: a checker that cannot parse TypeScript
 * finds no module and no fault.
 */
const configuration = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  forbidden: IForbiddenRuleType[];
  options: ICruiseOptions;
};
const result = await cruise(['src'], {
  ...configuration.options,
  validate: true,
  ruleSet: {forbidden: configuration.forbidden},
});
if (typeof result.output === 'string') throw new Error('dependency-cruiser answered text');

const cruised = new Set(result.output.modules.map(({source}) => source));
const unread = globSync('src/**/*.ts').filter((file) => !cruised.has(file));
const edges = result.output.modules.flatMap(({source, dependencies}) =>
  source.startsWith('src/') ? dependencies : [],
);
const written = globSync('src/**/*.ts').filter((file) => /^import /m.test(readFileSync(file, 'utf8')));

for (const {from, to, rule} of result.output.summary.violations) console.error(`${rule.name}: ${from} → ${to}`);
for (const file of unread) console.error(`not read: ${file}`);
if (edges.length < written.length)
  console.error(`only ${edges.length} imports found in ${written.length} files with imports`);
const faults = result.output.summary.violations.length + unread.length + (edges.length < written.length ? 1 : 0);
console.log(`rooms: ${cruised.size} modules, ${edges.length} imports, ${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;
