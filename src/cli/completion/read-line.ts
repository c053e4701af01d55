import {defined} from '../../lib/defined.ts';
import type {CompletedCommand, CompletedFlag} from './command-table.ts';

/** A command line up to the cursor. */
export type Line = {
  /** The word under the cursor, as far as it is typed. */
  readonly current: string;
  /** The words before it. */
  readonly before: readonly string[];
  readonly command: CompletedCommand;
  readonly path: readonly string[];
  /** The number of arguments before the cursor. */
  readonly args: number;
  /** The flag whose value is under the cursor. */
  readonly flag?: CompletedFlag;
  /** The part of `current` that is the flag: `--output=`. */
  readonly flagPart: string;
  /** Set after `--`: no more flags follow. */
  readonly isOver: boolean;
  /** The values of the flags before the cursor, by the first name of the flag. The last one of a flag counts. */
  readonly values: ReadonlyMap<string, string>;
};

type Reading = Pick<Line, 'command' | 'path' | 'args' | 'isOver' | 'flag' | 'values'>;

/** Finds the command, the flag and the position of the word under the cursor. */
export function readLine(words: readonly string[], root: CompletedCommand): Line {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  const start: Reading = {command: root, path: [], args: 0, isOver: false, values: new Map()};
  const read = before.reduce((reading, word) => after(reading, word, root), start);
  const flagPart = read.isOver || read.flag !== undefined ? '' : (/^--[a-z-]+=/.exec(current)?.[0] ?? '');
  const inWord = flagPart === '' ? undefined : flagOf(flagPart.slice(0, -1), root, read.command);
  return {...read, current, before, flagPart, ...defined({flag: inWord})};
}

/** Returns the state after one more word. */
function after({flag, ...read}: Reading, word: string, root: CompletedCommand): Reading {
  const {command, path, args, isOver, values} = read;
  // The word is the value of that flag.
  if (flag !== undefined) return {...read, values: withValue(values, flag, word)};
  if (isOver) return {...read, args: args + 1};
  if (word === '--') return {...read, isOver: true};
  if (word.startsWith('-')) return afterFlag(read, word, root);
  const next = args === 0 ? named(word, command) : undefined;
  if (next !== undefined) return {...read, command: next, path: [...path, next.name]};
  // All words after the command of `exec` belong to another program.
  return {...read, args: args + 1, isOver: path[0] === 'exec'};
}

/** Reads `--flag`, `--flag=value`, `-f` or `-fvalue`. */
function afterFlag(read: Reading, word: string, root: CompletedCommand): Reading {
  const {command, values} = read;
  const flag = flagOf(word, root, command);
  if (flag !== undefined) return flag.value === undefined ? read : {...read, flag};
  const [, name = '', value = ''] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? /^(-[A-Za-z])(.+)$/s.exec(word) ?? [];
  const joined = flagOf(name, root, command);
  return joined?.value === undefined ? read : {...read, values: withValue(values, joined, value)};
}

const withValue = (values: Line['values'], {names}: CompletedFlag, value: string): Line['values'] =>
  new Map([...values, [names[0] ?? '', value]]);

const named = (word: string, command: CompletedCommand): CompletedCommand | undefined =>
  command.commands.find(({name, aliases}) => name === word || aliases.includes(word));

const flagOf = (word: string, root: CompletedCommand, command: CompletedCommand): CompletedFlag | undefined =>
  [...command.flags, ...root.flags].find(({names}) => names.includes(word));
