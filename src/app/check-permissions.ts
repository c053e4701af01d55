import {GantryError} from '../core/failure/failure.ts';
import type {Permissions} from '../core/plan/plan.ts';
import {didYouMean} from '../lib/did-you-mean.ts';

/**
 * Each id that --adopt and --force-conflicts name is one of the plan: a misspelt one permits nothing, and would not be seen.
 * @throws GantryError input/usage, with the nearest id.
 */
export function checkPermissions({adopt, forceConflicts}: Permissions, ids: readonly string[]): void {
  const known = new Set([...ids, 'all']);
  const flags = [
    ...adopt.map((id) => ['--adopt', id] as const),
    ...forceConflicts.map((id) => ['--force-conflicts', id] as const),
  ];
  const wrong = flags.find(([, id]) => !known.has(id));
  if (wrong === undefined) return;
  const [flag, id] = wrong;
  const nearest = didYouMean(id, ids);
  throw new GantryError({
    code: 'input/usage',
    message: `${flag} ${id}: the stack has no such resource`,
    hint: nearest === undefined ? '"gantry preview" lists the ids of all that changes.' : `Did you mean ${nearest}?`,
  });
}
