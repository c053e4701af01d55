import {CommanderError} from 'commander';
import type {Deps} from '../app/deps.ts';
import {type Failure, GantryError} from '../core/failure/failure.ts';
import {errorText} from '../ui/error-text.ts';
import type {Io} from '../ui/io.ts';
import {openPaint, plainPaint} from '../ui/paint.ts';
import type {Style} from '../ui/style.ts';
import type {CatalogEntry} from './catalog.ts';
import {EXIT, exitCodeOf} from './exit-code.ts';
import {outputIn, type RawGlobals, readGlobals} from './flags/globals.ts';
import {rootHelp} from './help-text.ts';
import {openSession, type SessionRun} from './open-session.ts';
import {writeBug, writeFailure} from './output.ts';
import {createProgram} from './program.ts';
import type {DepsOverrides} from './session.ts';

export type RunCli = {
  /** Without node and script. */
  readonly argv: readonly string[];
  readonly io: Io;
  readonly version: string;
  readonly cwd: string;
  /** Aborted with the reason `'SIGINT'` or `'SIGTERM'` when the run shall stop. */
  readonly signal?: AbortSignal;
  readonly deps: (overrides: DepsOverrides) => Deps;
  /** For tests: other commands, or the same with a use case that is watched. */
  readonly catalog?: readonly CatalogEntry[];
};

/** Runs one command line. Never throws and never exits: answers the exit code. */
export async function runCli(run: RunCli): Promise<number> {
  const {io, version, signal = new AbortController().signal} = run;
  const argv = run.argv[0] === 'help' ? [...run.argv.slice(1), '--help'] : run.argv;
  if (argv.length === 0) {
    io.stdout.write(rootHelp(run.catalog));
    return EXIT.done;
  }
  let session: SessionRun | undefined;
  const program = createProgram({
    io,
    version,
    ...(run.catalog === undefined ? {} : {catalog: run.catalog}),
    open: async () => {
      session = await openSession({...run, argv, signal}, readGlobals(program.opts<RawGlobals>(), run.cwd));
      return session;
    },
  });
  try {
    await program.parseAsync([...argv], {from: 'user'});
    return session?.exitCode() ?? EXIT.done;
  } catch (error) {
    session?.close();
    return explain(error, {...run, argv, signal});
  } finally {
    session?.close();
  }
}

/** Failures and usage errors are explained; anything else is a bug. */
async function explain(
  error: unknown,
  {argv, io, version, cwd, signal}: RunCli & {signal: AbortSignal},
): Promise<number> {
  if (error instanceof CommanderError && SHOWN.has(error.code))
    return error.code === 'commander.help' ? EXIT.input : EXIT.done;
  const output = outputIn(argv);
  const style = await errorStyle(io, cwd, argv);
  const failure = failureIn(error, signal);
  if (failure === undefined) {
    await writeBug(io, output, error, version, style);
    return EXIT.bug;
  }
  if (!signal.aborted || failure.code === 'cancelled') {
    await writeFailure(io, output, failure, style);
    return exitCodeOf(failure);
  }
  // What broke while it was stopping may matter (a release that could not be recorded); the exit says who stopped it.
  io.stderr.write(errorText(failure, style));
  const cancelled = cancelledBy(signal);
  await writeFailure(io, output, cancelled, style);
  return exitCodeOf(cancelled);
}

// Commander has shown help or the version: nothing is left to say.
const SHOWN = new Set(['commander.helpDisplayed', 'commander.help', 'commander.version']);

function failureIn(error: unknown, signal: AbortSignal): Failure | undefined {
  if (error instanceof GantryError) return error.failure;
  if (signal.aborted) return cancelledBy(signal);
  return error instanceof CommanderError ? usageFailure(error) : undefined;
}

const cancelledBy = (signal: AbortSignal): Failure => ({
  code: 'cancelled',
  signal: signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT',
});

/** `error: unknown command 'previw'` and, on a second line, `(Did you mean preview?)`. */
function usageFailure({message}: CommanderError): Failure {
  const [first = '', suggestion] = message.replace(/^error: /, '').split('\n');
  const hint = `${suggestion === undefined ? '' : `${suggestion.replace(/^\(|\)$/g, '')} `}"gantry --help" lists the commands, "gantry COMMAND --help" their flags.`;
  return {code: 'input/usage', message: `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.$/, '')}.`, hint};
}

async function errorStyle(io: Io, cwd: string, argv: readonly string[]): Promise<Style> {
  const never = argv.some((word, i) => word === '--color=never' || (word === '--color' && argv[i + 1] === 'never'));
  const paint = never ? plainPaint : await openPaint(io.stderr, io.env, 'auto');
  return {paint, columns: io.stderr.columns, now: new Date(), cwd, detail: false};
}
