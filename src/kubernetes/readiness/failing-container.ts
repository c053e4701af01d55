import type {JsonObject} from '../../core/json.ts';
import {containersOf, stuckContainer} from './pod-failure.ts';
import {intAt, textAt, valueAt} from './read.ts';

/** A container whose log explains a failure. */
export type FailingContainer = {
  readonly container: string;
  /** The runs that have a log, in the order of time. */
  readonly runs: readonly ('previous' | 'last')[];
};

/**
 * Returns the container of a pod whose log explains why it is not ready: the named one, or the first that is not ready.
 * Returns undefined if none has run.
 */
export function failingContainer(pod: JsonObject, wanted?: string): FailingContainer | undefined {
  const containers = containersOf(pod);
  const failing =
    containers.find((container) => textAt(container, 'name') === wanted) ??
    stuckContainer(pod) ??
    containers.find((container) => container['ready'] !== true && !endedWell(container));
  if (failing === undefined) return undefined;
  const container = textAt(failing, 'name');
  const running = has(failing, 'state', 'running');
  if (running && has(failing, 'lastState', 'terminated')) return {container, runs: ['previous', 'last']};
  // For a container that waits to be restarted, a node returns the log of the previous run.
  const ran = running || has(failing, 'state', 'terminated') || has(failing, 'lastState', 'terminated');
  return ran ? {container, runs: ['last']} : undefined;
}

const has = (container: JsonObject, ...path: readonly string[]): boolean => {
  const value = valueAt(container, ...path);
  return value !== undefined && value !== null;
};

/** Reports whether a container ended with exit code 0, as an init container does. */
const endedWell = (container: JsonObject): boolean => intAt(container, ['state', 'terminated', 'exitCode'], -1) === 0;
