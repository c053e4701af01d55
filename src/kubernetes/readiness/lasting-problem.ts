import type {JsonObject} from '../../core/json.ts';
import type {Current} from './current-pods.ts';
import {CRASH_RESTARTS} from './grace.ts';
import {containersOf, podTrouble} from './pod-trouble.ts';
import type {Problem} from './problem.ts';
import {intAt, textAt, valueAt} from './read.ts';

/**
 * Of the problems of a workload, seen once, the first that counts as a failure: it is as old as its cause may last, going by the age
 * of what it is about; or it is a container that ends again and again.
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

/** A container in a crash loop that is being tried once more just now: the next restart will say so again. */
function betweenCrashes(pod: JsonObject): Problem | undefined {
  const container = containersOf(pod).find(
    (one) => one['ready'] !== true && intAt(one, ['restartCount'], 0) >= CRASH_RESTARTS && lastExit(one) !== 0,
  );
  if (container === undefined) return undefined;
  const name = textAt(pod, 'metadata', 'name');
  const restarts = intAt(container, ['restartCount'], 0);
  const own = textAt(container, 'name');
  const said = `container ${own} was restarted ${restarts} times, and ended with ${lastExit(container)}`;
  const trouble = podTrouble(pod);
  return {cause: 'crash', detail: `pod ${name}: ${trouble?.includes(own) ? trouble : said}`, pod: name, container: own};
}

function lastExit(container: JsonObject): number {
  const at = valueAt(container, 'state', 'terminated') === undefined ? 'lastState' : 'state';
  return intAt(container, [at, 'terminated', 'exitCode'], 0);
}
