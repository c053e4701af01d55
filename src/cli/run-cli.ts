import {CommanderError} from 'commander';
import {type Failure, GantryError} from '../core/failure/failure.ts';
import {redactIn} from '../core/secret/redactor.ts';
import {bugFailure, type CommandFailure, commandFailureOf} from '../ui/command-failure.ts';
import {errorText} from '../ui/error-text.ts';
import {withEscapedCommands} from '../ui/github/escape-commands.ts';
import type {Io} from '../ui/io.ts';
import {openPaint, plainPaint} from '../ui/paint.ts';
import {countStamps, type Stamp} from '../ui/progress/stamp.ts';
import type {Style} from '../ui/style.ts';
import {applyCommand} from './apply-command.ts';
import {CATALOG, type CatalogEntry} from './catalog.ts';
import {type Delivery, deliveryTo} from './delivery.ts';
import {EXIT, exitCodeOf} from './exit-code.ts';
import {withSeparator} from './flags/exec-separator.ts';
import {directoryIn, type Globals, type Output, outputIn, type RawGlobals, readGlobals} from './flags/globals.ts';
import {reportsIn} from './flags/report-flag.ts';
import {inWorkflow} from './github.ts';
import {rootHelp} from './help-text.ts';
import {hintForCommand} from './hint-for-command.ts';
import {hintForFlag} from './hint-for-flag.ts';
import {openSession, type SessionRun} from './open-session.ts';
import {failureForms, writeFailure} from './output.ts';
import {createProgram} from './program.ts';
import type {RunCli} from './run-cli-options.ts';
import {subjectIn} from './said-subject.ts';
import {globalsOf} from './shared-globals.ts';
import {usageError} from './usage.ts';

/** Runs one command line and returns the exit code. Never throws and never exits the process. */
export async function runCli({io: rawIo, ...rest}: RunCli): Promise<number> {
  const run = {...rest, io: inWorkflow(rawIo.env) ? tamedFor(rawIo, outputIn(rest.argv)) : rawIo};
  const {io, version, signal = new AbortController().signal} = run;
  if (run.argv[0] === '__complete') return completed(run, signal);
  const argv = withSeparator(run.argv[0] === 'help' ? [...run.argv.slice(1), '--help'] : run.argv);
  if (argv.length === 0) {
    io.stdout.write(rootHelp(run.catalog));
    return EXIT.done;
  }
  const stamp = countStamps();
  let session: SessionRun | undefined;
  const program = createProgram({
    io,
    version,
    catalog: run.catalog,
    wantsHelp: argv.includes('--help') || argv.includes('-h'),
    hasOwnVersion: hasOwnVersion(argv),
    open: async (name) => {
      const globals = globalsOf(name, readGlobals(program.opts<RawGlobals>(), run.cwd));
      refuseSeveral(name, globals, run.catalog);
      session = await openSession({...run, rawIo, argv, signal, stamp, name}, globals);
      return session;
    },
  });
  try {
    const topic = await topicOf(run);
    if (topic !== undefined) {
      io.stdout.write(topic);
      return EXIT.done;
    }
    await program.parseAsync([...argv], {from: 'user'});
    return session?.exitCode() ?? EXIT.done;
  } catch (error) {
    session?.close();
    return explain(error, {...run, rawIo, argv, signal, stamp}, session);
  } finally {
    session?.close();
  }
}

/** Reports whether the command has a flag `--version` for the version of a chart. */
const hasOwnVersion = (argv: readonly string[]): boolean =>
  argv.some((word, at) => word === 'chart' && ['show', 'add'].includes(argv[at + 1] ?? ''));

/** Returns the page of `gantry help TOPIC`. */
async function topicOf({argv, catalog = CATALOG}: RunCli): Promise<string | undefined> {
  const [first, ...words] = argv;
  if (first !== 'help') return undefined;
  return (await import('./help/help-topic.ts')).helpTopic(words, catalog);
}

/** Answers a completion request of a shell. It prints only the candidates. */
async function completed({argv, cwd, io, deps, catalog}: RunCli, signal: AbortSignal): Promise<number> {
  const [{complete}, {commandTable}, {fieldTable}, {placeFinder}] = await Promise.all([
    import('./completion/complete.ts'),
    import('./completion/commands.ts'),
    import('./completion/fields.ts'),
    import('../app/completion/find-place.ts'),
  ]);
  const opened = await deps({onEvent: () => undefined, signal, interactive: false, command: 'gantry __complete'});
  const {env, home} = opened;
  const sources = {table: () => commandTable(catalog), fields: async () => fieldTable(), finder: placeFinder(opened)};
  io.stdout.write(await complete({argv: argv.slice(1), cwd, env, home, isPrivate: true, ...sources}));
  return EXIT.done;
}

/** Refuses several stacks or workspaces for a command that takes one. Otherwise the last one would silently win. */
function refuseSeveral(name: string, {stacks, workspaces}: Globals, catalog: readonly CatalogEntry[] = CATALOG): void {
  const entry = catalog.find(({path}) => path.join(' ') === name);
  if (entry?.several !== true) refuseSecond('-s', stacks, `"gantry ${name}" takes one stack. Run it for each.`);
  if (entry?.several !== true && entry?.workspaces === undefined)
    refuseSecond('-w', workspaces, `"gantry ${name}" takes one workspace. Run it for each.`);
}

function refuseSecond(flag: string, [first, second]: readonly string[], hint: string): void {
  if (second !== undefined) throw usageError(`${flag} was given twice, with ${first} and ${second}.`, hint);
}

