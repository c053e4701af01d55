import {isObject, type JsonObject} from '../../core/json.ts';
import {listAt, textAt, valueAt} from './read.ts';
import {inProgress, type Readiness} from './status.ts';

/** The conditions by which kinds without a rule of their own are judged. */
const JUDGED: ReadonlySet<string> = new Set(['Ready', 'Reconciling', 'Stalled']);

/**
 * Many controllers (cert-manager, Gateway API, Flux) say in each condition which generation it is about, and nowhere else: one of
 * an older generation says nothing of what was written, neither that it is ready nor that it has failed.
 */
export function olderCondition(object: JsonObject): Readiness | undefined {
  const generation = valueAt(object, 'metadata', 'generation');
  // A status that speaks of a generation as a whole was asked already; some controllers touch a condition only when it turns.
  const isWhole = typeof valueAt(object, 'status', 'observedGeneration') === 'number';
  if (typeof generation !== 'number' || isWhole) return undefined;
  for (const condition of listAt(object, 'status', 'conditions').filter(isObject)) {
    const observed = condition['observedGeneration'];
    const type = textAt(condition, 'type');
    // Zero: its controller does not fill it in.
    if (!JUDGED.has(type) || typeof observed !== 'number' || observed === 0 || observed >= generation) continue;
    return inProgress(
      'LatestGenerationNotObserved',
      `its condition ${type} was reported for generation ${observed}, but the object is at generation ${generation}`,
    );
  }
  return undefined;
}
