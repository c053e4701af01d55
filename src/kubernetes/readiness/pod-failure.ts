import {isObject, type JsonObject} from '../../core/json.ts';
import {conditionOf, intAt, listAt, textAt, valueAt} from './read.ts';

/** Returns why a pod is not ready, in the words of its node or the scheduler: `ImagePullBackOff: Back-off pulling image "x"`. */
export function podFailure(pod: JsonObject): string | undefined {
  const stuck = stuckContainer(pod);
  if (stuck !== undefined) return waiting(stuck);
  const [ended] = containersOf(pod).flatMap((container) => exit(container, 'state') ?? []);
  return ended ?? evicted(pod) ?? unscheduled(pod) ?? unready(pod);
}

/** Returns the statuses of the containers of a pod, in the order in which they start. */
export const containersOf = (pod: JsonObject): readonly JsonObject[] =>
  ['initContainerStatuses', 'containerStatuses'].flatMap((list) => listAt(pod, 'status', list)).filter(isObject);

/** Returns the first container that waits for something that does not resolve by itself within a moment. */
export const stuckContainer = (pod: JsonObject): JsonObject | undefined =>
  containersOf(pod).find((container) => !ON_THE_WAY.has(textAt(container, 'state', 'waiting', 'reason')));

/** Reasons for which every new pod waits for a moment; they explain no failure. */
const ON_THE_WAY: ReadonlySet<string> = new Set(['', 'ContainerCreating', 'PodInitializing']);

function waiting(container: JsonObject): string {
  const reason = textAt(container, 'state', 'waiting', 'reason');
  const last = exit(container, 'lastState');
  const said = sayIt(reason, textAt(container, 'state', 'waiting', 'message'));
  return last === undefined ? said : `${said} (${last})`;
}

/** Describes how a container ended. The termination message is left out: the program wrote it, so it may contain anything. */
function exit(container: JsonObject, state: 'state' | 'lastState'): string | undefined {
  const ended = valueAt(container, state, 'terminated');
  if (!isObject(ended)) return undefined;
  const code = intAt(ended, ['exitCode'], 0);
  return code === 0
    ? undefined
    : `container ${textAt(container, 'name')} ended with ${code}, ${textAt(ended, 'reason')}`;
}

function evicted(pod: JsonObject): string | undefined {
  const reason = textAt(pod, 'status', 'reason');
  return reason === '' ? undefined : sayIt(reason, textAt(pod, 'status', 'message'));
}

const unscheduled = (pod: JsonObject): string | undefined => unmet(pod, 'PodScheduled');
const unready = (pod: JsonObject): string | undefined => unmet(pod, 'Ready');

function unmet(pod: JsonObject, type: string): string | undefined {
  const condition = conditionOf(pod, type);
  return condition?.status === 'False' && condition.reason !== ''
    ? sayIt(condition.reason, condition.message)
    : undefined;
}

const sayIt = (reason: string, message: string): string => (message === '' ? reason : `${reason}: ${message}`);
