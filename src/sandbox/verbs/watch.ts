import type {JsonObject} from '../../core/json.ts';
import {namespaceOf, withMetadata} from '../model/metadata.ts';
import {expired} from '../model/refusals.ts';
import {apiVersionOf, storeKey} from '../model/resource.ts';
import {type Refusal, statusBody} from '../model/status.ts';
import type {WatchEvent} from '../model/store.ts';
import {fromStored} from './convert.ts';
import {type Selection, selectionOf} from './list.ts';
import {checkWatchOptions, integerOf} from './list-options.ts';
import type {Target, VerbContext} from './verb-context.ts';

/** The receiver of a watch; `end` closes the stream. */
export type Watching = {
  /** Receives one watch event: `{type, object}`. */
  readonly push: (event: JsonObject) => void;
  readonly end: () => void;
};

type Ways = {readonly target: Target; readonly selects: Selection; readonly push: Watching['push']};

const BOOKMARK_EVERY_MS = 30_000;

/** The longest watch in seconds. A timer with a much longer delay would fire at once. */
const LONGEST_WATCH_S = 24 * 60 * 60;

/** Handles `watch=true`: sends the current objects if the request has no revision, and then every change. */
export function watchObjects(
  target: Target,
  query: URLSearchParams,
  context: VerbContext,
): (watching: Watching) => Disposable {
  const selects = selectionOf(query, target.resource);
  checkWatchOptions(query);
  const since = revisionOf(query);
  const bookmarks = query.get('allowWatchBookmarks') === 'true';
  const initial = query.get('sendInitialEvents') === 'true';
  const seconds = Math.min(integerOf(query, 'timeoutSeconds') ?? 0, LONGEST_WATCH_S);
  return ({push, end}) => {
    const ways: Ways = {target, selects, push};
    const {store} = context;
    const fromNow = since === undefined || initial;
    const start = store.revision();
    if (fromNow) for (const object of present(ways, context)) push({type: 'ADDED', object});
    // A client that requests the current objects receives a bookmark after the last of them.
    if (bookmarks && fromNow) push(bookmark(target, start, {annotations: {'k8s.io/initial-events-end': 'true'}}));
    const subscription = store.subscribe((event) => tell(event, ways, context), fromNow ? start : since);
    if (subscription === undefined) {
      push({type: 'ERROR', object: statusBody(tooOld(since ?? 0, start).status)});
      end();
      return {[Symbol.dispose]: () => {}};
    }
    const timer = bookmarks
      ? setInterval(() => push(bookmark(target, store.revision(), {})), BOOKMARK_EVERY_MS)
      : undefined;
    const over = seconds > 0 ? setTimeout(end, seconds * 1000) : undefined;
    return {
      [Symbol.dispose]: () => {
        clearInterval(timer);
        clearTimeout(over);
        subscription[Symbol.dispose]();
      },
    };
  };
}

const tooOld = (since: number, current: number): Refusal => expired(`too old resource version: ${since} (${current})`);

function revisionOf(query: URLSearchParams): number | undefined {
  const text = query.get('resourceVersion') ?? '';
  if (text === '' || text === '0') return undefined;
  return Number(text);
}

const present = ({target, selects}: Ways, context: VerbContext): readonly JsonObject[] =>
  context.store
    .list(storeKey(target.resource), target.namespace === '' ? undefined : target.namespace)
    .map((object) => fromStored(object, target.resource, context))
    .filter(selects);

/** Sends a write. An object that starts or stops matching the selection is sent as added or deleted. */
function tell({type, resource, object, before}: WatchEvent, {target, selects, push}: Ways, context: VerbContext): void {
  if (resource !== storeKey(target.resource)) return;
  if (target.namespace !== '' && namespaceOf(object) !== target.namespace) return;
  const now = fromStored(object, target.resource, context);
  const was = before !== undefined && selects(fromStored(before, target.resource, context));
  const is = type !== 'DELETED' && selects(now);
  if (is) push({type: was ? 'MODIFIED' : 'ADDED', object: now});
  else if (was) push({type: 'DELETED', object: now});
}

const bookmark = ({resource}: Target, revision: number, metadata: JsonObject): JsonObject => ({
  type: 'BOOKMARK',
  object: withMetadata(
    {kind: resource.kind, apiVersion: apiVersionOf(resource)},
    {...metadata, resourceVersion: String(revision)},
  ),
});
