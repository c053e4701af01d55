import type {JsonObject} from '../../../../../core/json.ts';
import {type PodContainer, podContainers} from '../../../../../kubernetes/logs/pod-containers.ts';
import {textAt} from '../../../../../kubernetes/readiness/read.ts';
import type {LogsFound} from '../../../../../ports/operations.ts';
import type {Notifier} from '../../execute/notifier.ts';
import type {OwnedPod} from './find-pods.ts';
import {followContainer} from './follow-container.ts';
import type {Logging} from './logging.ts';
import {mergeLines} from './merge-lines.ts';

/** The most logs that one connection carries at once. */
const MOST = 90;
/** The time for which lines wait for others: long enough for lines written at the same time, too short to be noticed. */
const PATIENCE_MS = 200;

/** The containers whose logs are followed. */
export type Followers = {
  /** Follows the containers of these pods that have started and are not followed yet. */
  readonly join: (owned: readonly OwnedPod[]) => void;
  readonly active: () => number;
  /** Resolves when none is active any more and every line has been emitted. */
  readonly ended: () => Promise<void>;
  readonly found: () => LogsFound;
};

/** The pods whose logs are followed; the bell rings when they change. */
export type Surroundings = {
  /** Returns the pods as they are now. */
  readonly pods: () => readonly JsonObject[];
  readonly notifier: Notifier;
  readonly signal: AbortSignal;
  readonly onFailed: (error: unknown) => void;
};

/** Follows the logs of all containers of the pods, including those that start later. */
export function openFollowers(logging: Logging, around: Surroundings): Followers {
  const {request} = logging;
  const {clock} = logging.operating.session;
  const merge = mergeLines({clock, emit: logging.onLine, patienceMs: PATIENCE_MS, signal: around.signal});
  const tasks = new Map<string, Promise<void>>();
  const [uids, names, said] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let [active, isFirst] = [0, true];
  const remark = (text: string): void => {
    if (!said.has(text)) request.onRemark(text);
    said.add(text);
  };
  const start = (owned: OwnedPod, container: PodContainer): void => {
    const key = keyOf(owned.pod, container.name);
    if (tasks.has(key)) return;
    if (!container.started) return remark(`${owned.name} ${container.name} has not started yet: ${container.reason}`);
    if (active >= MOST)
      return remark(
        `more than ${MOST} containers: the logs of the others start when one of these ends. Name a resource, or pass --container.`,
      );
    active++;
    // A container that joins later is new, so its whole log is wanted.
    const first = isFirst ? {tailLines: request.tail, sinceSeconds: request.sinceSeconds} : {};
    const done = followOne(logging, around, {owned, name: container.name, first, merge, remark});
    tasks.set(
      key,
      done.catch(around.onFailed).finally(() => (active--, around.notifier.notify())),
    );
  };
  return {
    join: (owned) => {
      for (const one of owned) {
        uids.add(textAt(one.pod, 'metadata', 'uid'));
        for (const container of podContainers(one.pod)) {
          names.add(container.name);
          if (request.container === undefined || request.container === container.name) start(one, container);
        }
      }
      isFirst = false;
    },
    active: () => active,
    ended: async () => {
      await Promise.all(tasks.values());
      merge.flush();
    },
    found: () => ({pods: uids.size, streams: tasks.size, containers: [...names]}),
  };
}

type One = {
  readonly owned: OwnedPod;
  readonly name: string;
  readonly first: Parameters<typeof followContainer>[0]['first'];
  readonly merge: Parameters<typeof followContainer>[0]['merge'];
  readonly remark: (text: string) => void;
};

function followOne(logging: Logging, around: Surroundings, {owned, name, first, merge, remark}: One): Promise<void> {
  const {client, clock} = logging.operating.session;
  const {pods, notifier, signal} = around;
  const uid = textAt(owned.pod, 'metadata', 'uid');
  return followContainer({
    client,
    clock,
    place: {namespace: owned.namespace, pod: owned.name, container: name},
    id: owned.id,
    container: () => {
      const pod = pods().find((one) => textAt(one, 'metadata', 'uid') === uid);
      return pod === undefined ? undefined : podContainers(pod).find((one) => one.name === name);
    },
    changed: (ms) => notifier.after(notifier.count(), ms, {clock, signal}),
    first,
    merge,
    onRemark: remark,
    signal,
  });
}

const keyOf = (pod: JsonObject, container: string): string => `${textAt(pod, 'metadata', 'uid')} ${container}`;
