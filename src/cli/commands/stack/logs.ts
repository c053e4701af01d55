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

/** The use case behind `gantry logs`; a test passes its own. */
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

/** What came before one began to look is seldom what one follows for. */
const FOLLOW_TAIL = 10;

/** There each line has been told when it came. */
const STREAMED: ReadonlySet<Output> = new Set(['human', 'jsonl']);

/** `gantry logs`: what the pods of the stack write, merged by time. */
export const defineLogs = (command: Command, open: OpenSession, run: StackLogs = logsLazily): Command =>
  targetFlag(command)
    .option('-f, --follow', 'go on with what is written from now on; new pods join')
    .option('--since <time>', 'only what was written in that time, for example 300 or 10m', secondsFlag('--since'))
    .option(
      '--tail <n>',
      'only the last lines of each container (default: all; with -f 10)',
      wholeNumberFlag('--tail', 0),
    )
    .option('--container <name>', 'only containers of this name')
    .option('--previous', 'what containers wrote before their last restart')
    .option('--timestamps', 'the time before each line')
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
  if (follow && previous) throw usageError('--previous and --follow say two different things.');
  if (follow && !STREAMED.has(output))
    throw usageError(`-o ${output} is one document, which --follow never ends.`, 'Use -o jsonl: one line for each.');
  const last = tail ?? (follow && since === undefined ? FOLLOW_TAIL : undefined);
  return {
    follow,
    previous,
    sinceSeconds: since,
    tail: last,
    container,
  };
}

/** Each line as an event, to people as it comes, and kept for whoever wants them all at the end. */
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
