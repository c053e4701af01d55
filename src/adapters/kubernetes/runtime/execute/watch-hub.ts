import {GantryError} from '../../../../core/failure/failure.ts';
import {isObject, type JsonObject} from '../../../../core/json.ts';
import {LINEAGE_LABEL} from '../../../../kubernetes/resource/labels.ts';
import type {Clock} from '../../../../ports/clock.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ApiResource} from '../client/discovery.ts';
import type {WatchEvent} from '../client/watch.ts';
import {type Collections, openCollections} from './follow-collection.ts';

/** An object as last seen; `deleted` is true if it no longer exists. */
export type Observed = {readonly object: JsonObject; readonly deleted: boolean};

/** The address of an object that is watched. */
export type Place = {
  readonly resource: ApiResource;
  readonly namespace: string | undefined;
  readonly name: string;
  /** True if it does not have our label and needs a watch of its own. */
  readonly unmarked?: boolean;
};

/** The receiver of changes of one object. */
export type Observer = {
  /** Called with the current object and with each change. */
  readonly onObserved: (observed: Observed) => void;
  /** Called when nothing more will follow: the credential is rejected, or there is a bug. */
  readonly onFailed: (error: unknown) => void;
  /** True if the object was being deleted when it was seen, so that it may be gone. */
  readonly isEnding?: boolean;
};

/** Watches that are shared by all waits for objects of one kind and namespace. */
export type WatchHub = {
  /** Observes an object until the returned function is called. */
  readonly observe: (place: Place, observer: Observer) => () => void;
  /** Follows all objects of a kind that a selector selects, regardless of their creator. */
  readonly follow: Collections['follow'];
  readonly close: () => void;
};

type Feed = {
  readonly latest: Map<string, Observed>;
  readonly observers: Map<string, Set<Observer>>;
  readonly abort: AbortController;
  /** True once the list has been requested. */
  isListed: boolean;
};

const RECONNECT_MS = 500;
/** The interval if the user may get but not watch. */
const POLL_MS = 2_000;

type Hub = {
  readonly client: Pick<KubernetesClient, 'watch' | 'list' | 'get'>;
  readonly clock: Clock;
  readonly lineage: string;
};

/** Opens the hub: objects of a stack with the same kind and namespace share one watch, selected by label. */
export function openWatchHub(hub: Hub): WatchHub {
  const feeds = new Map<string, Feed>();
  const collections = openCollections(hub);
  const ours = `${LINEAGE_LABEL}=${hub.lineage}`;
  const feedOf = ({resource, namespace, name, unmarked}: Place): Feed => {
    const selected = unmarked === true ? {fieldSelector: `metadata.name=${name}`} : {labelSelector: ours};
    const key = `${resource.apiVersion}/${resource.resource}/${namespace ?? ''}/${unmarked === true ? name : ''}`;
    const known = feeds.get(key);
    if (known !== undefined && !known.abort.signal.aborted) return known;
    const feed: Feed = {latest: new Map(), observers: new Map(), abort: new AbortController(), isListed: false};
    feeds.set(key, feed);
    // Deferred, so that the first observer is registered.
    queueMicrotask(() => void run(hub, feed, {resource, namespace, ...selected}));
    return feed;
  };
  return {
    observe: (place, observer) => {
      const feed = feedOf(place);
      const observers = feed.observers.get(place.name) ?? new Set();
      feed.observers.set(place.name, observers.add(observer));
      const known = feed.latest.get(place.name);
      if (known !== undefined) observer.onObserved(known);
      // It was gone before the list: neither the list nor the watch will report it.
      else if (observer.isEnding === true && feed.isListed) void look(hub, feed, place, observer);
      return () => {
        observers.delete(observer);
        if (observers.size === 0) feed.observers.delete(place.name);
        if (feed.observers.size === 0) feed.abort.abort();
      };
    },
    follow: collections.follow,
    close: () => {
      collections.close();
      for (const {abort} of feeds.values()) abort.abort();
    },
  };
}

/** The objects of one watch. */
type Subject = Pick<Place, 'resource' | 'namespace'> & {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
};

/**
 * Lists the objects, then watches them from that version on, so that no change is missed. A broken watch continues
 * where it stopped; an expired one starts again.
 */
async function run(hub: Hub, feed: Feed, subject: Subject): Promise<void> {
  const {signal} = feed.abort;
  let resourceVersion: string | undefined;
  while (!signal.aborted) {
    try {
      const ended = await follow(hub, feed, subject, resourceVersion);
      resourceVersion = isTrusted(ended.why) ? ended.resourceVersion : undefined;
      if (ended.why === 'refused') await readObserved(hub, feed, subject);
      await hub.clock.sleep(ended.why === 'refused' ? POLL_MS : RECONNECT_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!isLost(error)) return fail(feed, error);
      resourceVersion = undefined;
      await hub.clock.sleep(RECONNECT_MS, signal).catch(() => undefined);
    }
  }
}

