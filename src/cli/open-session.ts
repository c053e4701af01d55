import type {Deps} from '../app/deps.ts';
import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {Event} from '../core/event.ts';
import {confirm} from '../ui/confirm.ts';
import {diagnosticsText} from '../ui/diagnostic-text.ts';
import {canAsk, type Io} from '../ui/io.ts';
import {openPaint} from '../ui/paint.ts';
import type {ChosenWorkspace} from '../ui/plan-text.ts';
import {jsonlProgress} from '../ui/progress/jsonl.ts';
import {liveProgress} from '../ui/progress/live.ts';
import {plainProgress} from '../ui/progress/plain.ts';
import {type Progress, silentProgress} from '../ui/progress/progress.ts';
import type {Style} from '../ui/style.ts';
import {exitCodeOf} from './exit-code.ts';
import type {Globals} from './flags/globals.ts';
import {writeDocument} from './output.ts';
import type {RunCli} from './run-cli.ts';
import type {Session} from './session.ts';

/** A session and what only the one who opened it may ask. */
export type SessionRun = Session & {readonly exitCode: () => number; readonly close: () => void};

type Opening = RunCli & {readonly signal: AbortSignal};

/** Builds the views that the flags ask for and, with them, the dependencies. */
export async function openSession(
  {argv, io, cwd, signal, deps: depsOf}: Opening,
  globals: Globals,
): Promise<SessionRun> {
  const [data, talk] = await Promise.all([
    openPaint(io.stdout, io.env, globals.color),
    openPaint(io.stderr, io.env, globals.color),
  ]);
  const style = (of: 'stdout' | 'stderr'): Style => ({
    paint: of === 'stdout' ? data : talk,
    columns: io[of].columns,
    now: deps.clock.now(),
    cwd,
    detail: false,
  });
  const progress = progressFor(io, globals, () => style('stderr'));
  const seen = new Set<string>();
  let chosen: ChosenWorkspace | undefined;
  let exitCode = 0;
  const onEvent = (event: Event): void => {
    if (event.type === 'workspace-chosen') chosen = {from: event.from, file: event.file};
    if (event.type === 'diagnostic') seen.add(JSON.stringify(event.diagnostic));
    progress.onEvent(event);
  };
  const deps: Deps = depsOf({onEvent, signal, interactive: canAsk(io), command: ['gantry', ...argv].join(' ')});
  const say = (text: (style: Style) => string): void => {
    if (globals.quiet) return;
    progress.pause();
    io.stderr.write(text(style('stderr')));
  };
  const remark = (diagnostics: readonly Diagnostic[]): void => {
    const unseen = diagnostics.filter((diagnostic) => !seen.has(JSON.stringify(diagnostic)));
    for (const diagnostic of unseen) seen.add(JSON.stringify(diagnostic));
    if (unseen.length > 0) say((talkStyle) => diagnosticsText(unseen, talkStyle));
  };
  return {
    globals,
    deps,
    say,
    remark,
    chosen: () => chosen,
    ask: (question) => {
      progress.pause();
      return confirm(question, {io, signal, yes: globals.yes});
    },
    print: async (result) => {
      progress.close();
      exitCode = result.exitCode ?? (result.failure === undefined ? 0 : exitCodeOf(result.failure));
      if (globals.output !== 'human') return writeDocument(io, globals.output, result.document, 'result', result.yaml);
      remark(result.diagnostics ?? []);
      io.stdout.write(await result.text(style('stdout')));
    },
    exitCode: () => exitCode,
    close: progress.close,
  };
}

function progressFor(io: Io, {output, quiet, verbose}: Globals, style: () => Style): Progress {
  if (output === 'jsonl') return jsonlProgress(io.stdout);
  if (quiet) return silentProgress;
  if (io.stderr.terminal === undefined || io.env['TERM'] === 'dumb')
    return plainProgress(io.stderr, style, {steps: true, verbose});
  return liveProgress(io.stderr, style, {steps: verbose, verbose});
}
