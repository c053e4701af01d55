import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Argument, Command, Option} from 'commander';
import {CATALOG, GROUPS} from '../src/cli/catalog.ts';
import {EXIT, exitCodeOf} from '../src/cli/exit-code.ts';
import {ENVIRONMENT_VARIABLES} from '../src/cli/help/environment-variables.ts';
import {examplesText} from '../src/cli/help/examples.ts';
import {EXIT_CODE_MEANINGS} from '../src/cli/help/exit-code-meanings.ts';
import {GANTRY_LABELS} from '../src/cli/help/gantry-labels.ts';
import {TOPICS} from '../src/cli/help/topics.ts';
import {createProgram} from '../src/cli/program.ts';
import {failureText} from '../src/ui/failure-text.ts';
import type {Io} from '../src/ui/io.ts';
import {AREAS} from '../src/ui/report/rule-help.ts';
import {FAILURES} from '../test/unit/ui/sample-failures.ts';
import {filePages} from './file-page.ts';
import {kindsPage} from './kinds-page.ts';
import {libraryPage} from './library-page.ts';

/** Writes docs/reference/ from the command line itself, the tables of failures and the descriptors of kinds; `--check` says what is stale. */
const directory = join(import.meta.dirname, '..', 'docs', 'reference');
const MADE = '<!-- Made by `npm run reference`. Change the code, not this page. -->';

async function cliPage(): Promise<string> {
  const program = await definedProgram();
  const sections = CATALOG.map(({path, summary}) => {
    const command = at(program, path);
    return [
      `### gantry ${path.join(' ')}`,
      sentence(summary),
      `\`\`\`text\ngantry ${[...path, ...command.registeredArguments.map(argumentText)].join(' ')}${command.options.length > 0 ? ' [flags]' : ''}\n\`\`\``,
      ...table([
        ...command.registeredArguments.map((argument): Row => [argumentText(argument), argument.description]),
        ...visible(command.options),
      ]),
      quoted([examplesText(path.join(' ')).trim()]),
    ].join('\n\n');
  });
  return [
    MADE,
    '# The commands',
    'Every command takes the flags of the next table, before or after its name. stdout carries data, stderr carries messages. With `-o json`, stdout is one document, also after an error: `{formatVersion, error}`. What they have in common is in [errors.md](errors.md).',
    '## Flags of all commands',
    ...table(visible(program.options)),
    '## Commands',
    ...GROUPS.map(
      ({name, alias, summary}) => `\`gantry ${name}\`${alias === undefined ? '' : ` (\`${alias}\`)`}: ${summary}.`,
    ),
    ...sections,
  ].join('\n\n');
}

/** The program with every command's own arguments and flags, which are otherwise defined when a command is called. */
async function definedProgram(): Promise<Command> {
  const out = {write: () => true, isTTY: false, columns: 120};
  const io: Io = {stdout: out, stderr: out, stdin: {isTTY: false, stream: process.stdin}, env: {}};
  const open = (): never => {
    throw new Error('the reference runs no command');
  };
  const program = createProgram({io, version: '', open});
  for (const {path, load} of CATALOG) (await load())(at(program, path), open);
  return program;
}

function at(program: Command, path: readonly string[]): Command {
  return path.reduce((command, name) => {
    const next = command.commands.find((candidate) => candidate.name() === name);
    if (next === undefined) throw new Error(`there is no command ${path.join(' ')}`);
    return next;
  }, program);
}

type Row = readonly [name: string, summary: string];

const argumentText = (argument: Argument): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;

const visible = (options: readonly Option[]): Row[] =>
  options.filter(({hidden}) => !hidden).map(({flags, description}) => [flags, description]);

const table = (rows: readonly Row[]): string[] =>
  rows.length === 0
    ? []
    : [['| | |', '|---|---|', ...rows.map(([name, summary]) => `| \`${cell(name)}\` | ${cell(summary)} |`)].join('\n')];

