import {GantryError} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {textAt} from '../../../../core/readiness/read.ts';
import type {Clock} from '../../../../ports/clock.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ApiResource} from '../client/discovery.ts';

/** Objects of one kind in one namespace. */
export type Selection = {
  readonly resource: ApiResource;
  readonly namespace: string | undefined;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
};

export type Follower = {
  readonly onChange: () => void;
  /** A bug, or a credential that is no longer taken. What may not be read is not followed, quietly. */
  readonly onFailed: (error: unknown) => void;
};

export type Followed = {
  /** What is there now, and perhaps more than was selected; undefined: not read (yet), or not allowed. */
  readonly items: () => readonly JsonObject[] | undefined;
  readonly stop: () => void;
};

export type Collections = {
  readonly follow: (selection: Selection, follower: Follower) => Followed;
  readonly close: () => void;
};

type Outside = {readonly client: Pick<KubernetesClient, 'watch' | 'list'>; readonly clock: Clock};

type Feed = {
  readonly objects: Map<string, JsonObject>;
  readonly followers: Set<Follower>;
  readonly abort: AbortController;
  read: boolean;
};

const RECONNECT_MS = 1_000;
/** Beyond so many selections of a kind in a namespace, one watch of the whole namespace costs less than one for each. */
const SELECTIONS = 10;

/** Follows collections that do not carry our label: pods, their ReplicaSets and events. Those who ask for the same share a watch. */
export function openCollections(outside: Outside): Collections {
  const feeds = new Map<string, Feed>();
  return {
    follow: (selection, follower) => {
      const wanted = [...feeds.keys()].filter((key) => key.startsWith(`${placeOf(selection)} `)).length;
      const known = feeds.get(keyOf(selection));
      const shared = known === undefined && wanted >= SELECTIONS ? whole(selection) : selection;
      const key = keyOf(shared);
      const feed = feeds.get(key) ?? open(outside, shared);
      feeds.set(key, feed);
      feed.followers.add(follower);
      return {
        items: () => (feed.read ? [...feed.objects.values()] : undefined),
        stop: () => {
          feed.followers.delete(follower);
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

const placeOf = ({resource, namespace}: Selection): string =>
  `${resource.apiVersion}/${resource.resource}/${namespace ?? ''}`;
const keyOf = (selection: Selection): string =>
  `${placeOf(selection)} ${selection.labelSelector ?? ''} ${selection.fieldSelector ?? ''}`;
const whole = ({resource, namespace}: Selection): Selection => ({resource, namespace});

function open(outside: Outside, selection: Selection): Feed {
  const feed: Feed = {objects: new Map(), followers: new Set(), abort: new AbortController(), read: false};
  void run(outside, feed, selection);
  return feed;
}

/** As the hub does for what is ours: a list, then a watch from there on, resumed where it breaks. */
async function run({client, clock}: Outside, feed: Feed, selection: Selection): Promise<void> {
  const {signal} = feed.abort;
  let from: string | undefined;
  while (!signal.aborted) {
    try {
      from ??= await list({client}, feed, selection);
      if (from === undefined) return;
      const ended = await watch({client}, feed, selection, from);
      if (ended.why === 'refused') return;
      from = ended.why === 'expired' ? undefined : ended.from;
    } catch (error) {
      if (signal.aborted) return;
      if (!isLost(error)) return fail(feed, error);
    }
    await clock.sleep(RECONNECT_MS, signal).catch(() => undefined);
  }
}

/** Undefined: not allowed. */
async function list({client}: Pick<Outside, 'client'>, feed: Feed, selection: Selection): Promise<string | undefined> {
  const reply = await client.list({...selection, signal: feed.abort.signal});
  if (!reply.ok) return undefined;
  feed.objects.clear();
  for (const object of reply.items) feed.objects.set(nameOf(object), object);
  feed.read = true;
  tell(feed);
  return reply.resourceVersion;
}

type Ended = {readonly why: 'expired' | 'closed' | 'broken' | 'idle' | 'refused'; readonly from: string};

async function watch(
  {client}: Pick<Outside, 'client'>,
  feed: Feed,
  selection: Selection,
  resourceVersion: string,
): Promise<Ended> {
  let from = resourceVersion;
  for await (const event of client.watch({...selection, resourceVersion, signal: feed.abort.signal})) {
    if (event.type === 'ended') return {why: event.why, from};
    if (event.type === 'bookmark') {
      from = event.resourceVersion;
      continue;
    }
    from = textAt(event.object, 'metadata', 'resourceVersion') || from;
    if (event.type === 'deleted') feed.objects.delete(nameOf(event.object));
    else feed.objects.set(nameOf(event.object), event.object);
    tell(feed);
  }
  return {why: 'closed', from};
}

/** A server that cannot be reached may come back. */
const isLost = (error: unknown): boolean =>
  error instanceof GantryError &&
  (error.failure.code === 'cluster/unreachable' || error.failure.code === 'cluster/tls');

function fail(feed: Feed, error: unknown): void {
  feed.abort.abort();
  for (const {onFailed} of feed.followers) onFailed(error);
}

function tell(feed: Feed): void {
  for (const {onChange} of feed.followers) onChange();
}

const nameOf = (object: JsonObject): string => textAt(object, 'metadata', 'name');
