import type {Command, Option} from 'commander';
import {defined} from '../../lib/defined.ts';

/** A command line up to the cursor. */
export type Line = {
  /** The word under the cursor, as far as it is typed. */
  readonly current: string;
  /** The words before it. */
  readonly before: readonly string[];
  readonly command: Command;
  readonly path: readonly string[];
  /** The number of arguments before the cursor. */
  readonly args: number;
  /** The flag whose value is under the cursor. */
  readonly flag?: Option;
  /** The part of `current` that is the flag: `--output=`. */
  readonly flagPart: string;
  /** Set after `--`: no more flags follow. */
  readonly isOver: boolean;
};

type Load = (command: Command, path: readonly string[]) => Promise<void>;
type Reading = Pick<Line, 'command' | 'path' | 'args' | 'isOver' | 'flag'>;

/** Finds the command, the flag and the position of the word under the cursor. Loads only the commands that the line names. */
export async function readLine(words: readonly string[], program: Command, load: Load): Promise<Line> {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  let read: Reading = {command: program, path: [], args: 0, isOver: false};
  for (const word of before) {
    const next = after(read, word, program);
    if (next.path.length > read.path.length) await load(next.command, next.path);
    read = next;
  }
  const flagPart = read.isOver || read.flag !== undefined ? '' : (/^--[a-z-]+=/.exec(current)?.[0] ?? '');
  const inWord = flagPart === '' ? undefined : optionOf(flagPart.slice(0, -1), program, read.command);
  return {...read, current, before, flagPart, ...defined({flag: inWord})};
}

/** Returns the state after one more word. */
function after({flag, ...read}: Reading, word: string, program: Command): Reading {
  const {command, path, args, isOver} = read;
  // The word was the value of that flag.
  if (flag !== undefined) return read;
  if (isOver) return {...read, args: args + 1};
  if (word === '--') return {...read, isOver: true};
  if (word.startsWith('-')) {
    const option = optionOf(word, program, command);
    return option?.required === true ? {...read, flag: option} : read;
  }
  const next = args === 0 ? named(word, command) : undefined;
  if (next !== undefined) return {...read, command: next, path: [...path, next.name()]};
  // All words after the command of `exec` belong to another program.
  return {...read, args: args + 1, isOver: path[0] === 'exec'};
}

const named = (word: string, command: Command): Command | undefined =>
  command.commands.find((one) => one.name() === word || one.aliases().includes(word));

const optionOf = (word: string, program: Command, command: Command): Option | undefined =>
  [...command.options, ...program.options].find(({long, short}) => word === long || word === short);
