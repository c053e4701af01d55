import type {JsonObject} from '../../core/json.ts';
import {containersOf, stuckContainer} from './pod-trouble.ts';
import {intAt, textAt, valueAt} from './read.ts';

/** A container whose log explains a failure. */
export type FailingContainer = {
  readonly container: string;
  /** Whose logs there are, in the order of time. */
  readonly runs: readonly ('previous' | 'last')[];
};

/** The container of a pod whose log tells why it is not ready: the one named, or the first that is not. Undefined: none has run. */
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
  // Of one that waits to be started again a node answers with the log of the run before.
  const ran = running || has(failing, 'state', 'terminated') || has(failing, 'lastState', 'terminated');
  return ran ? {container, runs: ['last']} : undefined;
}

const has = (container: JsonObject, ...path: readonly string[]): boolean => {
  const value = valueAt(container, ...path);
  return value !== undefined && value !== null;
};

/** As an init container does. */
const endedWell = (container: JsonObject): boolean => intAt(container, ['state', 'terminated', 'exitCode'], -1) === 0;
