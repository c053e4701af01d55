import type {Http2ServerResponse} from 'node:http2';
import type {Json} from '../../core/json.ts';
import type {ApiReply} from '../model/reply.ts';
import {warningHeaders} from './warning-headers.ts';

type Stream = Extract<ApiReply, {readonly kind: 'stream'}>;

/** A client that leaves so much of a watch unread is not there any more: it is told nothing else, and must ask anew. */
const MOST_UNREAD = 64 * 1024 * 1024;

/** Writes a watch, or a log, line by line. It ends with the client, with the server (`watches`), or when the watch is over. */
export function stream(response: Http2ServerResponse, reply: Stream, watches: Set<Disposable>): void {
  response.setHeader('content-type', reply.type ?? 'application/json');
  response.setHeader('cache-control', 'no-cache, private');
  const warnings = warningHeaders(reply.warnings ?? []);
  if (warnings.length > 0) response.setHeader('warning', warnings);
  // Told at once: a client waits for the beginning of a watch.
  response.writeHead(200);
  let subscription: Disposable | undefined;
  const over = (): void => {
    if (!watches.delete(watch)) return;
    subscription?.[Symbol.dispose]();
    response.end();
  };
  const watch: Disposable = {[Symbol.dispose]: over};
  watches.add(watch);
  response.on('close', over);
  subscription = reply.start((event) => {
    // A watcher that cannot be told is no concern of whoever writes.
    if (!watches.has(watch) || isTold(response, event)) return;
    over();
    response.destroy();
  }, over);
  if (!watches.has(watch)) subscription[Symbol.dispose]();
}

function isTold(response: Http2ServerResponse, event: Json): boolean {
  try {
    response.write(typeof event === 'string' ? event : `${JSON.stringify(event)}\n`);
    return response.writableLength <= MOST_UNREAD;
  } catch {
    return false;
  }
}
