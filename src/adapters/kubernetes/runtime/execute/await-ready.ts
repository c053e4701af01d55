import type {Failure} from '../../../../core/failure/failure.ts';
import {isObject, type JsonObject} from '../../../../core/json.ts';
import {type Problem, withCause} from '../../../../kubernetes/readiness/problem.ts';
import {isFinishedTtlJob, isTtlJob} from '../../../../kubernetes/readiness/ttl-job.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import {resourceVersionOf, uidOf} from '../plan/live-objects.ts';
import {awaitObject} from './await-object.ts';
import type {ExecuteSession} from './execute-session.ts';
import type {FirstReport} from './first-reports.ts';
import type {Look, LookRequest, Warnings} from './look-at-pods.ts';
import type {Observed, Place} from './watch-hub.ts';

/** A wait until a written object is ready. */
export type ReadyWait = Pick<ExecuteSession, 'hub' | 'clock' | 'readiness'> & {
  readonly place: Place;
  readonly id: string;
  /** The server's answer to the write. */
  readonly written: JsonObject;
  readonly run: Pick<StepRun, 'signal' | 'timeoutMs' | 'limit' | 'onWaiting'>;
  /** The first condition that its controller may report. */
  readonly report?: FirstReport | undefined;
  /** Looks at the pods of the object while it is not ready. */
  readonly look?: (request: LookRequest) => Look | undefined;
};

/** The end of a wait: the ready object, or a failure and what is known of its cause. */
export type ReadyEnd =
  | {readonly end: JsonObject}
  | {
      readonly failure: Failure;
      /** The object as last seen. */
      readonly last: JsonObject;
      /** The problem of its pods. */
      readonly problem?: Problem | undefined;
      readonly warnings?: Warnings | undefined;
    };

/** Waits until a written object is ready by the rules of core/readiness. Returns the object as last seen. */
export async function awaitReady(wait: ReadyWait): Promise<ReadyEnd> {
  const {hub, clock, readiness, place, id, written, run, report} = wait;
  const now = readiness(id, written);
  if (now.status === 'Current' && report === undefined) return {end: written};
  if (now.status === 'Failed') {
    return {failure: {code: 'object/failed', resource: id, detail: now.message}, last: written};
  }
  const progress = tell(run.onWaiting);
  let [last, problem, look] = [written, undefined as Problem | undefined, undefined as Look | undefined];
  const outcome = await awaitObject<JsonObject | Failure>({
    ...run,
    onWaiting: progress.state,
    hub,
    clock,
    place,
    id,
    first: report === undefined ? now.message : UNREPORTED,
    judge: (observed) => {
      if (!isOlder(observed.object, written) && uidOf(observed.object) === uidOf(written)) last = observed.object;
      return judge(observed, {written, readiness, id, report});
    },
    aside: ({end, failed}) => {
      look = wait.look?.({
        workload: () => last,
        onProblem: (found) => progress.problem((problem = found)),
        onDoomed: (found) => {
          problem = found;
          end({code: 'object/failed', resource: id, detail: readiness(id, last).message});
        },
        onFailed: failed,
      });
      const over = endUnreported(wait, () => last, end);
      return {changed: () => look?.changed(), stop: () => (over?.abort(), look?.stop())};
    },
  });
  const seen = {last, problem, warnings: look?.warnings};
  if ('failure' in outcome) return {...outcome, ...seen};
  return isFailure(outcome.end) ? {failure: outcome.end, ...seen} : {end: outcome.end};
}

/** The message while its controller has not reported anything. */
const UNREPORTED = 'waiting for its controller to report a condition';

/** Ends the wait for a condition that is never reported: the object is then ready, unless it reports otherwise. */
function endUnreported(
  {report, clock, readiness, id, run}: ReadyWait,
  last: () => JsonObject,
  end: (object: JsonObject) => void,
): AbortController | undefined {
  if (report === undefined) return undefined;
  const over = new AbortController();
  const leftMs = run.limit === undefined ? run.timeoutMs : Math.max(0, run.limit.until - clock.monotonic());
  const isUnreported = (): boolean => report.isExpected(last());
  const waited = async (): Promise<void> => {
    await report.given({leftMs, isUnreported, signal: over.signal});
    if (!over.signal.aborted && readiness(id, last()).status === 'Current') end(last());
  };
  void waited();
  return over;
}

/** Reports what is waited for, and the current problem. */
function tell(onWaiting: (message: string) => void) {
  let [state, problem] = ['', undefined as Problem | undefined];
  const say = (): void => onWaiting(withCause(state, problem?.detail));
  return {
    state: (message: string): void => {
      state = message;
      say();
    },
    problem: (found: Problem | undefined): void => {
      const same = found?.detail === problem?.detail;
      problem = found;
      if (!same) say();
    },
  };
}

type Judged = Pick<ReadyWait, 'written' | 'readiness' | 'id'> & {readonly report?: FirstReport | undefined};

function judge(
  {object, deleted}: Observed,
  {written, readiness, id, report}: Judged,
): {end: JsonObject | Failure} | {waiting: string} {
  if (deleted || uidOf(object) !== uidOf(written)) {
    if (isOlder(object, written)) return {waiting: 'waiting for the server to show the new object'};
    return {end: gone(object, {written, readiness, id})};
  }
  // An observation from before our write does not count.
  if (isOlder(object, written)) return {waiting: 'waiting for the server to show the change'};
  const {status, message} = readiness(id, object);
  if (report?.isExpected(object) === true) return {waiting: UNREPORTED};
  if (status === 'Current') return {end: object};
  if (status === 'Failed') return {end: {code: 'object/failed', resource: id, detail: message}};
  return {waiting: message};
}

/** Returns the state of a Job that the cluster deletes after its end, and that is gone: it succeeded, as far as it was observed. */
function gone(object: JsonObject, {written, readiness, id}: Judged): JsonObject | Failure {
  if (isTtlJob(written)) {
    const {deletionTimestamp: _, ...metadata} = isObject(object['metadata']) ? object['metadata'] : {};
    const last = {...object, metadata};
    const {status, message} = readiness(id, last);
    if (status === 'Failed') return {code: 'object/failed', resource: id, detail: message};
    // Whether it was observed to complete decides whether it runs again.
    return isFinishedTtlJob(last) && uidOf(last) === uidOf(written) ? last : written;
  }
  return {code: 'object/failed', resource: id, detail: 'it was deleted while Gantry waited for it'};
}

const isFailure = (value: JsonObject | Failure): value is Failure =>
  typeof value['code'] === 'string' && 'resource' in value;

/** Reports whether an object is older: by the generation of the same object, else by resourceVersion if both are numbers (as all of etcd's are). */
function isOlder(object: JsonObject, than: JsonObject): boolean {
  const [a, b] = [generationOf(object), generationOf(than)];
  if (a !== undefined && b !== undefined && a !== b && uidOf(object) === uidOf(than)) return a < b;
  const [left, right] = [resourceVersionOf(object) ?? '', resourceVersionOf(than) ?? ''];
  return /^\d+$/.test(left) && /^\d+$/.test(right) && BigInt(left) < BigInt(right);
}

function generationOf(object: JsonObject): number | undefined {
  const generation = isObject(object['metadata']) ? object['metadata']['generation'] : undefined;
  return typeof generation === 'number' ? generation : undefined;
}
