import type {JsonObject} from '../../core/json.ts';
import type {Current} from './current-pods.ts';
import {CRASH_RESTARTS} from './grace.ts';
import {containersOf, podFailure} from './pod-failure.ts';
import type {Problem} from './problem.ts';
import {intAt, textAt, valueAt} from './read.ts';

/**
 * Returns the first problem of a workload that counts as a failure, for a single look: a problem that is older than its
 * grace, measured by the age of the object that it is about, or a container that ends repeatedly.
 */
export function lastingProblem(problems: readonly Problem[], {maker, pods}: Current, now: Date): Problem | undefined {
  const ageOf = ({pod}: Problem): number => {
    const about = pods.find((one) => textAt(one, 'metadata', 'name') === pod) ?? maker;
    return now.getTime() - Date.parse(textAt(about, 'metadata', 'creationTimestamp'));
  };
  const lasts = (problem: Problem): boolean =>
    problem.cause === 'crash' || (problem.graceMs !== undefined && ageOf(problem) >= problem.graceMs);
  return problems.find(lasts) ?? pods.flatMap((pod) => betweenCrashes(pod) ?? [])[0];
}

/** Returns the problem of a container in a crash loop that is running again at the moment: the next restart would report it again. */
function betweenCrashes(pod: JsonObject): Problem | undefined {
  const container = containersOf(pod).find(
    (one) => one['ready'] !== true && intAt(one, ['restartCount'], 0) >= CRASH_RESTARTS && lastExit(one) !== 0,
  );
  if (container === undefined) return undefined;
  const name = textAt(pod, 'metadata', 'name');
  const restarts = intAt(container, ['restartCount'], 0);
  const own = textAt(container, 'name');
  const said = `container ${own} was restarted ${restarts} times, and ended with ${lastExit(container)}`;
  const problem = podFailure(pod);
  return {cause: 'crash', detail: `pod ${name}: ${problem?.includes(own) ? problem : said}`, pod: name, container: own};
}

function lastExit(container: JsonObject): number {
  const at = valueAt(container, 'state', 'terminated') === undefined ? 'lastState' : 'state';
  return intAt(container, [at, 'terminated', 'exitCode'], 0);
}