/**
 * Reports whether a new watch may continue where this one ended. It may not after a silent watch: a list then shows the changes that a proxy may hold
 * back.
 */
const isTrusted = (why: Ended['why']): boolean => why !== 'expired' && why !== 'idle';

/** Reports whether the server is unreachable, which may be temporary. A rejected credential or a bug does not resolve itself. */
const isLost = (error: unknown): boolean =>
  error instanceof GantryError &&
  (error.failure.code === 'cluster/unreachable' || error.failure.code === 'cluster/tls');

function fail(feed: Feed, error: unknown): void {
  feed.abort.abort();
  for (const observer of [...feed.observers.values()].flatMap((observers) => [...observers])) observer.onFailed(error);
}

type Ended = {
  readonly why: 'expired' | 'closed' | 'broken' | 'idle' | 'refused';
  readonly resourceVersion: string | undefined;
};

async function follow(hub: Hub, feed: Feed, subject: Subject, from: string | undefined): Promise<Ended> {
  const {signal} = feed.abort;
  let resourceVersion = from ?? (await listObserved(hub, feed, subject));
  if (resourceVersion === undefined) return {why: 'refused', resourceVersion};
  for await (const event of hub.client.watch({...subject, resourceVersion, signal})) {
    if (event.type === 'ended') return {why: event.why, resourceVersion};
    if (event.type === 'bookmark') resourceVersion = event.resourceVersion;
    else resourceVersion = notify(feed, event) ?? resourceVersion;
  }
  return {why: 'closed', resourceVersion};
}

/**
 * Lists the objects and reports those that are missing: an object that was awaited before the list and is not in it is
 * gone. Objects that are created meanwhile are reported by the watch. Returns the version to watch from, or undefined
 * if the list is forbidden.
 */
async function listObserved({client}: Hub, feed: Feed, subject: Subject): Promise<string | undefined> {
  feed.isListed = true;
  const awaited = new Set(feed.observers.keys());
  const reply = await client.list({...subject, signal: feed.abort.signal});
  if (!reply.ok) return undefined;
  const absent = {object: {metadata: {resourceVersion: reply.resourceVersion}}, deleted: true};
  for (const object of reply.items) {
    notify(feed, {type: 'added', object});
    awaited.delete(nameOf(object));
  }
  for (const name of awaited) tell(feed, name, absent);
  return reply.resourceVersion;
}

function notify(feed: Feed, {type, object}: Extract<WatchEvent, {object: JsonObject}>): string | undefined {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const {resourceVersion} = metadata;
  tell(feed, nameOf(object), {object, deleted: type === 'deleted'});
  return typeof resourceVersion === 'string' ? resourceVersion : undefined;
}

function tell(feed: Feed, name: string, observed: Observed): void {
  feed.latest.set(name, observed);
  announce(feed, name, observed);
}

function announce(feed: Feed, name: string, observed: Observed): void {
  for (const observer of feed.observers.get(name) ?? []) observer.onObserved(observed);
}

async function readObserved({client}: Hub, feed: Feed, {resource, namespace}: Subject): Promise<void> {
  const {signal} = feed.abort;
  await Promise.all(
    [...feed.observers.keys()].map(async (name) => {
      const reply = await client.get({resource, namespace, name, signal});
      if (reply.ok) return tell(feed, name, {object: reply.object, deleted: false});
      if (reply.refusal.kind !== 'not-found') return;
      // The answer has no version: a later observer of a new object with this name must not get it.
      feed.latest.delete(name);
      announce(feed, name, {object: {}, deleted: true});
    }),
  );
}

/** Reads an object once that the watch has not reported; the watch reports its later changes. */
async function look(hub: Hub, feed: Feed, {resource, namespace, name}: Place, observer: Observer): Promise<void> {
  const {signal} = feed.abort;
  while (!signal.aborted && feed.observers.get(name)?.has(observer) === true) {
    try {
      const reply = await hub.client.get({resource, namespace, name, signal});
      if (!reply.ok && reply.refusal.kind === 'not-found') observer.onObserved({object: {}, deleted: true});
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (!isLost(error)) return fail(feed, error);
      await hub.clock.sleep(RECONNECT_MS, signal).catch(() => undefined);
    }
  }
}

function nameOf(object: JsonObject): string {
  const name = isObject(object['metadata']) ? object['metadata']['name'] : undefined;
  return typeof name === 'string' ? name : '';
}
