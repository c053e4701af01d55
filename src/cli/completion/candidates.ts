import type {KnownNames} from '../../app/completion/known-names.ts';
import {parseReference, scopedName} from '../../core/workspace/workspace-scope.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {unreachable} from '../../lib/unreachable.ts';
import type {CommandTable, CompletedCommand, CompletedValue, WordSource} from './command-table.ts';
import {type CompletedField, fieldsAt} from './completed-field.ts';
import type {Line} from './read-line.ts';

/** A word, or an instruction to complete files, directories or commands. */
export type Candidate =
  | {readonly word: string; readonly summary?: string}
  | {readonly directive: ':files' | ':directories' | ':commands'};

/** Reports whether a candidate is an instruction to the script of the shell, not a word. */
export const isDirective = (candidate: Candidate): candidate is Extract<Candidate, {readonly directive: string}> =>
  'directive' in candidate;

/** The inputs from which the candidates are chosen. */
export type Around = {
  readonly table: CommandTable;
  readonly names: KnownNames;
  readonly fields: () => Promise<readonly CompletedField[]>;
};

/** Returns the candidates at the cursor: values of a flag, flags, subcommands or arguments. */
export async function candidatesFor(line: Line, around: Around): Promise<readonly Candidate[]> {
  const {current, command, path, args, flag, flagPart, isOver} = line;
  const {root} = around.table;
  if (line.before[0] === 'help') return helpWords(line, around.table);
  if (path[0] === 'exec' && (isOver || args > 0)) return [{directive: args === 0 ? ':commands' : ':files'}];
  if (flag?.value !== undefined) return withPrefix(flagPart, await wordsOf(flag.value, line, around));
  if (current.startsWith('-') && !isOver) return flagsOf(command, root);
  if (command.commands.length > 0 && args === 0) return [...subcommands(command), ...(path.length === 0 ? HELP : [])];
  return wordsOf(valueAt(command, args), line, around);
}

const valueAt = ({values, isVariadic}: CompletedCommand, position: number): CompletedValue =>
  values[position] ?? (isVariadic ? values.at(-1) : undefined) ?? {};

const withPrefix = (prefix: string, all: readonly Candidate[]): readonly Candidate[] =>
  all.map((one) => (isDirective(one) ? one : {...one, word: `${prefix}${one.word}`}));

const HELP: readonly Candidate[] = [{word: 'help', summary: 'show the help of a command, or a topic'}];

/** Returns the candidates after `help`: commands and topics, then the commands of a group. */
function helpWords({before}: Line, {root, topics}: CommandTable): readonly Candidate[] {
  const [, name, ...more] = before;
  if (name === undefined) return [...subcommands(root), ...topics.map((topic) => ({...topic, word: topic.name}))];
  const group = root.commands.find((one) => one.name === name || one.aliases.includes(name));
  return group === undefined || more.length > 0 ? [] : subcommands(group);
}

const subcommands = (command: CompletedCommand): readonly Candidate[] =>
  command.commands.map(({name, summary}) => ({word: name, summary}));

const flagsOf = (command: CompletedCommand, root: CompletedCommand): readonly Candidate[] =>
  [...command.flags, ...root.flags]
    .filter(({isHidden}) => isHidden !== true)
    .map(({names: [name = ''], summary}) => ({word: name, summary}));

/** Returns the fixed words of a value, and the words of its sources. */
async function wordsOf({words = [], from = []}: CompletedValue, line: Line, around: Around): Promise<Candidate[]> {
  const known = await Promise.all(from.map((source) => fromSource(source, line, around)));
  return [...words.map((word) => ({word})), ...known.flat()];
}

/** Returns the workspaces: all names, or those of the scope that is typed. Any other word with a slash is a file. */
async function workspaceWords(typed: string, names: KnownNames): Promise<readonly Candidate[]> {
  const {scope} = parseReference(typed);
  if (scope === undefined && /[/\\]|^[.~]/.test(typed)) return [{directive: ':files'}];
  const known = (await names.workspaces()).filter((one) => scope === undefined || one.scope === scope);
  const words = known.map(({name}) => (scope === undefined ? name : scopedName(scope, name)));
  return safe([...new Set(words)].toSorted(compareNaturally));
}

/** Returns WORKSPACE or, after a colon, WORKSPACE:REVISION. */
async function releaseWords(typed: string, names: KnownNames): Promise<readonly Candidate[]> {
  const [, workspace] = /^([^:]+):/.exec(typed) ?? [];
  if (workspace === undefined) return workspaceWords(typed, names);
  return safe((await names.revisions(workspace)).map((revision) => `${workspace}:${revision}`));
}

type ModuleWords = 'modules' | 'moduleChanges';

const isOfModules = (source: WordSource): source is ModuleWords => source === 'modules' || source === 'moduleChanges';

/** Returns the modules of the project, or NAME=. */
async function moduleWords(source: ModuleWords, names: KnownNames): Promise<readonly Candidate[]> {
  const modules = await names.modules();
  return safe(source === 'modules' ? modules : modules.map((name) => `${name}=`));
}

type ChartWords = 'charts' | 'chartVersions' | 'triedCharts';

const isOfCharts = (source: WordSource): source is ChartWords =>
  source === 'charts' || source === 'chartVersions' || source === 'triedCharts';

/** Returns charts, versions of the chart in the line, or NAME= and, after the equals sign, NAME=VERSION. */
async function chartWords(
  source: ChartWords,
  typed: string,
  {before, names}: {readonly before: Line['before']; readonly names: KnownNames},
): Promise<readonly Candidate[]> {
  const charts = await names.charts();
  if (source === 'charts') return safe(charts.map(({name}) => name));
  if (source === 'chartVersions')
    return safe(charts.filter(({name}) => before.includes(name)).flatMap(({versions}) => versions));
  const [, chart] = /^([^=]+)=/.exec(typed) ?? [];
  if (chart === undefined) return safe(charts.map(({name}) => `${name}=`));
  return safe(charts.flatMap(({name, versions}) => (name === chart ? versions.map((one) => `${name}=${one}`) : [])));
}

async function fromSource(
  source: WordSource,
  {current, flagPart, before}: Line,
  {names, fields}: Around,
): Promise<readonly Candidate[]> {
  const typed = current.slice(flagPart.length);
  if (isOfModules(source)) return moduleWords(source, names);
  if (isOfCharts(source)) return chartWords(source, typed, {before, names});
  switch (source) {
    case 'files':
    case 'directories':
    case 'commands':
      return [{directive: `:${source}`}];
    case 'fields':
      return fieldsAt(current, await fields());
    case 'workspaces':
      return workspaceWords(typed, names);
    case 'releases':
      return releaseWords(typed, names);
    case 'ids':
      return safe((await names.resources()).map(({id}) => id).filter((id) => id.startsWith(typed)));
    case 'kinds':
      return safe((await names.resources()).flatMap(({kind}) => kind ?? []).toSorted(compareNaturally));
    case 'revisions':
      return safe((await names.revisions()).map(String));
    case 'stacks':
    case 'sandboxes':
    case 'backends':
      return safe(await names[source]());
    default:
      return unreachable(source);
  }
}

/** Returns each word once. Words that a shell would not read as one plain word are left out, because bash inserts them as they are. */
const safe = (words: readonly string[]): readonly Candidate[] =>
  [...new Set(words)].filter((word) => PLAIN.test(word)).map((word) => ({word}));

const PLAIN = /^[\p{L}\p{N}_@%+=:,./#][\p{L}\p{N}_@%+=:,./#-]*$/u;
