import {StringDecoder} from 'node:string_decoder';
import {readStamp, type StampedLine} from '../../../../../kubernetes/logs/log-line.ts';
import {defined} from '../../../../../lib/defined.ts';
import type {KubernetesClient} from '../../client/client.ts';
import type {Refusal} from '../../client/status.ts';

/** The container whose log is read. */
export type LogPlace = {readonly namespace: string; readonly pod: string; readonly container: string};

/** The selection of lines, with the query parameters of `pods/log`. */
export type LogQuery = {
  readonly follow?: boolean;
  readonly previous?: boolean;
  readonly sinceSeconds?: number | undefined;
  /** The time from which lines are wanted (RFC 3339). */
  readonly sinceTime?: string | undefined;
  readonly tailLines?: number | undefined;
};

/** An open log, or the server's refusal. */
export type OpenedLog =
  | {
      readonly ok: true;
      /** The lines; throws if the stream breaks. */
      readonly lines: AsyncIterable<StampedLine>;
      readonly close: () => void;
    }
  | {readonly ok: false; readonly refusal: Refusal};

/** The timeout, as long as a timer can be: a node answers with the first line, which a silent container may never write. */
const FOREVER_MS = 2 ** 31 - 1;
/** The most characters of a line; a longer one is returned in pieces. */
const LINE_CHARS = 1024 * 1024;

/** Opens the log of one container. */
export async function openLog(
  client: Pick<KubernetesClient, 'stream'>,
  {namespace, pod, container}: LogPlace,
  {follow = false, previous = false, ...query}: LogQuery,
  signal: AbortSignal,
): Promise<OpenedLog> {
  const reply = await client.stream({
    method: 'GET',
    path: `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log`,
    query: {
      container,
      timestamps: true,
      ...defined({follow: follow ? follow : undefined, previous: previous ? previous : undefined}),
      ...query,
    },
    accept: 'application/json, */*',
    label: `log of ${namespace}/${pod} ${container}`,
    signal,
    timeoutMs: follow ? FOREVER_MS : undefined,
  });
  if (!reply.ok) return reply;
  return {ok: true, lines: linesOf(reply.body), close: () => reply.body.destroy()};
}

async function* linesOf(body: AsyncIterable<Buffer>): AsyncGenerator<StampedLine, void> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of body) {
    const parts = (rest + decoder.write(chunk)).split('\n');
    rest = parts.pop() ?? '';
    if (rest.length > LINE_CHARS) {
      parts.push(rest);
      rest = '';
    }
    for (const part of parts) yield lineOf(part);
  }
  // The last line of a program may have no line end; a broken stream throws before this point.
  rest += decoder.end();
  if (rest !== '') yield lineOf(rest);
}

const lineOf = (text: string): StampedLine => readStamp(text.endsWith('\r') ? text.slice(0, -1) : text);
