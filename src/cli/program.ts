import {Command, Option} from 'commander';
import {didYouMean} from '../lib/did-you-mean.ts';
import type {Io} from '../ui/io.ts';
import {CATALOG, type CatalogEntry, GROUPS} from './catalog.ts';
import {collect} from './flags/collect.ts';
import {GLOBAL_FLAGS} from './flags/global-flags.ts';
import {rootHelp} from './help-text.ts';
import type {OpenSession} from './session.ts';
import {usageError} from './usage.ts';

/** The inputs of the command line. */
export type ProgramOptions = {
  readonly io: Io;
  readonly version: string;
  /** Opens the session of a command. `name` is the name of the command. */
  readonly open: (name: string) => ReturnType<OpenSession>;
  readonly catalog?: readonly CatalogEntry[] | undefined;
  /** Adds the examples of a command to its help. They are loaded only then. */
  readonly wantsHelp?: boolean;
  /** True for a command whose own `--version` names the version of something else. */
  readonly hasOwnVersion?: boolean;
};

/**
 * Creates the command line. At first commands are only names; the module of a command is loaded when commander has found the command.
 * Errors are thrown; the process does not exit.
 */
export function createProgram({
  io,
  version,
  open,
  catalog = CATALOG,
  wantsHelp = false,
  hasOwnVersion = false,
}: ProgramOptions): Command {
  const program = plain(new Command('gantry'), io);
  // The flags of the root are parsed before those of the command.
  if (!hasOwnVersion) program.version(version, '--version', 'print the version of Gantry');
  program.helpInformation = () => {
    refuseUnknown(program);
    return rootHelp(catalog);
  };
  for (const option of globalOptions()) program.addOption(option);
  const entries = new Map<Command, CatalogEntry>();
  const define = async (_: Command, command: Command): Promise<void> => {
    const entry = entries.get(command);
    if (entry === undefined) return;
    const name = entry.path.join(' ');
    (await entry.load())(command, () => open(name));
    if (wantsHelp) command.addHelpText('after', (await import('./help/examples.ts')).examplesText(name));
  };
  program.hook('preSubcommand', define);
  const groups = new Map(
    GROUPS.map(({name, alias, summary}) => {
      const group = plain(new Command(name), io).description(sentence(summary)).hook('preSubcommand', define);
      group.addHelpText('before', () => refuseUnknown(group));
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

/** Refuses `gantry previw --help`. Printing the list of all commands would hide the typo. */
function refuseUnknown(command: Command): string {
  const [word] = command.args;
  if (word === undefined || word.startsWith('-')) return '';
  const near = didYouMean(
    word,
    command.commands.map((one) => one.name()),
  );
  const suggestion = near === undefined ? '' : `\n(Did you mean ${near}?)`;
  return command.error(`error: unknown command '${word}'${suggestion}`, {code: 'commander.unknownCommand'});
}

/** Configures commander not to exit and not to print errors. */
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

/** Refuses two different values of one flag. Otherwise the last one would silently win, for example for a workspace. */
const once =
  (flags: string) =>
  (value: string, before: string | undefined): string => {
    if (before !== undefined && before !== value) {
      const name = flags.split(/[ ,]/)[0];
      throw usageError(`${name} was given twice, with ${before} and ${value}.`, 'Run the command once for each value.');
    }
    return value;
  };

const sentence = (summary: string): string => `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
