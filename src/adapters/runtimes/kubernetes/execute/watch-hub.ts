import {isObject, type JsonObject} from '../../../../core/json.ts';
import {LINEAGE_LABEL} from '../../../../core/resource/labels.ts';
import type {Clock} from '../../../../ports/clock.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ApiResource} from '../client/discovery.ts';
import type {WatchEvent} from '../client/watch.ts';

export type Observed = {readonly object: JsonObject; readonly deleted: boolean};

export type Place = {readonly resource: ApiResource; readonly namespace: string | undefined; readonly name: string};

/** One watch per kind and namespace, shared by all who wait for objects of it. */
export type WatchHub = {
  /** Calls back with what is known of the object now and with each change, until the returned function is called. */
  readonly observe: (place: Place, onObserved: (observed: Observed) => void) => () => void;
  readonly close: () => void;
};

type Feed = {
  readonly latest: Map<string, Observed>;
  readonly observers: Map<string, Set<(observed: Observed) => void>>;
  readonly abort: AbortController;
};

const RECONNECT_MS = 500;
/** Where the user may get but not watch. */
const POLL_MS = 2_000;

type Hub = {readonly client: Pick<KubernetesClient, 'watch' | 'get'>; readonly clock: Clock; readonly lineage: string};

export function openWatchHub(hub: Hub): WatchHub {
  const feeds = new Map<string, Feed>();
  const feedOf = ({resource, namespace}: Place): Feed => {
    const key = `${resource.apiVersion}/${resource.resource}/${namespace ?? ''}`;
    const known = feeds.get(key);
    if (known !== undefined && !known.abort.signal.aborted) return known;
    const feed: Feed = {latest: new Map(), observers: new Map(), abort: new AbortController()};
    feeds.set(key, feed);
    void run(hub, feed, {resource, namespace});
    return feed;
  };
  return {
    observe: (place, onObserved) => {
      const feed = feedOf(place);
      const observers = feed.observers.get(place.name) ?? new Set();
      feed.observers.set(place.name, observers.add(onObserved));
      const known = feed.latest.get(place.name);
      if (known !== undefined) onObserved(known);
      return () => {
        observers.delete(onObserved);
        if (observers.size === 0) feed.observers.delete(place.name);
        if (feed.observers.size === 0) feed.abort.abort();
      };
    },
    close: () => {
      for (const {abort} of feeds.values()) abort.abort();
    },
  };
}

/**
 * Without a resourceVersion a watch begins with all there is, so nothing between a write and the watch is missed. A watch that
 * breaks goes on from where it was; one that is too old begins anew, and what was waited for is read by name once.
 */
async function run(hub: Hub, feed: Feed, kind: Omit<Place, 'name'>): Promise<void> {
  const {signal} = feed.abort;
  let resourceVersion: string | undefined;
  while (!signal.aborted) {
    const ended = await follow(hub, feed, kind, resourceVersion).catch((): Ended => ({why: 'broken', resourceVersion}));
    if (signal.aborted) return;
    resourceVersion = ended.why === 'expired' ? undefined : ended.resourceVersion;
    if (ended.why === 'refused' || resourceVersion === undefined) await readObserved(hub, feed, kind);
    await hub.clock.sleep(ended.why === 'refused' ? POLL_MS : RECONNECT_MS, signal).catch(() => undefined);
  }
}

type Ended = {
  readonly why: 'expired' | 'closed' | 'broken' | 'idle' | 'refused';
  readonly resourceVersion: string | undefined;
};

async function follow(hub: Hub, feed: Feed, kind: Omit<Place, 'name'>, from: string | undefined): Promise<Ended> {
  const {signal} = feed.abort;
  let resourceVersion = from;
  const labelSelector = `${LINEAGE_LABEL}=${hub.lineage}`;
  for await (const event of hub.client.watch({...kind, resourceVersion, labelSelector, signal})) {
    if (event.type === 'ended') return {why: event.why, resourceVersion};
    if (event.type === 'bookmark') resourceVersion = event.resourceVersion;
    else resourceVersion = notify(feed, event) ?? resourceVersion;
  }
  return {why: 'closed', resourceVersion};
}

function notify(feed: Feed, {type, object}: Extract<WatchEvent, {object: JsonObject}>): string | undefined {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const {name, resourceVersion} = metadata;
  if (typeof name === 'string') tell(feed, name, {object, deleted: type === 'deleted'});
  return typeof resourceVersion === 'string' ? resourceVersion : undefined;
}

function tell(feed: Feed, name: string, observed: Observed): void {
  feed.latest.set(name, observed);
  for (const observer of feed.observers.get(name) ?? []) observer(observed);
}

async function readObserved({client}: Hub, feed: Feed, kind: Omit<Place, 'name'>): Promise<void> {
  const {signal} = feed.abort;
  await Promise.all(
    [...feed.observers.keys()].map(async (name) => {
      const reply = await client.get({...kind, name, signal}).catch(() => undefined);
      if (reply?.ok === true) tell(feed, name, {object: reply.object, deleted: false});
      else if (reply?.refusal.kind === 'not-found') tell(feed, name, {object: {}, deleted: true});
    }),
  );
}
