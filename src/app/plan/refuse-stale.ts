import {GantryError} from '../../core/failure/failure.ts';
import {type PlanWithBases, staleBases} from '../../kubernetes/plan/stale-bases.ts';

/**
 * Refuses a plan whose inputs changed after it was made.
 * @param what the name of the plan in messages: a file, or the plan of a stack
 * @throws GantryError plan/stale with everything that has changed.
 */
export function refuseStale(saved: PlanWithBases, now: PlanWithBases, what: string): void {
  const moved = staleBases(saved, now);
  if (moved.length === 0) return;
  const detail = `${moved.length === 1 ? 'one input' : `${moved.length} inputs`} of ${what} changed`;
  throw new GantryError({code: 'plan/stale', detail, diagnostics: moved});
}
