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

/** What following the log of one container needs, across its restarts. */
export type FollowContainer = {
  readonly client: Pick<KubernetesClient, 'stream' | 'server'>;
  readonly clock: Clock;
  readonly place: LogPlace;
  readonly id: string;
  /** As last seen; undefined: its pod is gone. */
  readonly container: () => PodContainer | undefined;
  /** Resolves when the pod has changed, or after that time. */
  readonly changed: (ms: number | undefined) => Promise<void>;
  /** For the first time; a stream that breaks goes on where it was. */
  readonly first: LogQuery;
  readonly merge: Merge;
  readonly onRemark: (text: string) => void;
  readonly signal: AbortSignal;
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Follows one container through broken connections and restarts, until it is gone or has ended for good. Each line is told once.
 * @throws GantryError permission/denied.
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
    const {told, whole} = await readOnce(follow, {...query, follow: !before.final}, resume);
    const now = container();
    // Its end was seen before the log was read to the end: nothing can be missing.
    if (now === undefined || (before.final && whole)) return;
    const since = resume.since();
    query = since === undefined ? query : {sinceTime: since};
    resume.again();
    pauseMs = told > 0 ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    if (now.final) await changed(whole ? 0 : pauseMs);
    // A container that waits (for its next start) says nothing until it is seen to run.
    else await changed(now.state === 'running' ? pauseMs : undefined);
  }
}

/** How many lines were new, and whether the stream came to its end. */
type Read = {readonly told: number; readonly whole: boolean};

async function readOnce(follow: FollowContainer, query: LogQuery, resume: Resume): Promise<Read> {
  const {client, place, signal} = follow;
  const source = follow.merge.open();
  try {
    const opened = await openLog(client, place, query, signal);
    if (opened.ok) return await readLines(follow, opened.lines, {source, resume});
    refused(follow, opened.refusal);
    return {told: 0, whole: true};
  } catch (error) {
    if (error instanceof GantryError && error.failure.code !== 'cluster/unreachable') throw error;
    if (!(error instanceof GantryError) && !signal.aborted) throw error;
    return {told: 0, whole: false};
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
  let told = 0;
  try {
    for await (const line of lines) {
      if (!resume.isNew(line.time)) continue;
      told++;
      const {pod, container} = place;
      const entry: LogLine = {id, pod, container, ...line};
      await source.push(entry);
      if (signal.aborted) break;
    }
    return {told, whole: true};
  } catch {
    // The connection broke: the next one goes on from there.
    return {told, whole: false};
  }
}

function refused({client, place, onRemark}: FollowContainer, refusal: Refusal): void {
  if (refusal.kind === 'forbidden') throw deniedLogs(client.server, place.namespace, refusal.message);
  // Not started, or gone already: the pod will tell.
  if (refusal.status === 400 || refusal.kind === 'not-found') return;
  onRemark(`the log of ${place.pod} ${place.container} cannot be read: HTTP ${refusal.status}: ${refusal.message}`);
}
