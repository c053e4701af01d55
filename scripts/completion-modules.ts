import type {Plugin} from 'rolldown';
import {rolldown} from 'rolldown';
import type {CommandTable, CompletedCommand, CompletedFlag} from '../src/cli/completion/command-table.ts';
import {commandTable} from '../src/cli/completion/commands.ts';
import type {CompletedField} from '../src/cli/completion/completed-field.ts';
import {fieldTable} from '../src/cli/completion/fields.ts';

/**
 * Returns the modules of completion that contain data: the text of each by its path below `src`, without ending. They replace modules that
 * load all commands and all schemas.
 */
export async function completionData(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['cli/completion/commands', `export const commandTable = () => ${withSharedFlags(await commandTable())};\n`],
    ['cli/completion/fields', `export const fieldTable = () => ${linked(fieldTable())};\n`],
  ]);
}

/** Returns an expression for a value. Node.js parses JSON faster than code. In single quotes, the many double quotes need no escape. */
const parsed = (value: unknown): string =>
  `JSON.parse('${JSON.stringify(value).replaceAll(/[\\']/g, String.raw`\$&`)}')`;

/** Returns an expression for a table of commands. Flags that several commands take are written once, and empty lists are left out. */
function withSharedFlags({root, topics}: CommandTable): string {
  const flags: string[] = [];
  const indexOf = (flag: CompletedFlag): number => {
    const text = JSON.stringify(flag);
    const known = flags.indexOf(text);
    return known === -1 ? flags.push(text) - 1 : known;
  };
  const numbered = (command: CompletedCommand): unknown => {
    const lists = {...command, flags: command.flags.map(indexOf), commands: command.commands.map(numbered)};
    return Object.fromEntries(Object.entries(lists).filter(([, value]) => !Array.isArray(value) || value.length > 0));
  };
  const table = parsed({root: numbered(root), topics});
  const shared = parsed(flags.map((flag) => JSON.parse(flag) as unknown));
  const link = `const link = ({flags: used = [], commands = [], ...one}) =>
    ({aliases: [], values: [], ...one, flags: used.map((flag) => flags[flag]), commands: commands.map(link)});`;
  return `{\n  const [table, flags] = [${table}, ${shared}];\n  ${link}\n  return {...table, root: link(table.root)};\n}`;
}

/** Returns an expression for fields. Fields that occur several times, such as those of containers, are written once. */
function linked(files: readonly CompletedField[]): string {
  const lists: string[] = [];
  const indexOf = (fields: readonly CompletedField[]): number => {
    const list = JSON.stringify(fields.map((field) => ({...field, fields: indexOf(field.fields)})));
    const known = lists.indexOf(list);
    return known === -1 ? lists.push(list) - 1 : known;
  };
  const last = indexOf(files);
  const link = 'for (const list of lists) for (const field of list) field.fields = lists[field.fields];';
  return `{\n  const lists = ${parsed(lists.map((list) => JSON.parse(list) as unknown))};\n  ${link}\n  return lists[${last}];\n}`;
}

/** Replaces the modules of completion with their data, for a program in one file. */
export const dataOf = (data: ReadonlyMap<string, string>): Plugin => ({
  name: 'completion-data',
  load: {
    filter: {id: /[\\/]src[\\/]cli[\\/]completion[\\/](?:commands|fields)\.ts$/},
    handler: (id) => data.get(id.replaceAll('\\', '/').replace(/^.*\/src\/|\.ts$/g, '')),
  },
});

/** Writes the module that answers completion requests, with all that it imports, so that completion loads one small file. */
export async function bundleCompletion(file: string, target: string): Promise<void> {
  await using build = await rolldown({
    input: 'src/cli/completion/complete.ts',
    platform: 'node',
    transform: {target},
    external: [/^node:/],
  });
  await build.write({file, format: 'esm', codeSplitting: false});
}
