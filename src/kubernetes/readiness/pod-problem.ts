import {isObject, type JsonObject} from '../../core/json.ts';
import {CRASH_RESTARTS, GRACE, START_RESTARTS} from './grace.ts';
import {podFailure, stuckContainer} from './pod-failure.ts';
import type {Problem} from './problem.ts';
import {conditionOf, intAt, textAt, valueAt} from './read.ts';

type Classified = Pick<Problem, 'cause' | 'graceMs'>;

/** Returns the problem of a pod that has not ended, or undefined if it may just be starting. */
export function podProblem(pod: JsonObject): Problem | undefined {
  const stuck = stuckContainer(pod);
  const classified = stuck === undefined ? unscheduled(pod) : stuckBy(stuck);
  if (classified === undefined) return undefined;
  const name = textAt(pod, 'metadata', 'name');
  const container = stuck === undefined ? {} : {container: textAt(stuck, 'name')};
  return {...classified, detail: `pod ${name}: ${podFailure(pod) ?? classified.cause}`, pod: name, ...container};
}

function stuckBy(container: JsonObject): Classified | undefined {
  const message = textAt(container, 'state', 'waiting', 'message');
  switch (textAt(container, 'state', 'waiting', 'reason')) {
    case 'InvalidImageName':
    case 'ErrImageNeverPull':
      return {cause: 'image', graceMs: GRACE.none};
    case 'ErrImagePull':
    case 'ImagePullBackOff':
    case 'ImageInspectError':
    case 'RegistryUnavailable':
    case 'SignatureValidationFailed':
      return {cause: 'image', graceMs: REFUSED_IMAGE.test(message) ? GRACE.imageRefused : GRACE.imageUnreachable};
    case 'CreateContainerConfigError':
      return {cause: 'config', graceMs: MISSING.test(message) ? GRACE.missingConfig : GRACE.none};
    case 'CreateContainerError':
    case 'RunContainerError':
      return {cause: 'start', graceMs: GRACE.start};
    case 'CrashLoopBackOff':
      return crashing(container);
    default:
      return undefined;
  }
}

/** Matches answers by which a registry definitely refuses an image. */
const REFUSED_IMAGE = /not found|manifest unknown|unauthorized|denied|forbidden|does not exist|no match for platform/i;
const MISSING = /not found|couldn't find key/;
const NEVER_STARTED: ReadonlySet<string> = new Set(['StartError', 'ContainerCannotRun']);

function crashing(container: JsonObject): Classified {
  const ended = valueAt(container, 'lastState', 'terminated');
  const restarts = intAt(container, ['restartCount'], 0);
  // A container that ends successfully and is restarted is misconfigured, but that does not end the wait.
  if (!isObject(ended) || intAt(ended, ['exitCode'], 0) === 0) return {cause: 'crash'};
  if (NEVER_STARTED.has(textAt(ended, 'reason'))) {
    return {cause: 'start', graceMs: restarts >= START_RESTARTS ? GRACE.none : GRACE.start};
  }
  return restarts >= CRASH_RESTARTS ? {cause: 'crash', graceMs: GRACE.none} : {cause: 'crash'};
}

/** Returns the problem of an unscheduled pod. A pod with scheduling gates waits for their owner. */
function unscheduled(pod: JsonObject): Classified | undefined {
  const scheduled = conditionOf(pod, 'PodScheduled');
  if (scheduled?.status !== 'False' || scheduled.reason !== 'Unschedulable') return undefined;
  // The scheduler has chosen a node, and pods with a lower priority are leaving it.
  if (textAt(pod, 'status', 'nominatedNodeName') !== '') return {cause: 'unschedulable'};
  const unbound = /PersistentVolumeClaim/i.test(scheduled.message);
  return {cause: 'unschedulable', graceMs: unbound ? GRACE.unboundVolume : GRACE.unschedulable};
}
