import {type Failure, GantryError} from '../../../../../core/failure/failure.ts';
import {type PodContainer, podContainers} from '../../../../../kubernetes/logs/pod-containers.ts';
import type {LogsFound} from '../../../../../ports/operations.ts';
import type {Refusal} from '../../client/status.ts';
import {deniedLogs, listPods, type OwnedPod, ownedPods, podSearches} from './find-pods.ts';
import type {Logging} from './logging.ts';
import {type Merge, mergeLines} from './merge-lines.ts';
import {openLog} from './open-log.ts';

/** The most logs that one connection carries at once. */
const AT_ONCE = 50;

type Container = {readonly of: OwnedPod; readonly container: PodContainer};

/** Reads what the containers have written so far. It reads as much as possible; a log that could not be read is a failure at the end. */
export async function readPods(logging: Logging): Promise<LogsFound> {
  const {operating, request, roots, ownerOf, signal} = logging;
  const {client, clock} = operating.session;
  const pods = await ownedPods(await listPods(client, podSearches(roots), signal), ownerOf);
  const all = pods.flatMap((of) => podContainers(of.pod).map((container) => ({of, container})));
  const wanted = all.filter(({container: {name}}) => request.container === undefined || name === request.container);
  const readable = wanted.filter(({of, container}) => {
    if (!container.started) request.onRemark(`${of.name} ${container.name} has not started yet: ${container.reason}`);
    return container.started;
  });
  const merge = mergeLines({clock, emit: logging.onLine, signal});
  const queue = [...readable];
  const failures: Failure[] = [];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const failure = await readOne(logging, next, merge);
      if (failure !== undefined) failures.push(failure);
    }
  };
  await Promise.all(Array.from({length: AT_ONCE}, work));
  const [failure] = failures;
  if (failure !== undefined) throw new GantryError(failure);
  return {
    pods: pods.length,
    streams: readable.length,
    containers: [...new Set(all.map(({container: {name}}) => name))],
  };
}

async function readOne(logging: Logging, {of, container}: Container, merge: Merge): Promise<Failure | undefined> {
  const {operating, request, signal} = logging;
  const {client} = operating.session;
  const place = {namespace: of.namespace, pod: of.name, container: container.name};
  const {sinceSeconds, tail, previous} = request;
  const source = merge.open();
  try {
    const opened = await openLog(client, place, {previous, sinceSeconds, tailLines: tail}, signal);
    if (!opened.ok) return refused(logging, {of, container}, opened.refusal);
    for await (const line of opened.lines)
      await source.push({id: of.id, pod: of.name, container: container.name, ...line});
    return undefined;
  } catch (error) {
    if (error instanceof GantryError) return error.failure;
    if (signal.aborted) throw error;
    return {
      code: 'cluster/unreachable',
      server: client.server,
      detail: `the log of ${of.name} ${container.name} was cut off`,
    };
  } finally {
    source.end();
  }
}

/** Reports a log that a node does not have; other refusals are failures, or errors if permission is missing. */
function refused({operating, request}: Logging, {of, container}: Container, refusal: Refusal): Failure | undefined {
  const {server} = operating.session.client;
  if (refusal.kind === 'forbidden') throw deniedLogs(server, of.namespace, refusal.message);
  const who = `${of.name} ${container.name}`;
  if (refusal.kind !== 'not-found' && refusal.status !== 400)
    return {
      code: 'cluster/unreachable',
      server,
      detail: `the log of ${who}: HTTP ${refusal.status}: ${refusal.message}`,
    };
  request.onRemark(refusal.kind === 'not-found' ? `${who} no longer exists` : `${who}: ${refusal.message}`);
  return undefined;
}
