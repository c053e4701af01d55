import type {Readable} from 'node:stream';
import {StringDecoder} from 'node:string_decoder';
import {GantryError} from '../../../../core/failure/failure.ts';
import {isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import type {Clock} from '../../../../ports/clock.ts';
import {labelOf, pathOf, type Target} from './path.ts';
import type {Requests} from './request-types.ts';
import {type Refusal, refusalOf} from './status.ts';

/** A watch of objects, in one namespace or in all. */
export type WatchRequest = Target & {
  /** The version from a list or a write. If absent, all existing objects are sent first, as ADDED. */
  readonly resourceVersion?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly signal: AbortSignal;
  /** The duration in seconds; the server then sends a bookmark and closes the watch. Default: the server decides. */
  readonly timeoutSeconds?: number | undefined;
  /** The time in milliseconds without any event after which the watch ends. Bookmarks arrive about once a minute. Default: 150 s. */
  readonly idleMs?: number | undefined;
};

/** An event of a watch. */
export type WatchEvent =
  | {readonly type: 'added' | 'modified' | 'deleted'; readonly object: JsonObject}
  /** A resourceVersion up to which no event is missing: a later watch can start there. */
  | {readonly type: 'bookmark'; readonly resourceVersion: string}
  /**
   * The last event, unless the signal was aborted. `expired`: list again; `refused`: the server refused; otherwise
   * watch again from the last resourceVersion.
   */
  | {readonly type: 'ended'; readonly why: 'expired' | 'closed' | 'broken' | 'idle'}
  | {readonly type: 'ended'; readonly why: 'refused'; readonly refusal: Refusal};

const IDLE_MS = 150_000;

/** The most characters of one event. An object in etcd has at most 1.5 MiB. */
export const MAX_EVENT_CHARS = 16 * 1024 * 1024;

/** The options for reading a watch; an event longer than `maxEventChars` ends it. */
export type Watching = {readonly server: string; readonly clock: Clock; readonly maxEventChars?: number};

/**
 * Watches one kind. The last event is `ended`; an abort ends the watch without an event.
 * @throws GantryError cluster/answer-too-large for an event of more than 16 MiB, because a new watch would send it
 * again
 */
export async function* watch(
  requests: Requests,
  watching: Watching,
  request: WatchRequest,
): AsyncGenerator<WatchEvent, void, undefined> {
  const {resourceVersion, labelSelector, fieldSelector, timeoutSeconds, signal} = request;
  const selectors = {labelSelector, fieldSelector};
  const query = {watch: true, allowWatchBookmarks: true, resourceVersion, ...selectors, timeoutSeconds};
  const reply = await requests.stream({
    method: 'GET',
    path: pathOf(request),
    query,
    signal,
    label: labelOf('watch', request),
  });
  if (!reply.ok) {
    yield endedBy(reply.refusal);
    return;
  }
  try {
    for await (const line of lines(reply.body, watching, request.idleMs ?? IDLE_MS, signal)) {
      const event = typeof line === 'string' ? eventOf(line) : line;
      if (event !== undefined) yield event;
      if (event?.type === 'ended') return;
    }
  } finally {
    reply.body.destroy();
  }
}

type Ended = WatchEvent & {type: 'ended'};

const endedBy = (refusal: Refusal): Ended =>
  refusal.kind === 'expired' ? {type: 'ended', why: 'expired'} : {type: 'ended', why: 'refused', refusal};

/** Splits chunks into whole lines; the last item says why there are no more. */
async function* lines(
  body: Readable,
  {server, clock, maxEventChars = MAX_EVENT_CHARS}: Watching,
  idleMs: number,
  signal: AbortSignal,
): AsyncGenerator<string | Ended, void> {
  const decoder = new StringDecoder('utf8');
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  const ended = new AbortController();
  let [heardAt, isSilent, rest] = [clock.monotonic(), false, ''];
  const endWhenSilent = async (): Promise<void> => {
    isSilent = await untilSilent(clock, {idleMs, heardAt: () => heardAt, ended: ended.signal});
    if (isSilent) body.destroy();
  };
  void endWhenSilent();
  try {
    for (;;) {
      const chunk = await chunks.next().then(
        ({value}) => value ?? ('closed' as const),
        () => 'broken' as const,
      );
      if (signal.aborted) return;
      if (typeof chunk === 'string') {
        yield {type: 'ended', why: isSilent ? 'idle' : chunk};
        return;
      }
      heardAt = clock.monotonic();
      // Only the new text is searched: an event may arrive in thousands of chunks.
      const [first = '', ...others] = decoder.write(chunk).split('\n');
      const last = others.pop();
      const begun = rest + first;
      const whole = last === undefined ? [] : [begun, ...others];
      rest = last ?? begun;
      if ([...whole, rest].some((part) => part.length > maxEventChars)) throw tooLarge(server, maxEventChars);
      for (const part of whole) if (part !== '') yield part;
    }
  } finally {
    ended.abort();
  }
}

const tooLarge = (server: string, maxChars: number): GantryError =>
  new GantryError({
    code: 'cluster/answer-too-large',
    server,
    detail: `an event of a watch has more than ${maxChars / 1024 / 1024} MiB`,
  });

/**
 * Resolves to true when the watch has been silent for `idleMs`, and to false when it has ended. One timer runs for the whole watch: one for each
 * event would cost more than the event.
 */
async function untilSilent(
  clock: Clock,
  {idleMs, heardAt, ended}: {readonly idleMs: number; readonly heardAt: () => number; readonly ended: AbortSignal},
): Promise<boolean> {
  let leftMs = idleMs;
  while (leftMs > 0) {
    await clock.sleep(leftMs, ended).catch(() => undefined);
    if (ended.aborted) return false;
    leftMs = heardAt() + idleMs - clock.monotonic();
  }
  return true;
}

function eventOf(line: string): WatchEvent | undefined {
  const event = parsed(line);
  if (event === undefined) return {type: 'ended', why: 'broken'};
  const object = isObject(event['object']) ? event['object'] : {};
  const type = typeof event['type'] === 'string' ? event['type'] : '';
  switch (type) {
    case 'ADDED':
      return {type: 'added', object};
    case 'MODIFIED':
      return {type: 'modified', object};
    case 'DELETED':
      return {type: 'deleted', object};
    case 'BOOKMARK': {
      const version = isObject(object['metadata']) ? object['metadata']['resourceVersion'] : undefined;
      return typeof version === 'string' ? {type: 'bookmark', resourceVersion: version} : undefined;
    }
    case 'ERROR':
      return endedBy(refusalOf(typeof object['code'] === 'number' ? object['code'] : 500, object));
    default:
      // Later servers may add other types of events.
      return undefined;
  }
}

function parsed(line: string): JsonObject | undefined {
  try {
    const value = JSON.parse(line) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
