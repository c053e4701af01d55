import {GantryError} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {matchesLabels, parseLabelSelector} from '../../../../core/selection/label-selector.ts';
import {textAt} from '../../../../kubernetes/readiness/read.ts';
import type {Clock} from '../../../../ports/clock.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ApiResource} from '../client/discovery.ts';
import type {Refusal} from '../client/status.ts';
import {type OwnedObjects, openOwnedObjects} from './owned-objects.ts';

/** The selected objects of one kind in one namespace. */
export type Selection = {
  readonly resource: ApiResource;
  readonly namespace: string | undefined;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
};

/** The receiver of changes in a collection. */
export type Follower = {
  /** Called for a change of objects that the follower has asked for: of an owner, or of all. */
  readonly onChange: () => void;
  /** Called for a bug, or a rejected credential. A collection that the user may not read is silently not followed. */
  readonly onFailed: (error: unknown) => void;
};

/** A collection that is kept up to date until `stop`. */
export type Followed = {
  /** Returns the selected objects, or undefined if they are not read (yet) or forbidden. */
  readonly items: () => readonly JsonObject[] | undefined;
  /** Returns only the objects that the object with this uid controls; for events those about it. */
  readonly of: (uid: string) => readonly JsonObject[] | undefined;
  readonly stop: () => void;
};

/** The collections of a cluster; followers of the same selection share one watch. */
export type Collections = {
  readonly follow: (selection: Selection, follower: Follower) => Followed;
  readonly close: () => void;
};

type Outside = {readonly client: Pick<KubernetesClient, 'watch' | 'list'>; readonly clock: Clock};

type Feed = {
  readonly objects: OwnedObjects;
  readonly followers: Set<Follower>;
  /** The followers that have asked for the objects of an owner, by its uid: a change wakes none of hundreds of others. */
  readonly askedBy: Map<string, Set<Follower>>;
  readonly abort: AbortController;
  read: boolean;
};

const RECONNECT_MS = 1_000;
/** The interval if the user may list but not watch. */
const POLL_MS = 5_000;
/** The owner of a follower that asks for all objects. */
const ANY = '*';
/** The number of selections of a kind in a namespace above which one watch of the whole namespace is cheaper. */
const SELECTIONS = 10;

/** Follows collections that do not have our label: pods, their ReplicaSets and events. Callers with the same selection share a watch. */
export function openCollections(outside: Outside): Collections {
  const feeds = new Map<string, Feed>();
  return {
    follow: (selection, follower) => {
      const wanted = [...feeds.keys()].filter((key) => key.startsWith(`${placeOf(selection)} `)).length;
      const known = feeds.get(keyOf(selection));
      const isShared = known === undefined && wanted >= SELECTIONS && selection.fieldSelector === undefined;
      const shared = isShared ? whole(selection) : selection;
      const chosen = isShared ? chosenBy(selection) : all;
      const key = keyOf(shared);
      const feed = feeds.get(key) ?? open(outside, shared);
      feeds.set(key, feed);
      feed.followers.add(follower);
      const asked = new Set<string>();
      const ask = (uid: string): void => {
        if (asked.has(uid) || !feed.followers.has(follower)) return;
        asked.add(uid);
        feed.askedBy.set(uid, (feed.askedBy.get(uid) ?? new Set()).add(follower));
      };
      return {
        items: () => {
          ask(ANY);
          return feed.read ? chosen(feed.objects.all()) : undefined;
        },
        of: (uid) => {
          ask(uid);
          return feed.read ? chosen(feed.objects.of(uid)) : undefined;
        },
        stop: () => {
          feed.followers.delete(follower);
          for (const uid of asked) forget(feed.askedBy, uid, follower);
          if (feed.followers.size > 0) return;
          feed.abort.abort();
          if (feeds.get(key) === feed) feeds.delete(key);
        },
      };
    },
    close: () => {
      for (const {abort} of feeds.values()) abort.abort();
    },
  };
}

function forget(askedBy: Feed['askedBy'], uid: string, follower: Follower): void {
  const others = askedBy.get(uid);
  others?.delete(follower);
  if (others?.size === 0) askedBy.delete(uid);
}

