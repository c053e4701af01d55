import {GantryError} from '../../../../../core/failure/failure.ts';
import type {PodContainer} from '../../../../../kubernetes/logs/pod-containers.ts';
import {openResume, type Resume} from '../../../../../kubernetes/logs/resume.ts';
import type {Clock} from '../../../../../ports/clock.ts';
import type {LogLine} from '../../../../../ports/operations.ts';
import type {KubernetesClient} from '../../client/client.ts';
import type {Refusal} from '../../client/status.ts';
import {deniedLogs} from './find-pods.ts';
import type {Merge, Source} from './merge-lines.ts';
import {type LogPlace, type LogQuery, openLog} from './open-log.ts';

/** The options for following the log of one container across its restarts. */
export type FollowContainer = {
  readonly client: Pick<KubernetesClient, 'stream' | 'server'>;
  readonly clock: Clock;
  readonly place: LogPlace;
  readonly id: string;
  /** Returns the container as last seen, or undefined if its pod is gone. */
  readonly container: () => PodContainer | undefined;
  /** Resolves when the pod has changed, or after that time in milliseconds. */
  readonly changed: (ms: number | undefined) => Promise<void>;
  /** The query of the first request; a broken stream continues where it was. */
  readonly first: LogQuery;
  readonly merge: Merge;
  readonly onRemark: (text: string) => void;
  readonly signal: AbortSignal;
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Follows one container through broken connections and restarts, until it is gone or has ended for good. Each line is
 * returned once.
 * @throws GantryError permission/denied
 */
export async function followContainer(follow: FollowContainer): Promise<void> {
  const {container, changed, first, signal} = follow;
  const resume = openResume();
  let [query, pauseMs] = [first, FIRST_PAUSE_MS];
  while (!signal.aborted) {
    const before = container();
    if (before === undefined) return;
    if (!before.started) {
      await changed(undefined);
      continue;
    }
    const {count, whole} = await readOnce(follow, {...query, follow: !before.final}, resume);
    const now = container();
    // Its end was observed before the log was read to the end, so nothing is missing.
    if (now === undefined || (before.final && whole)) return;
    const since = resume.since();
    query = since === undefined ? query : {sinceTime: since};
    resume.again();
    pauseMs = count > 0 ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    if (now.final) await changed(whole ? 0 : pauseMs);
    // A waiting container writes nothing before it is observed to run.
    else await changed(now.state === 'running' ? pauseMs : undefined);
  }
}

/** The number of new lines, and whether the stream reached its end. */
type Read = {readonly count: number; readonly whole: boolean};

async function readOnce(follow: FollowContainer, query: LogQuery, resume: Resume): Promise<Read> {
  const {client, place, signal} = follow;
  const source = follow.merge.open();
  try {
    const opened = await openLog(client, place, query, signal);
    if (opened.ok) return await readLines(follow, opened.lines, {source, resume});
    refused(follow, opened.refusal);
    return {count: 0, whole: true};
  } catch (error) {
    if (error instanceof GantryError && error.failure.code !== 'cluster/unreachable') throw error;
    if (!(error instanceof GantryError) && !signal.aborted) throw error;
    return {count: 0, whole: false};
  } finally {
    source.end();
  }
}

type Reading = {readonly source: Source; readonly resume: Resume};

async function readLines(
  {id, place, signal}: FollowContainer,
  lines: AsyncIterable<{readonly time?: string; readonly line: string}>,
  {source, resume}: Reading,
): Promise<Read> {
  let count = 0;
  try {
    for await (const line of lines) {
      if (!resume.isNew(line.time)) continue;
      count++;
      const {pod, container} = place;
      const entry: LogLine = {id, pod, container, ...line};
      await source.push(entry);
      if (signal.aborted) break;
    }
    return {count, whole: true};
  } catch {
    // The connection broke; the next one continues from there.
    return {count, whole: false};
  }
}

function refused({client, place, onRemark}: FollowContainer, refusal: Refusal): void {
  if (refusal.kind === 'forbidden') throw deniedLogs(client.server, place.namespace, refusal.message);
  // It has not started, or is gone already; the pod shows which.
  if (refusal.status === 400 || refusal.kind === 'not-found') return;
  onRemark(`the log of ${place.pod} ${place.container} cannot be read: HTTP ${refusal.status}: ${refusal.message}`);
}
