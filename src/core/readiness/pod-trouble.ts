import {isObject, type JsonObject} from '../json.ts';
import {conditionOf, intAt, listAt, textAt, valueAt} from './read.ts';

/** Why a pod is not ready, as its node or the scheduler says it: `ImagePullBackOff: Back-off pulling image "x"`. */
export function podTrouble(pod: JsonObject): string | undefined {
  const containers = ['initContainerStatuses', 'containerStatuses']
    .flatMap((list) => listAt(pod, 'status', list))
    .filter(isObject);
  const [stuck] = containers.flatMap((container) => waiting(container) ?? []);
  if (stuck !== undefined) return stuck;
  const [ended] = containers.flatMap((container) => exit(container, 'state') ?? []);
  return ended ?? evicted(pod) ?? unscheduled(pod) ?? unready(pod);
}

/** Every new pod waits so for a moment: it is no reason. */
const ON_THE_WAY: ReadonlySet<string> = new Set(['', 'ContainerCreating', 'PodInitializing']);

function waiting(container: JsonObject): string | undefined {
  const reason = textAt(container, 'state', 'waiting', 'reason');
  if (ON_THE_WAY.has(reason)) return undefined;
  const last = exit(container, 'lastState');
  const said = sayIt(reason, textAt(container, 'state', 'waiting', 'message'));
  return last === undefined ? said : `${said} (${last})`;
}

/** The termination message is left out: the program wrote it, and may have written anything. */
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