const placeOf = ({resource, namespace}: Selection): string =>
  `${resource.apiVersion}/${resource.resource}/${namespace ?? ''}`;
const keyOf = (selection: Selection): string =>
  `${placeOf(selection)} ${selection.labelSelector ?? ''} ${selection.fieldSelector ?? ''}`;
const whole = ({resource, namespace}: Selection): Selection => ({resource, namespace});

type Choose = (objects: readonly JsonObject[]) => readonly JsonObject[];

const all: Choose = (objects) => objects;

/** Returns the filter of a selection on a shared watch. */
function chosenBy({labelSelector}: Selection): Choose {
  const labels = labelSelector === undefined ? undefined : parseLabelSelector(labelSelector);
  return labels === undefined ? all : (objects) => objects.filter((object) => matchesLabels(labels, object));
}

function open(outside: Outside, selection: Selection): Feed {
  const abort = new AbortController();
  const feed: Feed = {objects: openOwnedObjects(), followers: new Set(), askedBy: new Map(), abort, read: false};
  void run(outside, feed, selection);
  return feed;
}

/** Lists a collection, then watches it from there on and resumes a broken watch, like the hub does for our own objects. */
async function run({client, clock}: Outside, feed: Feed, selection: Selection): Promise<void> {
  const {signal} = feed.abort;
  let from: string | undefined;
  while (!signal.aborted) {
    try {
      const ended = await listAndWatch(client, feed, selection, from);
      const isForbidden = ended.why === 'refused' && isFinal(ended.refusal);
      if (isForbidden && !ended.listed) return;
      if (isForbidden) await clock.sleep(POLL_MS, signal);
      // After a silent watch, a list shows the changes that a proxy may hold back.
      from = ended.why === 'closed' || ended.why === 'broken' ? ended.from : undefined;
    } catch (error) {
      if (signal.aborted) return;
      if (!isLost(error)) return fail(feed, error);
      from = undefined;
    }
    await clock.sleep(RECONNECT_MS, signal).catch(() => undefined);
  }
}

type Ended =
  | {readonly why: 'expired' | 'closed' | 'broken' | 'idle'; readonly from: string}
  | {readonly why: 'refused'; readonly refusal: Refusal; readonly listed: boolean};

async function listAndWatch(
  client: Outside['client'],
  feed: Feed,
  selection: Selection,
  before: string | undefined,
): Promise<Ended> {
  const {signal} = feed.abort;
  let from = before;
  if (from === undefined) {
    const reply = await client.list({...selection, signal});
    if (!reply.ok) return {why: 'refused', refusal: reply.refusal, listed: false};
    from = reply.resourceVersion;
    feed.objects.clear();
    for (const object of reply.items) feed.objects.set(object);
    feed.read = true;
    for (const {onChange} of feed.followers) onChange();
  }
  for await (const event of client.watch({...selection, resourceVersion: from, signal})) {
    if (event.type === 'ended') return event.why === 'refused' ? {...event, listed: true} : {why: event.why, from};
    if (event.type === 'bookmark') {
      from = event.resourceVersion;
      continue;
    }
    from = textAt(event.object, 'metadata', 'resourceVersion') || from;
    tell(feed, event.type === 'deleted' ? feed.objects.delete(event.object) : feed.objects.set(event.object));
  }
  return {why: 'closed', from};
}

/** Reports whether a refusal is final. A busy server may answer later; one that forbids the request, or does not know the kind, will not. */
const isFinal = ({kind}: Refusal): boolean => kind !== 'unavailable' && kind !== 'other' && kind !== 'expired';

/** Reports whether the server is unreachable, which may be temporary. */
const isLost = (error: unknown): boolean =>
  error instanceof GantryError &&
  (error.failure.code === 'cluster/unreachable' || error.failure.code === 'cluster/tls');

function fail(feed: Feed, error: unknown): void {
  feed.abort.abort();
  for (const {onFailed} of feed.followers) onFailed(error);
}

function tell({askedBy}: Feed, owners: readonly string[]): void {
  const followers = new Set([...owners, ANY].flatMap((owner) => [...(askedBy.get(owner) ?? [])]));
  for (const {onChange} of followers) onChange();
}
