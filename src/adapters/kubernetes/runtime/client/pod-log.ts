import {defined} from '../../../../lib/defined.ts';
import type {Common} from './objects.ts';
import type {Refused, Requests} from './request-types.ts';

/** A request for the last lines of a container's log. */
export type LogRequest = Common & {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** True to read the log of the run before the last restart. */
  readonly previous?: boolean;
  readonly tailLines: number;
};

/** Lines of a log without their line ends, or the server's refusal. */
export type LogLines = {readonly ok: true; readonly lines: readonly string[]} | Refused;

/** The most characters of a line that are kept; a program may write lines of any length. */
const LINE_CHARS = 500;
/** The most bytes that a node sends: enough for lines of usual length. */
const LIMIT_BYTES = 64 * 1024;

/** Reads the last lines of one container's log, without known secrets. */
export async function readLog(requests: Pick<Requests, 'send'>, request: LogRequest): Promise<LogLines> {
  const {namespace, pod, container, previous, tailLines, signal, timeoutMs, retry} = request;
  const reply = await requests.send({
    method: 'GET',
    path: `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log`,
    query: {
      container,
      tailLines,
      limitBytes: LIMIT_BYTES,
      ...defined({previous: previous === true ? previous : undefined}),
    },
    accept: '*/*',
    text: true,
    label: `log of ${namespace}/${pod} ${container}`,
    signal,
    timeoutMs,
    retry,
  });
  if (!reply.ok) return reply;
  return {ok: true, lines: linesOf(typeof reply.body === 'string' ? reply.body : '').slice(-tailLines)};
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  // A line that was cut may end with the first half of a secret, which cannot be recognized.
  const last = lines.pop() ?? '';
  return (lines.length === 0 && last !== '' ? [last] : lines).map((line) => shortened(line.replace(/\r$/, '')));
}

const shortened = (line: string): string => (line.length > LINE_CHARS ? `${line.slice(0, LINE_CHARS)}…` : line);
