import {globSync, readFileSync, statSync} from 'node:fs';
import {parseArgs} from 'node:util';
import {EXCEPTIONS} from './language/exceptions.ts';
import {findWords} from './language/find-words.ts';
import {recentSubjects, subjectProblem} from './language/subjects.ts';

/**
 * Checks the language of texts that people read: node scripts/language.ts [--count] [PATH...]. Paths are relative to the current directory.
 * Without paths it checks the whole repository, unneeded exceptions and the commit subjects too.
 */
const WHOLE = ['src', 'test', 'docs', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'action.yml'];

const {values, positionals} = parseArgs({options: {count: {type: 'boolean'}}, allowPositionals: true});
const isWhole = positionals.length === 0;
const paths = (isWhole ? WHOLE : positionals).flatMap((path) =>
  statSync(path).isDirectory() ? filesIn(path) : [path],
);
const all = paths.flatMap((path) => findWords(path, readFileSync(path, 'utf8'), EXCEPTIONS));
const findings = all.filter(({exception}) => exception === undefined);

const faults = isWhole ? [...unneededExceptions(), ...commitSubjects()] : [];
if (values.count === true) {
  const counts = Map.groupBy(findings, ({rule}) => rule);
  for (const [rule, found] of [...counts].toSorted(([, a], [, b]) => b.length - a.length))
    console.log(`${String(found.length).padStart(6)}  ${wordsOf(found)}: write ${rule.write}`);
} else
  for (const {path, line, words, rule} of findings) console.error(`${path}:${line}: "${words}": write ${rule.write}`);
for (const fault of faults) console.error(fault);
console.log(`language: ${paths.length} files, ${findings.length + faults.length} faults`);
process.exitCode = findings.length + faults.length === 0 ? 0 : 1;

/** Tests have titles; pages of test/golden are outputs of the program. */
function filesIn(directory: string): readonly string[] {
  const root = directory.replace(/\/+$/, '');
  const isTest = /(?:^|\/)test(?:\/|$)/.test(root);
  const found = globSync(isTest ? '**/*.ts' : ['**/*.ts', '**/*.md'], {cwd: root});
  return found.map((file) => `${root}/${file}`).toSorted();
}

function unneededExceptions(): readonly string[] {
  const needed = new Set(all.map(({exception}) => exception));
  return EXCEPTIONS.filter((one) => !needed.has(one)).map(
    ({path, words}) => `${path}: ${words} is not found any more; take it out of scripts/language/exceptions.ts`,
  );
}

function commitSubjects(): readonly string[] {
  const recent = recentSubjects(process.cwd(), 'scripts/language/subjects.ts');
  if ('skipped' in recent) {
    console.log(`language: commit subjects are not checked: ${recent.skipped}`);
    return [];
  }
  return recent.subjects.flatMap((subject) => {
    const problem = subjectProblem(subject);
    return problem === undefined ? [] : [`commit "${subject}" ${problem}`];
  });
}

/** The most frequent words that a rule has found. */
function wordsOf(found: readonly {readonly words: string}[]): string {
  const groups = [...Map.groupBy(found, ({words}) => words.toLowerCase())].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  return groups
    .slice(0, 4)
    .map(([words, {length}]) => `"${words}" ${length}`)
    .join(', ');
}
