import type {Command} from 'commander';
import type {stackLogs} from '../../../app/operate/stack-logs.ts';
import {printable} from '../../../ui/printable.ts';
import type {LogLine} from '../../../ui/text/stack/log-text.ts';
import {logLines, logMarkdown, logsNote} from '../../../ui/text/stack/log-text.ts';
import type {Output} from '../../flags/globals.ts';
import {secondsFlag, wholeNumberFlag} from '../../flags/seconds.ts';
import {readTargets, type TargetFlag, targetFlag} from '../../flags/target-flag.ts';
import type {OpenSession, Session} from '../../session.ts';
import {usageError} from '../../usage.ts';

/** The use case behind `gantry logs`. Tests pass their own. */
export type StackLogs = typeof stackLogs;

const logsLazily: StackLogs = async (request, deps) =>
  (await import('../../../app/operate/stack-logs.ts')).stackLogs(request, deps);

type Flags = TargetFlag & {
  readonly follow?: boolean;
  readonly since?: number;
  readonly tail?: number;
  readonly container?: string;
  readonly previous?: boolean;
  readonly timestamps?: boolean;
};

/** The number of lines per container that `--follow` starts with. Older lines are seldom wanted then. */
const FOLLOW_TAIL = 10;

/** The output formats that print each line when it arrives. */
const STREAMED: ReadonlySet<Output> = new Set(['human', 'jsonl']);

/** Defines `gantry logs`: prints the logs of the stack's pods, merged by time. */
export const defineLogs = (command: Command, open: OpenSession, run: StackLogs = logsLazily): Command =>
  targetFlag(command)
    .option('-f, --follow', 'keep printing new lines, also from new pods')
    .option('--since <time>', 'only lines newer than this, for example 300 (seconds) or 10m', secondsFlag('--since'))
    .option(
      '--tail <n>',
      'only the last n lines of each container (default: all; with -f: 10)',
      wholeNumberFlag('--tail', 0),
    )
    .option('--container <name>', 'only containers with this name')
    .option('--previous', 'print the logs from before the last restart of each container')
    .option('--timestamps', 'print the time before each line')
    .action(async (ids: readonly string[], flags: Flags) => {
      const session = await open();
      const asked = readFlags(flags, session.globals.output);
      if (asked.follow) session.endWithReader();
      const told = telling(session, flags.timestamps === true);
      const request = {...session.globals.stack, targets: readTargets(ids, flags), ...asked};
      const logs = await run({...request, onLine: told.onLine, onRemark: told.onRemark}, session.deps);
      const note = logsNote(logs);
      if (note !== undefined) session.say(() => `${printable(note)}\n`);
      await session.print({
        document: session.globals.output === 'jsonl' ? logs : {...logs, log: told.lines},
        text: () => '',
        markdown: async () => logMarkdown(told.lines, {timestamps: flags.timestamps === true}),
        diagnostics: logs.diagnostics,
      });
    });

function readFlags({follow = false, previous = false, since, tail, container}: Flags, output: Output) {
  if (follow && previous) throw usageError('--previous and --follow cannot be used together.');
  if (follow && !STREAMED.has(output))
    throw usageError(`-o ${output} prints one document, and --follow never completes it.`, 'Use -o jsonl.');
  const last = tail ?? (follow && since === undefined ? FOLLOW_TAIL : undefined);
  return {
    follow,
    previous,
    sinceSeconds: since,
    tail: last,
    container,
  };
}

/** Emits each log line as an event, prints it for people, and keeps it for formats that print all lines at the end. */
function telling(session: Session, timestamps: boolean) {
  const {output, reports} = session.globals;
  const keeps = !STREAMED.has(output) || reports.length > 0;
  const lines: LogLine[] = [];
  let textOf: ((line: LogLine) => string) | undefined;
  const onLine = (line: LogLine): void => {
    const {time, ...rest} = line;
    session.deps.onEvent({type: 'log', ...rest, loggedAt: time});
    session.write(({paint}) => (textOf ??= logLines({paint, timestamps}))(line));
    if (keeps) lines.push(line);
  };
  const onRemark = (text: string): void => session.say(({paint}) => `${paint.dim(printable(text))}\n`);
  return {lines, onLine, onRemark};
}
