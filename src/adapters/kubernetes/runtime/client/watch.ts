import type {Readable} from 'node:stream';
import {StringDecoder} from 'node:string_decoder';
import {GantryError} from '../../../../core/failure/failure.ts';
import {isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import type {Clock} from '../../../../ports/clock.ts';
import {labelOf, pathOf, type Target} from './path.ts';
import type {Requests} from './request-types.ts';
import {type Refusal, refusalOf} from './status.ts';

/** A watch of objects, in a namespace or in all. */
export type WatchRequest = Target & {
  /** From a list or a write. Absent: everything there is comes first, as ADDED. */
  readonly resourceVersion?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly signal: AbortSignal;
  /** How long the server shall go on; it says `closed` then, with a bookmark shortly before. Default: as it likes. */
  readonly timeoutSeconds?: number | undefined;
  /** Bookmarks come about once a minute; a watch without any word for so long is given up. Default 150 s. */
  readonly idleMs?: number | undefined;
};

/** An event of a watch. */
export type WatchEvent =
  | {readonly type: 'added' | 'modified' | 'deleted'; readonly object: JsonObject}
  /** A resourceVersion up to which nothing was missed: a later watch can begin there. */
  | {readonly type: 'bookmark'; readonly resourceVersion: string}
  /**
   * Always the last one, unless the signal was aborted. `expired`: list again; `refused`: the server said no; the
   * others: watch again from the last resourceVersion.
   */
  | {readonly type: 'ended'; readonly why: 'expired' | 'closed' | 'broken' | 'idle'}
  | {readonly type: 'ended'; readonly why: 'refused'; readonly refusal: Refusal};

const IDLE_MS = 150_000;

/** Of one event, in characters. An object in etcd has at most 1.5 MiB. */
export const MAX_EVENT_CHARS = 16 * 1024 * 1024;

/** What reading a watch needs; an event longer than `maxEventChars` breaks it off. */
export type Watching = {readonly server: string; readonly clock: Clock; readonly maxEventChars?: number};

/**
 * Watches one kind. Ends itself with an `ended` event; an abort ends it silently.
 * @throws GantryError cluster/answer-too-large for an event of more than 16 MiB: watching again would bring it again.
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

/** Whole lines, whatever the chunks; the last item says why there are no more. */
async function* lines(
  body: Readable,
  {server, clock, maxEventChars = MAX_EVENT_CHARS}: Watching,
  idleMs: number,
  signal: AbortSignal,
): AsyncGenerator<string | Ended, void> {
  const decoder = new StringDecoder('utf8');
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  let rest = '';
  for (;;) {
    const chunk = await nextChunk(chunks, clock, idleMs);
    if (signal.aborted) return;
    if (typeof chunk === 'string') {
      yield {type: 'ended', why: chunk};
      return;
    }
    // Only what is new is looked through: an event may come in thousands of chunks.
    const [first = '', ...others] = decoder.write(chunk).split('\n');
    const last = others.pop();
    const begun = rest + first;
    const whole = last === undefined ? [] : [begun, ...others];
    rest = last ?? begun;
    if ([...whole, rest].some((part) => part.length > maxEventChars)) throw tooLarge(server, maxEventChars);
    for (const part of whole) if (part !== '') yield part;
  }
}

const tooLarge = (server: string, maxChars: number): GantryError =>
  new GantryError({
    code: 'cluster/answer-too-large',
    server,
    detail: `an event of a watch has more than ${maxChars / 1024 / 1024} MiB`,
  });

async function nextChunk(
  chunks: AsyncIterator<Buffer, undefined>,
  clock: Clock,
  idleMs: number,
): Promise<Buffer | 'closed' | 'broken' | 'idle'> {
  const done = new AbortController();
  const idle = clock.sleep(idleMs, done.signal).then(
    () => 'idle' as const,
    () => 'idle' as const,
  );
  const next = chunks.next().then(
    ({value}) => value ?? ('closed' as const),
    () => 'broken' as const,
  );
  try {
    return await Promise.race([next, idle]);
  } finally {
    done.abort();
  }
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
      // Kinds of events that a later server may add.
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
