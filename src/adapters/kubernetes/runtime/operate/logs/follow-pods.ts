import type {JsonObject} from '../../../../../core/json.ts';
import {hasEnded} from '../../../../../kubernetes/logs/pod-containers.ts';
import {isTrue} from '../../../../../kubernetes/readiness/read.ts';
import type {LogsFound} from '../../../../../ports/operations.ts';
import {openNotifier} from '../../execute/notifier.ts';
import {PODS} from '../../execute/workload-kinds.ts';
import {listPods, type OwnedPod, ownedPods, podSearches} from './find-pods.ts';
import {openFollowers} from './followers.ts';
import type {Logging} from './logging.ts';

/** The interval of checks: a Job reports that it is complete a moment after its last pod. */
const LOOK_AGAIN_MS = 1_000;

/** Follows the logs of the containers: new pods join, ended ones leave. It ends when all have ended for good, or at the signal. */
export async function followPods(logging: Logging): Promise<LogsFound> {
  const {operating, roots, signal, ownerOf} = logging;
  const {client, hub, clock} = operating.session;
  const searches = podSearches(roots);
  const first = await listPods(client, searches, signal);
  const failed = new AbortController();
  const over = AbortSignal.any([signal, failed.signal]);
  const notifier = openNotifier();
  const onFailed = (error: unknown): void => failed.abort(error);
  const feeds = searches.map((search) =>
    hub.follow({resource: PODS, ...search}, {onChange: notifier.notify, onFailed}),
  );
  // The list counts until the watch has reported.
  const pods = (): readonly JsonObject[] =>
    feeds.some((feed) => feed.items() === undefined) ? first : feeds.flatMap((feed) => feed.items() ?? []);
  const followers = openFollowers(logging, {pods, notifier, signal: over, onFailed});
  try {
    while (!over.aborted) {
      const seen = notifier.count();
      const owned = await ownedPods(pods(), ownerOf);
      followers.join(owned);
      const idle = followers.active() === 0;
      if (idle && (await haveEnded(logging, owned))) break;
      await notifier.after(seen, idle ? LOOK_AGAIN_MS : undefined, {clock, signal: over});
    }
    await followers.ended();
  } catch (error) {
    // A request that the end of the run aborted needs no answer.
    if (!over.aborted) throw error;
  } finally {
    for (const feed of feeds) feed.stop();
  }
  if (failed.signal.aborted) throw failed.signal.reason;
  return followers.found();
}

/** Reports whether everything has ended. Only finite workloads can end: a Deployment may have new pods at any time. */
async function haveEnded({operating, roots, signal}: Logging, owned: readonly OwnedPod[]): Promise<boolean> {
  if (owned.some(({pod}) => !hasEnded(pod))) return false;
  const {client} = operating.session;
  const ends = roots.map(async ({state: {apiVersion, kind}, place}) => {
    if (kind === 'Pod' && apiVersion === 'v1') return true;
    if (kind !== 'Job' || !apiVersion.startsWith('batch/')) return false;
    const reply = await client.get({...place, signal});
    if (!reply.ok) return reply.refusal.kind === 'not-found';
    return isTrue(reply.object, 'Complete') || isTrue(reply.object, 'Failed');
  });
  return (await Promise.all(ends)).every((ended) => ended);
}
