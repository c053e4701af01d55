import {text} from 'node:stream/consumers';
import type {Deps} from '../app/deps.ts';
import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {Plan} from '../core/plan/plan.ts';
import {defined} from '../lib/defined.ts';
import {confirm} from '../ui/confirm.ts';
import {diagnosticsText} from '../ui/diagnostic-text.ts';
import {canAsk, type Io} from '../ui/io.ts';
import type {Subject} from '../ui/markdown/text-markdown.ts';
import {openPaint} from '../ui/paint.ts';
import {jsonlProgress} from '../ui/progress/jsonl.ts';
import {liveProgress} from '../ui/progress/live.ts';
import {plainProgress} from '../ui/progress/plain.ts';
import {type Progress, silentProgress} from '../ui/progress/progress.ts';
import type {Stamp} from '../ui/progress/stamp.ts';
import {untilStopped} from '../ui/progress/until-stopped.ts';
import type {Style} from '../ui/style.ts';
import {applyCommand} from './apply-command.ts';
import {type Delivery, openDelivery} from './delivery.ts';
import {exitCodeOf} from './exit-code.ts';
import {backendRequest, type Globals} from './flags/globals.ts';
import {untrustedRun} from './flags/untrusted-flag.ts';
import {guardOptions} from './guard-options.ts';
import {type HeardFacts, hearFacts} from './heard-facts.ts';
import {outputOf, resultForms} from './output.ts';
import {checkOutputFile} from './output-file.ts';
import {recordedCommand} from './recorded-command.ts';
import type {RunCli} from './run-cli-options.ts';
import {saidSubject} from './said-subject.ts';
import type {DepsOverrides, Session} from './session.ts';

/** A session with the functions for its opener. */
export type SessionRun = Session & {
  readonly exitCode: () => number;
  readonly close: () => void;
  /** Reports whether the result has been printed to stdout. Nothing may follow it there. */
  readonly answered: () => boolean;
  readonly delivery: Delivery;
  /** The plan that people have seen on stderr. */
  readonly shown: () => Plan | undefined;
  /** Returns the stack and the workspace of the run, as far as they are known. */
  readonly subject: () => Subject;
};

type Opening = RunCli & {
  readonly signal: AbortSignal;
  /** The streams of the process. `io` escapes workflow commands instead. */
  readonly rawIo: Io;
  readonly stamp: Stamp;
  /** The command: `release list`. */
  readonly name: string;
};

/** Opens the session of a command: the progress views and the dependencies. */
export async function openSession(
  {argv, io, rawIo, cwd, signal, stamp, version, name, deps: depsOf}: Opening,
  globals: Globals,
): Promise<SessionRun> {
  const start = globals.stack.directory ?? cwd;
  await checkProfile(globals.profile);
  const delivery = await openDelivery({io: rawIo, cwd, start, command: name, version, reports: globals.reports});
  const style = await openStyles({io, cwd, argv, now: () => deps.clock.now()}, globals);
  const progress = progressFor({io, signal, stamp}, globals, () => style('stderr'));
  let [exitCode, answered] = [0, false];
  // In jsonl the result is the last line, so that later events (forwarded ports) are not printed there.
  const heard = hearFacts(progress, () => answered && globals.output === 'jsonl');
  const subject = (): Subject => ({...saidSubject(globals.stack, io.env, name), ...heard.subject()});
  let shown: Plan | undefined;
  const left = new AbortController();
  const deps: Deps = await depsOf({
    onEvent: heard.onEvent,
    signal: AbortSignal.any([signal, left.signal]),
    interactive: canAsk(io),
    command: recordedCommand(argv),
    ...settingsOf(name, globals, {io, signal, pause: progress.pause}),
  });
  deps.onEvent({type: 'run-started', gantryVersion: version, name, command: deps.command});
  const talk = talkFor({io, ...globals, progress, heard, style: () => style('stderr')});
  return {
    globals,
    deps,
    onTerminal: io.stdout.isTTY,
    ...talk,
    write: (text) => {
      if (globals.output !== 'human') return;
      progress.pause();
      io.stdout.write(text(style('stdout')));
    },
    show: (plan, text) => {
      shown = plan;
      talk.remark(plan.diagnostics);
      talk.say(text);
    },
    shown: () => shown,
    chosen: heard.chosen,
    ask: (question) => (progress.pause(), confirm(question, {io, signal, yes: globals.yes})),
    print: async (result) => {
      progress.close();
      exitCode = result.exitCode ?? (result.failure === undefined ? 0 : exitCodeOf(result.failure));
      const forms = resultForms(result, subject(), style('stdout'));
      if (globals.output === 'human') talk.remark(result.diagnostics ?? []);
      io.stdout.write(await outputOf(forms, globals.output, style('stdout'), stamp));
      answered = true;
      exitCode = await delivery.answer(result, forms, {exitCode, style: style('stdout')});
    },
    hand: (text) => (progress.close(), void rawIo.stdout.write(text)),
    end: (code) => void (exitCode = code),
    endWithReader: () => io.stdout.onLeft?.(() => left.abort('SIGINT')),
    exitCode: () => exitCode,
    answered: () => answered,
    close: progress.close,
    delivery,
    subject,
  };
}

