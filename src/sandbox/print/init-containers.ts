import {isObject, type JsonObject} from '../../core/json.ts';
import {numberAt, objectsAt, textAt, valueAt} from '../model/part.ts';
import {sizeAt} from './cell.ts';
import {endReason, lastEnd, later} from './container-end.ts';

type Restarts = {readonly restarts: number; readonly last: string};

/** The progress of the init containers of a pod. */
export type InitProgress = Restarts & {
  /** The number of ready sidecars. */
  readonly ready: number;
  readonly reason: string;
  readonly initializing: boolean;
  /** The restarts of the sidecars alone, which count once the pod runs. */
  readonly kept: Restarts;
};

/** Evaluates the init containers up to the first one that blocks the others. */
export function initProgress(pod: JsonObject, given: string): InitProgress {
  const sidecars = new Set(
    objectsAt(pod, 'spec', 'initContainers')
      .filter((container) => textAt(container, 'restartPolicy') === 'Always')
      .map((container) => textAt(container, 'name')),
  );
  const none: Restarts = {restarts: 0, last: ''};
  let so: InitProgress = {...none, ready: 0, reason: given, initializing: false, kept: none};
  for (const [index, status] of objectsAt(pod, 'status', 'initContainerStatuses').entries()) {
    const sidecar = sidecars.has(textAt(status, 'name'));
    so = {...so, ...plus(so, status), kept: sidecar ? plus(so.kept, status) : so.kept};
    const stands = standing(status, sidecar);
    if (stands === 'holds') {
      const reason = holdReason(status, `${index}/${sizeAt(pod, 'spec', 'initContainers')}`);
      return {...so, reason: `Init:${reason}`, initializing: true};
    }
    if (stands === 'ready') so = {...so, ready: so.ready + 1};
  }
  return so;
}

const plus = (so: Restarts, status: JsonObject): Restarts => ({
  restarts: so.restarts + numberAt(status, 'restartCount'),
  last: later(so.last, lastEnd(status)),
});

function standing(status: JsonObject, sidecar: boolean): 'done' | 'ready' | 'holds' {
  const ended = valueAt(status, 'state', 'terminated');
  if (isObject(ended) && numberAt(ended, 'exitCode') === 0) return 'done';
  if (!sidecar || valueAt(status, 'started') !== true) return 'holds';
  return valueAt(status, 'ready') === true ? 'ready' : 'done';
}

function holdReason(status: JsonObject, progress: string): string {
  const ended = valueAt(status, 'state', 'terminated');
  if (isObject(ended)) return endReason(ended);
  const waiting = textAt(status, 'state', 'waiting', 'reason');
  return waiting === '' || waiting === 'PodInitializing' ? progress : waiting;
}
