import {GantryError} from '../../../../core/failure/failure.ts';
import {isObject, type JsonObject} from '../../../../core/json.ts';
import {LINEAGE_LABEL} from '../../../../kubernetes/resource/labels.ts';
import type {Clock} from '../../../../ports/clock.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ApiResource} from '../client/discovery.ts';
import type {WatchEvent} from '../client/watch.ts';
import {type Collections, openCollections} from './follow-collection.ts';

/** An object as last seen; `deleted`: it is gone. */
export type Observed = {readonly object: JsonObject; readonly deleted: boolean};

/** The address of an object that is watched. */
export type Place = {
  readonly resource: ApiResource;
  readonly namespace: string | undefined;
  readonly name: string;
  /** It does not carry our label: it has a watch of its own. */
  readonly unmarked?: boolean;
};

/** The receiver of changes of one object. */
export type Observer = {
  /** Called with what is known of the object now, and with each change. */
  readonly onObserved: (observed: Observed) => void;
  /** Nothing more will come: the credential is no longer taken, or a bug. */
  readonly onFailed: (error: unknown) => void;
  /** The object was seen ending: it may be gone by now. */
  readonly isEnding?: boolean;
};

/** One watch per kind and namespace, shared by all who wait for objects of it. */
export type WatchHub = {
  /** Until the returned function is called. */
  readonly observe: (place: Place, observer: Observer) => () => void;
  /** All of a kind that a selector chooses, whoever made them. */
  readonly follow: Collections['follow'];
  readonly close: () => void;
};

type Feed = {
  readonly latest: Map<string, Observed>;
  readonly observers: Map<string, Set<Observer>>;
  readonly abort: AbortController;
  /** The list has been asked for. */
  isListed: boolean;
};

const RECONNECT_MS = 500;
/** Where the user may get but not watch. */
const POLL_MS = 2_000;

type Hub = {
  readonly client: Pick<KubernetesClient, 'watch' | 'list' | 'get'>;
  readonly clock: Clock;
  readonly lineage: string;
};

/** Shares watches: the objects of a stack that have one kind and namespace use one watch, selected by its label. */
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
    // A moment later, when the first observer is there.
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
      // Gone before the list was made: neither that nor the watch will ever speak of it.
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

/** What one watch is about. */
type Subject = Pick<Place, 'resource' | 'namespace'> & {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
};

/**
 * A list, then a watch from there on, so that nothing is missed: neither what came nor what went before the watch began. A
 * watch that breaks goes on from where it was; one that is too old begins anew.
 */
async function run(hub: Hub, feed: Feed, subject: Subject): Promise<void> {
  const {signal} = feed.abort;
  let resourceVersion: string | undefined;
  while (!signal.aborted) {
    try {
      const ended = await follow(hub, feed, subject, resourceVersion);
      resourceVersion = ended.why === 'expired' ? undefined : ended.resourceVersion;
      if (ended.why === 'refused') await readObserved(hub, feed, subject);
      await hub.clock.sleep(ended.why === 'refused' ? POLL_MS : RECONNECT_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!isLost(error)) return fail(feed, error);
      await hub.clock.sleep(RECONNECT_MS, signal).catch(() => undefined);
    }
  }
}

/** A server that cannot be reached may come back; a credential that it refuses, or a bug, will not mend itself. */
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
 * What is there now; what was waited for before the list was asked for, and is not in it, is gone: what came meanwhile the
 * watch will show. Answers where to watch from; undefined: not allowed.
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
      // It does not say as of when: who comes later, for a new object of this name, must not be told.
      feed.latest.delete(name);
      announce(feed, name, {object: {}, deleted: true});
    }),
  );
}

/** Asks once for an object of which nothing was heard; what is there now the watch will follow. */
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