/** Refuses a file that a trace would overwrite. */
async function checkProfile(file: string | undefined): Promise<void> {
  if (file !== undefined) await checkOutputFile({flag: '--profile', file, kind: 'a trace of Gantry', isOwn: isTrace});
}

const isTrace = (text: string): boolean => text.startsWith('{"traceEvents":');

/** Returns what the flags set for the dependencies of a run. */
const settingsOf = (
  name: string,
  globals: Globals,
  asking: Omit<Parameters<typeof guardOptions>[0], 'globals'>,
): Pick<DepsOverrides, 'about' | 'untrusted' | 'profile' | 'guard'> => ({
  about: backendRequest(globals),
  guard: guardOptions({...asking, globals}),
  ...untrustedRun(name, globals, asking.io.env),
  ...defined({profile: globals.profile}),
});

type Styling = Pick<Opening, 'io' | 'cwd' | 'argv'> & {readonly now: () => Date};

/** Returns the current style of each stream: colours, width and time. */
async function openStyles(
  {io, cwd, argv, now}: Styling,
  {color}: Globals,
): Promise<(of: 'stdout' | 'stderr') => Style> {
  const [data, talking] = await Promise.all([openPaint(io.stdout, io.env, color), openPaint(io.stderr, io.env, color)]);
  const pasted = applyCommand(argv);
  return (of) => ({
    paint: of === 'stdout' ? data : talking,
    columns: io[of].columns,
    now: now(),
    cwd,
    detail: false,
    applyCommand: pasted,
  });
}

type Talking = {
  readonly io: Io;
  readonly quiet: boolean;
  readonly yes: boolean;
  readonly progress: Progress;
  readonly heard: Pick<HeardFacts, 'isNew'>;
  readonly style: () => Style;
};

type Talk = Pick<Session, 'say' | 'complain' | 'remark' | 'wait' | 'sayAsked' | 'readStdin'>;

/** Returns functions that print to stderr, above any live view. */
function talkFor({io, quiet, yes, progress, heard, style}: Talking): Talk {
  const complain: Session['complain'] = (text) => {
    progress.pause();
    io.stderr.write(text(style()));
  };
  const unlessQuiet =
    (isQuiet: boolean): Session['say'] =>
    (text) =>
      isQuiet ? undefined : complain(text);
  const say = unlessQuiet(quiet);
  // The user must see the plan before the question about it.
  const sayAsked = unlessQuiet(quiet && (yes || !canAsk(io)));
  const remark = (diagnostics: readonly Diagnostic[], tell: Session['say']): void => {
    const unheard = diagnostics.filter(heard.isNew);
    if (unheard.length > 0) tell((own) => diagnosticsText(unheard, own));
  };
  return {
    say,
    complain,
    wait: progress.wait,
    readStdin: () => text(io.stdin.stream),
    remark: (diagnostics) => remark(diagnostics, say),
    sayAsked: (diagnostics, text) => {
      remark(diagnostics, sayAsked);
      sayAsked(text);
    },
  };
}

/** Reports whether this is a CI system. Some have a terminal, where a live view would fill the log. */
const isCi = ({CI}: Io['env']): boolean => CI !== undefined && !['', '0', 'false'].includes(CI.toLowerCase());

function progressFor(
  {io, signal, stamp}: Pick<Opening, 'io' | 'signal' | 'stamp'>,
  {output, quiet, verbose}: Globals,
  style: () => Style,
): Progress {
  if (output === 'jsonl') return jsonlProgress(io.stdout, () => style().now, stamp);
  if (quiet) return silentProgress;
  const view =
    io.stderr.terminal === undefined || io.env['TERM'] === 'dumb' || isCi(io.env)
      ? plainProgress(io.stderr, style, {steps: true, verbose})
      : liveProgress(io.stderr, style, {steps: verbose, verbose});
  return untilStopped(view, io.stderr, {signal, style, verbose});
}
