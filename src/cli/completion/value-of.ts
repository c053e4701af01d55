import type {Option} from 'commander';
import {SHELLS} from '../../core/programs/shell-words.ts';
import type {Phase} from '../../core/release/phase.ts';
import {defined} from '../../lib/defined.ts';
import {MODULES} from '../../registry/modules.ts';
import {COLORS, OUTPUTS} from '../flags/globals.ts';
import {REPORT_FORMATS} from '../flags/report-flag.ts';
import type {CompletedValue, WordSource} from './command-table.ts';
import {COMPLETED_SHELLS} from './script.ts';

/** Returns what completes the value of a flag: by its name, else by its placeholder, for example `<id|all>`. */
export function valueOfFlag({long, short, flags, argChoices}: Described): CompletedValue {
  if (argChoices !== undefined) return {words: argChoices};
  return FLAGS[long ?? short ?? ''] ?? valueOfPlaceholder(/<([^<>]+)>/.exec(flags)?.[1] ?? '');
}

type Described = Pick<Option, 'long' | 'short' | 'flags' | 'argChoices'>;

/** Returns what completes an argument: by its command and its position, else by its name. */
export function valueOfArgument(name: string, path: readonly string[], position: number): CompletedValue {
  const [group = '', verb] = path;
  const known = ARGUMENTS[path.join(' ')]?.[position] ?? (verb === undefined ? undefined : GROUPS[group]);
  return known ?? valueOfPlaceholder(name);
}

const NOTHING: CompletedValue = {};

const FLAGS: Readonly<Record<string, CompletedValue>> = {
  '--workspace': {from: ['workspaces']},
  '--stack': {from: ['stacks']},
  '--backend': {words: ['local'], from: ['backends']},
  '--output': {words: OUTPUTS},
  '--color': {words: COLORS},
  '--report': {words: REPORT_FORMATS.map((format) => `${format}=`)},
  '--phase': {words: ['succeeded', 'failed', 'interrupted', 'applying', 'destroying'] satisfies readonly Phase[]},
  '--shell': {words: SHELLS},
  '--secrets': {words: ['skip', 'refs', 'plain']},
  '--workspaces': {words: ['backend', 'project', 'none']},
  '--lineage': NOTHING,
  '--version': {from: ['chartVersions']},
  '--chart': {from: ['triedCharts']},
};

const SELECTED: CompletedValue = {from: ['ids', 'kinds']};
const ANY_MODULE: CompletedValue = {words: Object.keys(MODULES), from: ['modules', 'directories']};
const CONFIGURED: CompletedValue = {words: ['backend', 'backends.']};

const ARGUMENTS: Readonly<Record<string, readonly CompletedValue[]>> = {
  exec: [{from: ['commands']}],
  explain: [{from: ['fields']}],
  completion: [{words: COMPLETED_SHELLS}],
  'can-i': [{words: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete']}],
  'chart show': [{from: ['charts']}],
  'chart add': [{from: ['charts']}],
  'module init': [NOTHING],
  'module show': [ANY_MODULE],
  'module docs': [ANY_MODULE],
  'module impact': [{from: ['moduleChanges']}],
  'module test': [{from: ['modules', 'directories']}],
  promote: [{from: ['stacks']}],
  'stack rename': [{from: ['stacks']}, NOTHING],
  'project rename': [NOTHING],
  'workspace create': [NOTHING],
  'workspace rename': [{from: ['workspaces']}, NOTHING],
  'release diff': [{from: ['revisions']}, {from: ['revisions']}],
  'resource import': [SELECTED],
  'resource forget': [SELECTED],
  'config get': [CONFIGURED],
  'config set': [CONFIGURED, {from: ['backends']}],
  'config unset': [CONFIGURED],
};

/** The other arguments of all commands of a group. */
const GROUPS: Readonly<Record<string, CompletedValue>> = {
  workspace: {from: ['workspaces']},
  sandbox: {from: ['sandboxes']},
  backend: {from: ['backends']},
};

/** Returns what completes a placeholder. Its parts are words, or names of what is completed. */
function valueOfPlaceholder(text: string): CompletedValue {
  const parts = text.split('|');
  const words = parts.filter((part) => WORDS.has(part));
  const from = parts.flatMap((part) => SOURCES.find(([pattern]) => pattern.test(part))?.[1] ?? []);
  return {...defined({words: words.length === 0 ? undefined : words, from: from.length === 0 ? undefined : from})};
}

const WORDS: ReadonlySet<string> = new Set(['all', 'current', 'ready', 'deleted']);

const SOURCES: readonly (readonly [RegExp, WordSource])[] = [
  [/^ids?(?:#path)?$/, 'ids'],
  [/^kind$/, 'kinds'],
  [/^workspace\[:revision\]$/, 'releases'],
  [/^workspace/, 'workspaces'],
  // In `<current|n>`, the number is a revision.
  [/^(?:revision|current)$/, 'revisions'],
  [/dir/, 'directories'],
  [/file|plan|source/, 'files'],
];
