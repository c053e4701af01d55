import type {StackLogs, StackLogsRequest} from '../../../app/operate/stack-logs.ts';
import {count} from '../../count.ts';
import {fenced} from '../../markdown/safe.ts';
import {type Paint, plainPaint} from '../../paint.ts';
import {plainLine} from '../../plain-line.ts';
import {printable} from '../../printable.ts';

/** A log line with the pod and the container that wrote it. */
export type LogLine = Parameters<StackLogsRequest['onLine']>[0];

/** The options of how log lines are shown. `timestamps` is set by `--timestamps`. */
export type LogView = {
  readonly paint: Paint;
  readonly timestamps: boolean;
};

/** Returns a formatter of lines as `web-7d9f app | text`. Each pod has its own colour, as far as there are enough colours. */
export function logLines({paint, timestamps}: LogView): (line: LogLine) => string {
  const hues = new Map<string, (text: string) => string>();
  return ({pod, container, line, time}) => {
    const brush = hues.get(pod) ?? paint.hue(hues.size);
    hues.set(pod, brush);
    const stamp = timestamps && time !== undefined ? `${paint.dim(printable(time))} ` : '';
    return `${brush(printable(`${pod} ${container} |`))} ${stamp}${plainLine(line)}\n`;
  };
}

/** Returns log lines in a Markdown code block. */
export const logMarkdown = (lines: readonly LogLine[], view: Omit<LogView, 'paint'>): string =>
  fenced(
    'text',
    lines.map((line) => logLines({...view, paint: plainPaint})(line).trimEnd()),
  );

/** Returns a note for stderr if there are no log lines. */
export function logsNote({pods, containers, lines, project, stack, workspace}: StackLogs): string | undefined {
  if (lines > 0) return undefined;
  if (pods === 0) return `No pod of ${project}/${stack} runs in ${workspace}.`;
  return containers === 0 ? undefined : `No lines from ${count(containers, 'container')}.`;
}