const cell = (text: string): string => text.replaceAll('|', '\\|');
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function errorsPage(): string {
  const failures = Object.values(FAILURES).map((failure) => {
    const {message, hint} = failureText(failure);
    const parts = [
      `### ${failure.code}`,
      `Exit code ${exitCodeOf(failure)}.`,
      quoted([message, ...(hint === undefined ? [] : [`hint: ${hint}`])]),
    ];
    return parts.join('\n\n');
  });
  return [
    MADE,
    '# Exit codes and failures',
    'If there are several causes, the worst one counts: 70, then 143 and 130, then 6, 5, 4, 3 and 1. An apply that stopped before its first write ends with the code of its cause.',
    [
      '| exit code | meaning |',
      '|---|---|',
      ...Object.entries(EXIT_CODE_MEANINGS).map(([name, text]) => `| ${EXIT[name as keyof typeof EXIT]} | ${text} |`),
    ].join('\n'),
    '## Failures',
    'Each has a code, which `-o json` gives as `error.code`, and one clear sentence. The texts below are examples: names and addresses are those of the run. Problems in files (`input/invalid`, `object/refused`) are listed with file, line and column.',
    ...failures,
    '## Diagnostics and findings',
    'A problem in files, in the cluster or in a plan has a code, too: one of the areas below, then a slash and the exact name. Reports (`--report sarif`, `junit`, `gitlab-codequality`) name their rules so.',
    [
      '| code | about | what to do |',
      '|---|---|---|',
      ...Object.entries(AREAS).map(([area, {what, help}]) => `| \`${area}/…\` | ${cell(what)} | ${cell(help)} |`),
    ].join('\n'),
  ].join('\n\n');
}

/** The topics of `gantry help`, as they are printed. */
async function topicsPage(): Promise<string> {
  const sections = TOPICS.map(async ({name, summary, load}) =>
    [`## gantry help ${name}`, sentence(summary), quoted([(await load())().trimEnd()])].join('\n\n'),
  );
  return [
    MADE,
    '# Help topics',
    '`gantry help` lists the commands and these topics. `gantry help TOPIC` prints one.',
    ...(await Promise.all(sections)),
  ].join('\n\n');
}

function environmentPage(): string {
  const sections = ENVIRONMENT_VARIABLES.map(({title, about, variables}) =>
    [`## ${title}`, ...(about === undefined ? [] : [about]), namedTable('variable', Object.entries(variables))].join(
      '\n\n',
    ),
  );
  return [
    MADE,
    '# Environment variables',
    'Flags and files come before variables: `gantry help priorities`. Stores and workspaces may name other variables themselves.',
    ...sections,
  ].join('\n\n');
}

function labelsPage(): string {
  const sections = GANTRY_LABELS.map(({title, about, names}) =>
    [
      `## ${title}`,
      about,
      namedTable(
        'name',
        Object.entries(names).map(([name, meaning]) => [`gantry.dev/${name}`, meaning]),
      ),
    ].join('\n\n'),
  );
  return [MADE, '# Labels and annotations', 'All begin with `gantry.dev/`.', ...sections].join('\n\n');
}

const namedTable = (head: string, rows: readonly Row[]): string =>
  [
    `| ${head} | meaning |`,
    '|---|---|',
    ...rows.map(([name, meaning]) => `| \`${cell(name)}\` | ${cell(meaning)} |`),
  ].join('\n');

const quoted = (lines: readonly string[]): string => `\`\`\`text\n${lines.join('\n')}\n\`\`\``;

/** The pages of the files that users write, by the names of their schemas. What several files have is described in the first. */
const FILE_PAGES: readonly (readonly [file: string, page: string])[] = [
  ['stack', 'stack-yaml.md'],
  ['workspace', 'workspace-yaml.md'],
  ['application', 'gantry-app-yaml.md'],
  ['project', 'project-yaml.md'],
  ['config', 'configuration.md'],
  ['patches', 'patches.md'],
  ['spec', 'spec-file.md'],
  ['external-resource', 'external-resource.md'],
];
const filePage = filePages();

const pages: ReadonlyMap<string, string> = new Map([
  ...FILE_PAGES.map(([file, name]) => [name, `${MADE}\n\n${filePage(file, name)}\n`] as const),
  ['labels-and-annotations.md', `${labelsPage()}\n`],
  ['cli.md', `${await cliPage()}\n`],
  ['errors.md', `${errorsPage()}\n`],
  ['library.md', `${MADE}\n\n${libraryPage()}\n`],
  ['kinds.md', `${MADE}\n\n${kindsPage()}\n`],
  ['environment-variables.md', `${environmentPage()}\n`],
  ['help-topics.md', `${await topicsPage()}\n`],
]);
const stale = [...pages].filter(([name, text]) => {
  const path = join(directory, name);
  return !existsSync(path) || readFileSync(path, 'utf8') !== text;
});

if (process.argv.includes('--check')) {
  for (const [name] of stale) console.error(`docs/reference/${name} is stale: run \`npm run reference\``);
  if (stale.length > 0) process.exitCode = 1;
} else {
  mkdirSync(directory, {recursive: true});
  for (const [name, text] of stale) writeFileSync(join(directory, name), text);
  console.log(stale.length === 0 ? 'docs/reference/ is current' : `wrote ${stale.map(([name]) => name).join(', ')}`);
}
