import type {Http2ServerResponse} from 'node:http2';
import type {Json} from '../../core/json.ts';
import type {ApiReply} from '../model/reply.ts';
import {warningHeaders} from './warning-headers.ts';

type Stream = Extract<ApiReply, {readonly kind: 'stream'}>;

/** The limit of unread bytes of a watch. A client that falls further behind is disconnected, and has to start a new watch. */
const MOST_UNREAD = 64 * 1024 * 1024;

/** Writes a watch or a log, line by line. It ends when the client disconnects, when the server closes (`watches`), or when the watch is over. */
export function stream(response: Http2ServerResponse, reply: Stream, watches: Set<Disposable>): void {
  response.setHeader('content-type', reply.type ?? 'application/json');
  response.setHeader('cache-control', 'no-cache, private');
  const warnings = warningHeaders(reply.warnings ?? []);
  if (warnings.length > 0) response.setHeader('warning', warnings);
  // The headers are sent at once: a client waits for them before it reads the watch.
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
    // A failed write to a watcher must not fail the request that caused the event.
    if (!watches.has(watch) || isWritten(response, event)) return;
    over();
    response.destroy();
  }, over);
  if (!watches.has(watch)) subscription[Symbol.dispose]();
}

function isWritten(response: Http2ServerResponse, event: Json): boolean {
  try {
    response.write(typeof event === 'string' ? event : `${JSON.stringify(event)}\n`);
    return response.writableLength <= MOST_UNREAD;
  } catch {
    return false;
  }
}
