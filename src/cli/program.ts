import {Command, Option} from 'commander';
import type {Io} from '../ui/io.ts';
import {CATALOG, type CatalogEntry, GROUPS} from './catalog.ts';
import {collect} from './flags/collect.ts';
import {GLOBAL_FLAGS} from './flags/global-flags.ts';
import {rootHelp} from './help-text.ts';
import type {OpenSession} from './session.ts';
import {usageError} from './usage.ts';

/** What the command line is built from. */
export type ProgramOptions = {
  readonly io: Io;
  readonly version: string;
  /** Given the name of the command that acts. */
  readonly open: (name: string) => ReturnType<OpenSession>;
  readonly catalog?: readonly CatalogEntry[] | undefined;
};

/**
 * The command line. Commands begin as names; the module of the one that is called is loaded when commander has found it.
 * Errors come out as exceptions, never as an exit.
 */
export function createProgram({io, version, open, catalog = CATALOG}: ProgramOptions): Command {
  const program = plain(new Command('gantry'), io).version(version, '--version', 'the version of Gantry');
  program.helpInformation = () => rootHelp(catalog);
  for (const option of globalOptions()) program.addOption(option);
  const entries = new Map<Command, CatalogEntry>();
  const define = async (_: Command, command: Command): Promise<void> => {
    const entry = entries.get(command);
    if (entry !== undefined) (await entry.load())(command, () => open(entry.path.join(' ')));
  };
  program.hook('preSubcommand', define);
  const groups = new Map(
    GROUPS.map(({name, alias, summary}) => {
      const group = plain(new Command(name), io).description(sentence(summary)).hook('preSubcommand', define);
      return [name, alias === undefined ? group : group.alias(alias)];
    }),
  );
  for (const entry of catalog) {
    const [first, verb] = entry.path;
    const command = plain(new Command(verb ?? first), io).description(sentence(entry.summary));
    entries.set(command, entry);
    (verb === undefined ? program : groups.get(first))?.addCommand(command);
  }
  for (const group of groups.values()) program.addCommand(group);
  return program;
}

/** Commander without its own ways to exit and to print errors. */
const plain = (command: Command, io: Io): Command =>
  command
    .exitOverride()
    .helpCommand(false)
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: () => undefined,
      getOutHelpWidth: () => io.stdout.columns,
      getErrHelpWidth: () => io.stderr.columns,
    })
    .configureHelp({showGlobalOptions: true, sortSubcommands: false})
    .helpOption('-h, --help', 'show this help');

function globalOptions(): Option[] {
  return GLOBAL_FLAGS.map(({flags, summary, hidden, repeat}) => {
    const option = new Option(flags, summary).hideHelp(hidden === true);
    if (!flags.includes('<')) return option;
    return repeat === true ? option.argParser(collect) : option.argParser(once(flags));
  });
}

/** The last of two different values would silently win; with stacks and workspaces that is no small matter. */
const once =
  (flags: string) =>
  (value: string, before: string | undefined): string => {
    if (before !== undefined && before !== value) {
      const name = flags.split(/[ ,]/)[0];
      throw usageError(`${name} is given twice, as ${before} and ${value}.`, 'Run the command for each.');
    }
    return value;
  };

const sentence = (summary: string): string => `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
