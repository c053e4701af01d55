import type {Command, Option} from 'commander';
import type {Deps} from '../../app/deps.ts';
import {SHELLS} from '../../core/programs/shell-words.ts';
import {firstSentence} from '../../ui/sentence.ts';
import {COLORS, directoryIn, OUTPUTS} from '../flags/globals.ts';
import {REPORT_FORMATS} from '../flags/report-flag.ts';
import {TOPICS} from '../help/topics.ts';
import type {Line} from './read-line.ts';
import {COMPLETED_SHELLS} from './script.ts';

/** A word, or an instruction to complete files, directories or commands. */
export type Candidate =
  | {readonly word: string; readonly summary?: string}
  | {readonly directive: ':files' | ':directories' | ':commands'};

/** Reports whether a candidate is an instruction to the script of the shell, not a word. */
export const isDirective = (candidate: Candidate): candidate is Extract<Candidate, {readonly directive: string}> =>
  'directive' in candidate;

type Around = {readonly program: Command; readonly cwd: string; readonly deps: () => Promise<Deps>};

/** Returns the candidates at the cursor: values of a flag, flags, subcommands or arguments. */
export async function candidatesFor(line: Line, around: Around): Promise<readonly Candidate[]> {
  const {current, command, path, args, flag, flagPart, isOver} = line;
  if (line.before[0] === 'help') return helpWords(line, around.program);
  if (path[0] === 'exec' && (isOver || args > 0)) return [{directive: args === 0 ? ':commands' : ':files'}];
  if (flag !== undefined) return withPrefix(flagPart, await valuesOf(flag, line, around));
  if (current.startsWith('-') && !isOver) return flagsOf(command, around.program);
  if (command.commands.length > 0 && args === 0) return [...subcommands(command), ...(path.length === 0 ? HELP : [])];
  if (path[0] === 'exec') return [{directive: ':commands'}];
  return argumentsOf(line, around);
}

const FILES: readonly Candidate[] = [{directive: ':files'}];
const DIRECTORIES: readonly Candidate[] = [{directive: ':directories'}];

const wordsOf = (words: readonly string[]): readonly Candidate[] => words.map((word) => ({word}));

const withPrefix = (prefix: string, all: readonly Candidate[]): readonly Candidate[] =>
  all.map((one) => (isDirective(one) ? one : {...one, word: `${prefix}${one.word}`}));

const HELP: readonly Candidate[] = [{word: 'help', summary: 'show the help of a command, or a topic'}];

/** Returns the candidates after `help`: commands and topics, then the commands of a group. */
function helpWords({before}: Line, program: Command): readonly Candidate[] {
  const [, name, ...more] = before;
  if (name === undefined) return [...subcommands(program), ...TOPICS.map((topic) => ({...topic, word: topic.name}))];
  const group = program.commands.find((one) => one.name() === name || one.aliases().includes(name));
  return group === undefined || more.length > 0 ? [] : subcommands(group);
}

const subcommands = (command: Command): readonly Candidate[] =>
  command.commands.map((one) => ({word: one.name(), summary: onOneLine(one.description())}));

const flagsOf = (command: Command, program: Command): readonly Candidate[] =>
  [...command.options, ...program.options]
    .filter(({hidden}) => !hidden)
    .map(({long, short, description}) => ({word: long ?? short ?? '', summary: onOneLine(description)}));

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replace(/\.$/, '');

/** The candidates for the values of flags. */
function valuesOf(option: Option, line: Line, around: Around): Promise<readonly Candidate[]> | readonly Candidate[] {
  switch (option.long ?? option.short ?? '') {
    case '--workspace':
      return workspaces(line, around);
    case '--stack':
      return stacks(line, around);
    case '--output':
      return wordsOf(OUTPUTS);
    case '--color':
      return wordsOf(COLORS);
    case '--report':
      return wordsOf(REPORT_FORMATS.map((format) => `${format}=`));
    case '--shell':
      return wordsOf(SHELLS);
    case '--secrets':
      return wordsOf(['skip', 'refs', 'plain']);
    case '-C':
    case '--out':
      return DIRECTORIES;
    default:
      return /<[^>]*(?:file|path|dir|plan)[^>]*>/.test(option.flags) ? FILES : [];
  }
}

async function argumentsOf(line: Line, around: Around): Promise<readonly Candidate[]> {
  const {command, path, args} = line;
  const all = command.registeredArguments;
  const argument = all[args] ?? (all.at(-1)?.variadic === true ? all.at(-1) : undefined);
  if (argument === undefined) return [];
  const name = argument.name();
  if (path[0] === 'workspace') return path[1] === 'create' ? [] : workspaces(line, around);
  if (path[0] === 'explain') return fields(line.current);
  if (path[0] === 'completion') return wordsOf(COMPLETED_SHELLS);
  if (path[0] === 'config') return args === 0 ? wordsOf(['backend', 'backends.']) : [];
  return /file|plan|dir|source/.test(name) ? FILES : [];
}

/** Returns the fields of the field before the last dot, or the files if there is no dot. */
async function fields(typed: string): Promise<readonly Candidate[]> {
  const {explainField} = await import('../../app/explain-field.ts');
  const end = typed.lastIndexOf('.');
  const [first, ...others] = explainField({path: end < 0 ? undefined : typed.slice(0, end)});
  const found = end < 0 ? [first, ...others] : first.fields;
  return found.map(({path, description = ''}) => ({word: path, summary: firstSentence(description)}));
}

/** Returns the workspaces that are known without asking a server, because a key press must not wait for a network. */
async function workspaces(line: Line, around: Around): Promise<readonly Candidate[]> {
  const value = line.current.slice(line.flagPart.length);
  // A word with a slash is a file.
  if (/[/\\]|^[.~]/.test(value)) return FILES;
  const {workspaceNames} = await import('../../app/programs/known-names.ts');
  return wordsOf(await workspaceNames(requestOf(line, around), await around.deps()));
}

async function stacks(line: Line, around: Around): Promise<readonly Candidate[]> {
  const {stackNames} = await import('../../app/programs/known-names.ts');
  return wordsOf(stackNames(requestOf(line, around), await around.deps()));
}

const requestOf = ({before}: Line, {cwd}: Around) => ({directory: directoryIn(before, cwd)});
