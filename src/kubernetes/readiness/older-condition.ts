import {isObject, type JsonObject} from '../../core/json.ts';
import {listAt, textAt, valueAt} from './read.ts';
import {inProgress, type Readiness} from './status.ts';

/** The conditions by which kinds without their own rule are judged. */
const JUDGED: ReadonlySet<string> = new Set(['Ready', 'Reconciling', 'Stalled']);

/**
 * Reports a condition of an older generation. Many controllers (cert-manager, Gateway API, Flux) write the generation
 * only in each condition. A condition of an older generation does not describe the written object, neither as ready nor
 * as failed.
 */
export function olderCondition(object: JsonObject): Readiness | undefined {
  const generation = valueAt(object, 'metadata', 'generation');
  // The generation of the whole status was checked already; some controllers update a condition only when it changes.
  const isWhole = typeof valueAt(object, 'status', 'observedGeneration') === 'number';
  if (typeof generation !== 'number' || isWhole) return undefined;
  for (const condition of listAt(object, 'status', 'conditions').filter(isObject)) {
    const observed = condition['observedGeneration'];
    const type = textAt(condition, 'type');
    // Zero means that the controller does not fill it in.
    if (!JUDGED.has(type) || typeof observed !== 'number' || observed === 0 || observed >= generation) continue;
    return inProgress(
      'LatestGenerationNotObserved',
      `its condition ${type} was reported for generation ${observed}, but the object is at generation ${generation}`,
    );
  }
  return undefined;
}
