import type {Failure} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import type {ObjectHealth} from '../../../../core/readiness/health.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import {endingText, isEnding} from '../../../../kubernetes/plan/ending.ts';
import {type SeenEvent, seenEvent} from '../../../../kubernetes/readiness/event.ts';
import {healthOf} from '../../../../kubernetes/readiness/health-of.ts';
import {lastingProblem} from '../../../../kubernetes/readiness/lasting-problem.ts';
import type {Problem} from '../../../../kubernetes/readiness/problem.ts';
import type {Readiness} from '../../../../kubernetes/readiness/status.ts';
import {isUnboundPvc} from '../../../../kubernetes/readiness/status-readiness.ts';
import {workloadProblems} from '../../../../kubernetes/readiness/workload-problems.ts';
import {defined} from '../../../../lib/defined.ts';
import type {ReleasedStack} from '../../../../ports/operations.ts';
import {diagnoseFailure} from '../execute/diagnose-failure.ts';
import {eventsAbout} from '../execute/pvc-events.ts';
import {type AskedCluster, type ReadPods, read, readPods} from '../execute/read-pods.ts';
import {EVENTS} from '../execute/workload-kinds.ts';
import type {FoundObject} from './find-objects.ts';
import {findStack} from './find-stack.ts';
import type {Operating} from './operating.ts';

/** Returns the health of each object of a release; for an object that is not ready with the cause, as in an apply. */
export async function stackHealth(operating: Operating, stack: ReleasedStack): Promise<readonly ObjectHealth[]> {
  const found = await findStack(operating, stack);
  const warnings = warningsByNamespace(operating, stack.signal);
  const objects = await Promise.all(found.map((one) => objectHealth(operating, one, {signal: stack.signal, warnings})));
  return objects.map((object) => ({...object, message: operating.session.client.clean(object.message)}));
}

type Warned = (namespace: string | undefined) => Promise<readonly SeenEvent[] | undefined>;

/** Returns a function that reads the warnings of a namespace once, and only if something is not ready. */
function warningsByNamespace({session: {client}}: Operating, signal: AbortSignal): Warned {
  const known = new Map<string | undefined, ReturnType<Warned>>();
  return (namespace) => {
    const asked = {client, signal, namespace: namespace ?? 'default'};
    const reading =
      known.get(namespace) ??
      read(asked, {resource: EVENTS, fieldSelector: 'type=Warning'}).then((events) => events?.map(seenEvent));
    known.set(namespace, reading);
    return reading;
  };
}

type Looking = {readonly signal: AbortSignal; readonly warnings: Warned};
type Judged = Pick<ObjectHealth, 'health' | 'message' | 'trouble'>;

async function objectHealth(operating: Operating, found: FoundObject, looking: Looking): Promise<ObjectHealth> {
  const {id, kind, namespace, name, applied} = found.state;
  const about = {id, kind, ...defined({namespace}), name};
  if (found.live === undefined)
    return {...about, health: found.done === true ? 'ready' : 'missing', message: found.why};
  const {live} = found;
  if (isEnding(live)) return {...about, health: 'terminating', message: endingText(live)};
  const readiness = operating.session.statusReadiness(id, live, applied);
  return {...about, ...(await judge(operating, {id, live, readiness}, looking))};
}

type Seen = {readonly id: string; readonly live: JsonObject; readonly readiness: Readiness};

async function judge(operating: Operating, seen: Seen, looking: Looking): Promise<Judged> {
  const {status, message} = seen.readiness;
  if (status === 'Current' || status === 'Terminating') return {health: healthOf(status), message};
  const {client} = operating.session;
  const asked = {client, signal: looking.signal, namespace: identityOf(seen.live).namespace};
  return isUnboundPvc(seen.live) ? pvcHealth(seen, asked) : workloadHealth(operating, seen, {...looking, asked});
}

/** Returns the health of a PVC. Only an event says what it waits for; a PVC that waits for its first pod has no problem. */
async function pvcHealth({live, readiness}: Seen, asked: AskedCluster): Promise<Judged> {
  const {status, message} = readiness;
  const last = (await eventsAbout(asked, live)).at(-1);
  if (status === 'Failed' || last === undefined) return {health: healthOf(status), message};
  if (last.reason === 'WaitForFirstConsumer') return {health: 'ready', message: 'pending until first used'};
  return {health: healthOf(status), message: `${message}; ${last.reason}: ${last.message}`};
}

type Asking = Looking & {readonly asked: AskedCluster};

async function workloadHealth({session}: Operating, {id, live, readiness}: Seen, asking: Asking): Promise<Judged> {
  const {client} = session;
  const [pods, events] = await Promise.all([readPods(asking.asked, live), asking.warnings(identityOf(live).namespace)]);
  const isTheirs = session.judgesFailure?.(id, live) === true;
  const problem = isTheirs ? undefined : problemOf(pods, events, session.clock.now());
  const plain: Failure = {code: 'object/failed', resource: id, detail: readiness.message};
  const warnings = (uid: string) => events?.filter((event) => event.uid === uid);
  const failure = await diagnoseFailure(client, {
    failure: plain,
    last: live,
    signal: asking.signal,
    pods,
    problem,
    warnings,
  });
  const cause = failure.code === 'object/failed' ? failure : plain;
  return {
    health: problem === undefined ? healthOf(readiness.status) : 'failed',
    message: cause.detail,
    ...defined({trouble: cause.trouble}),
  };
}

function problemOf(
  {workload, current}: ReadPods,
  events: readonly SeenEvent[] | undefined,
  now: Date,
): Problem | undefined {
  if (current === undefined) return undefined;
  return lastingProblem(workloadProblems({workload, current, events}), current, now);
}
