import type {JsonObject} from '../../core/json.ts';
import type {Current} from './current-pods.ts';
import {GRACE} from './grace.ts';
import {podFailure} from './pod-failure.ts';
import type {Problem} from './problem.ts';
import {textAt} from './read.ts';

/** The uids of the pods that were seen under each name. */
export type Namesakes = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the known pods by name, with those that are seen now. */
export function namesakesWith(before: Namesakes, {pods}: Current): Namesakes {
  const after = new Map(before);
  for (const pod of pods) {
    const name = textAt(pod, 'metadata', 'name');
    after.set(name, new Set([...(after.get(name) ?? []), textAt(pod, 'metadata', 'uid')]));
  }
  return after;
}

/** The number of pods with one name, within one wait, that counts as a problem. */
const AGAIN = 4;

/**
 * Returns the problems of a StatefulSet whose pods are recreated repeatedly. It deletes a failed pod and creates the
 * next one with the same name: no failed pod can be counted, but none of them lives long.
 */
export function recreatedPods(namesakes: Namesakes, {pods}: Current): readonly Problem[] {
  const pod = pods.find((one) => (namesakes.get(textAt(one, 'metadata', 'name'))?.size ?? 0) >= AGAIN);
  return pod === undefined ? [] : [recreated(pod)];
}

function recreated(pod: JsonObject): Problem {
  const name = textAt(pod, 'metadata', 'name');
  const problem = textAt(pod, 'status', 'phase') === 'Failed' ? podFailure(pod) : undefined;
  const detail = `pod ${name} ends right after it is created, and is created again${problem === undefined ? '' : `: ${problem}`}`;
  return {cause: 'failed-pods', detail, pod: name, graceMs: GRACE.none};
}