/** Wraps the streams so that texts for people cannot contain workflow commands. Documents are not changed. */
const tamedFor = (io: Io, output: Output): Io => ({
  ...io,
  stderr: withEscapedCommands(io.stderr),
  stdout: output === 'human' || output === 'markdown' ? withEscapedCommands(io.stdout) : io.stdout,
});

type Explaining = RunCli & {readonly signal: AbortSignal; readonly rawIo: Io; readonly stamp: Stamp};

/** Explains failures and usage errors. Any other error is reported as a bug. */
async function explain(error: unknown, run: Explaining, session: SessionRun | undefined): Promise<number> {
  const {io, version, signal, argv} = run;
  if (error instanceof CommanderError && SHOWN.has(error.code)) {
    if (error.code !== 'commander.help') return EXIT.done;
    // Help is for people; a program gets an error document.
    return ['human', 'markdown'].includes(outputIn(argv))
      ? EXIT.input
      : tell(commandFailureOf(NO_COMMAND), EXIT.input, run, session);
  }
  const clean = session?.deps.redactor.redact ?? ((text: string) => text);
  const said = failureIn(error, run);
  if (said === undefined) return tell(bugFailure(cleanBug(error, clean), version), EXIT.bug, run, session);
  const failure = redactIn(said, clean);
  if (!signal.aborted || failure.code === 'cancelled')
    return tell(commandFailureOf(failure), exitCodeOf(failure), run, session);
  // A failure while stopping may matter (a release that could not be recorded), but the exit code is that of the signal.
  io.stderr.write(errorText(failure, await errorStyle(run)));
  const cancelled = cancelledBy(signal);
  return tell(commandFailureOf(cancelled), exitCodeOf(cancelled), run, session);
}

/** Redacts secrets in an unexpected error: parsers and libraries quote their input. */
function cleanBug(error: unknown, clean: (text: string) => string): Error {
  if (!(error instanceof Error)) return new Error(clean(String(error)));
  const cleaned = new Error(clean(error.message));
  cleaned.stack = clean(error.stack ?? error.message);
  return cleaned;
}

/** Writes a failure to the terminal or stdout, to the reports, and to the workflow. */
async function tell(
  failure: CommandFailure,
  exitCode: number,
  run: Explaining,
  session: SessionRun | undefined,
): Promise<number> {
  const {io, rawIo, argv, cwd, stamp, version} = run;
  const style = await errorStyle(run);
  const plan = session?.shown();
  const forms = failureForms(failure, session?.subject() ?? subjectIn(argv, io.env), style, plan);
  // A failure after the result (a port that cannot be forwarded) does not replace the result.
  if (session?.answered() === true) {
    io.stderr.write(await forms.text(style));
    return exitCode;
  }
  await writeFailure(io, forms, {output: outputIn(argv), style, stamp});
  const delivery = session?.delivery ?? unopenedDelivery({rawIo, argv, cwd, version});
  const workflow = plan && (await import('./plan-for-workflow.ts')).planForWorkflow(plan);
  return delivery.failure(failure, forms, {exitCode, style}, workflow);
}

/** Returns the reports of a command line that could not be parsed. */
function unopenedDelivery({
  rawIo,
  argv,
  cwd,
  version,
}: Pick<Explaining, 'rawIo' | 'argv' | 'cwd' | 'version'>): Delivery {
  const start = directoryIn(argv, cwd);
  return deliveryTo({io: rawIo, cwd, start, command: '', version, reports: reportsIn(argv, start)});
}

const NO_COMMAND: Failure = {
  code: 'input/usage',
  message: 'A command is missing.',
  hint: 'List the commands with "gantry --help".',
};

// Commander has already printed help or the version.
const SHOWN = new Set(['commander.helpDisplayed', 'commander.help', 'commander.version']);

function failureIn(error: unknown, {signal, argv}: Pick<Explaining, 'signal' | 'argv'>): Failure | undefined {
  if (error instanceof GantryError) return error.failure;
  if (signal.aborted) return cancelledBy(signal);
  return error instanceof CommanderError ? usageFailure(error, argv) : undefined;
}

const cancelledBy = (signal: AbortSignal): Failure => ({
  code: 'cancelled',
  signal: signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT',
});

/** Converts an error of commander: `error: unknown command 'previw'` and, on a second line, `(Did you mean preview?)`. */
function usageFailure({message}: CommanderError, argv: readonly string[]): Failure {
  const [first = '', near] = message.replace(/^error: /, '').split('\n');
  const unknown = /^unknown command '([^']+)'/.exec(first)?.[1] ?? '';
  const flag = /^unknown option '([^'=]+)/.exec(first)?.[1] ?? '';
  const other = hintForCommand(unknown, argv[argv.indexOf(unknown) - 1]) ?? hintForFlag(flag);
  const suggestion = other ?? near?.replace(/^\(|\)$/g, '');
  const hint = `${suggestion === undefined ? '' : `${suggestion} `}Run "gantry --help" to list the commands, or "gantry COMMAND --help" to list the flags of a command.`;
  return {code: 'input/usage', message: `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.$/, '')}.`, hint};
}

async function errorStyle({io, cwd, argv, now = () => new Date()}: RunCli): Promise<Style> {
  const never = argv.some((word, i) => word === '--color=never' || (word === '--color' && argv[i + 1] === 'never'));
  const paint = never ? plainPaint : await openPaint(io.stderr, io.env, 'auto');
  const pasted = applyCommand(argv);
  return {
    paint,
    columns: io.stderr.columns,
    now: now(),
    cwd,
    detail: false,
    applyCommand: pasted,
  };
}
