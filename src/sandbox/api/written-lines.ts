import type {JsonObject} from '../../core/json.ts';
import {nameOf} from '../model/metadata.ts';
import {numberAt, objectAt, objectsAt, textAt} from '../model/part.ts';
import {badRequest} from '../model/refusals.ts';

/** One line of a log. `at` is in RFC 3339 with nanoseconds, as a kubelet stamps the output of a container. */
export type Line = {readonly at: string; readonly line: string};

const ENDED = ['Succeeded', 'Failed'];

/**
 * Returns the simulated log of a container. No container runs, so the lines follow from its state, starting at its start time. For a
 * healthy container they equal the lines of the simulated node of the test cluster.
 * @param previous selects the run before the last restart, if there was one
 * @throws Refusal 400, in the kubelet's words, if the container has not started
 */
export function writtenLines(pod: JsonObject, container: string, previous: boolean): readonly Line[] {
  const status = statusOf(pod, container);
  const last = objectAt(status, 'lastState', 'terminated');
  const running = objectAt(status, 'state', 'running');
  const ended = objectAt(status, 'state', 'terminated');
  if (running !== undefined && !(previous && last !== undefined)) {
    return stamped(textAt(running, 'startedAt'), status?.['ready'] === true ? ['ready'] : []);
  }
  const over = (previous ? undefined : ended) ?? last ?? ended;
  if (over === undefined) throw badRequest(`container "${container}" in pod "${nameOf(pod)}" ${whyNot(pod, status)}`);
  const code = numberAt(over, 'exitCode');
  return stamped(textAt(over, 'startedAt'), [code === 0 ? 'ready' : `error: simulated failure with exit code ${code}`]);
}

/** Reports whether a container has stopped writing. */
export const hasEnded = (pod: JsonObject, container: string): boolean =>
  ENDED.includes(textAt(pod, 'status', 'phase')) ||
  objectAt(statusOf(pod, container), 'state', 'terminated') !== undefined;

function statusOf(pod: JsonObject, container: string): JsonObject | undefined {
  const statuses = ['containerStatuses', 'initContainerStatuses'].flatMap((field) => objectsAt(pod, 'status', field));
  return statuses.find(({name}) => name === container);
}

function whyNot(pod: JsonObject, status: JsonObject | undefined): string {
  const isOver = status === undefined && ENDED.includes(textAt(pod, 'status', 'phase'));
  if (isOver) return 'is not available';
  const reason = textAt(status, 'state', 'waiting', 'reason') || 'ContainerCreating';
  return `is waiting to start: ${UNPULLED[reason] ?? reason}`;
}

const UNPULLED: Readonly<Record<string, string>> = {
  ErrImagePull: "image can't be pulled",
  ImagePullBackOff: 'trying and failing to pull image',
};

/** Stamps the lines one millisecond apart, from the start on. */
const stamped = (start: string, more: readonly string[]): readonly Line[] =>
  ['starting', 'warning: this container is simulated', ...more].map((line, index) => ({
    at: start.replace(/(\.\d+)?Z$/, `.${String(index).padStart(3, '0')}000000Z`),
    line,
  }));
