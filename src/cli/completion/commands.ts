import type {Command, Option} from 'commander';
import {defined} from '../../lib/defined.ts';
import {CATALOG, type CatalogEntry} from '../catalog.ts';
import {TOPICS} from '../help/topics.ts';
import {createProgram} from '../program.ts';
import type {CommandTable, CompletedCommand, CompletedFlag} from './command-table.ts';
import {valueOfArgument, valueOfFlag} from './value-of.ts';

/**
 * Returns the table of all commands. It loads every command. The built program has the table as data in place of this module
 * (scripts/completion-modules.ts).
 */
export async function commandTable(catalog: readonly CatalogEntry[] = CATALOG): Promise<CommandTable> {
  const program = createProgram({io: NOBODY, version: '', catalog, open});
  for (const {path, load} of catalog) {
    const command = path.reduce<Command | undefined>(
      (parent, word) => parent?.commands.find((one) => one.name() === word),
      program,
    );
    if (command !== undefined) (await load())(command, open);
  }
  return {root: commandOf(program, []), topics: TOPICS.map(({name, summary}) => ({name, summary}))};
}

const open = () => Promise.reject(new Error('nothing is run'));

const NOBODY = {
  stdout: {write: () => true, isTTY: false, columns: 80},
  stderr: {write: () => true, isTTY: false, columns: 80},
  stdin: {isTTY: false, stream: process.stdin},
  env: {},
};

function commandOf(command: Command, path: readonly string[]): CompletedCommand {
  const args = command.registeredArguments;
  return {
    name: command.name(),
    aliases: command.aliases(),
    summary: onOneLine(command.description()),
    flags: command.options.map(flagOf),
    values: args.map((argument, position) => valueOfArgument(argument.name(), path, position)),
    ...defined({isVariadic: args.at(-1)?.variadic === true ? (true as const) : undefined}),
    commands: command.commands.map((one) => commandOf(one, [...path, one.name()])),
  };
}

function flagOf(option: Option): CompletedFlag {
  const {long, short, description, hidden, required} = option;
  return {
    names: [long, short].filter((name) => name !== undefined),
    summary: onOneLine(description),
    ...defined({
      isHidden: hidden ? (true as const) : undefined,
      value: required ? valueOfFlag(option) : undefined,
    }),
  };
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replace(/\.$/, '');
