import {GantryError} from '../core/failure/failure.ts';
import {PERMISSION_FLAG, type Permission, type Permissions} from '../core/plan/permissions.ts';
import {nearestSelector} from '../core/selection/nearest-selector.ts';
import type {Selectable} from '../core/selection/selector.ts';
import {didYouMean} from '../lib/did-you-mean.ts';
import type {SameRunStacks} from './stacks/same-run-stacks.ts';

/**
 * Refuses a permission that names an id which is not in the plan: a misspelt id would permit nothing, and nobody would notice.
 * @param resources the desired resources, whose kinds `--adopt` also takes
 * @throws GantryError input/usage, with the nearest id.
 */
export function checkPermissions(
  permissions: Permissions,
  {ids, resources}: {readonly ids: readonly string[]; readonly resources: readonly Selectable[]},
  sameRun?: SameRunStacks,
): void {
  if (permissions.allowDataLoss.includes('all')) {
    throw new GantryError({
      code: 'input/usage',
      message: `${PERMISSION_FLAG.allowDataLoss} all: data loss is permitted one resource at a time`,
      hint: 'Pass the id of each resource. Run "gantry preview" to list the ids.',
    });
  }
  // In a run over several stacks, the run checks the ids of all of them together.
  if (sameRun !== undefined) return;
  const known = new Set([...ids, 'all']);
  const flags = Object.entries(PERMISSION_FLAG).flatMap(([name, flag]) =>
    // These values also contain a path; the plan warns about those that match nothing.
    name === 'revertAdded' ? [] : (permissions[name as Permission] ?? []).map((id) => [flag, id] as const),
  );
  const wrong = flags.find(([, id]) => !known.has(id));
  if (wrong === undefined) return;
  const [flag, id] = wrong;
  const nearest = didYouMean(id, ids) ?? (flag === PERMISSION_FLAG.adopt ? nearestSelector(id, resources) : undefined);
  throw new GantryError({
    code: 'input/usage',
    message: `${flag} ${id}: the stack has no such resource`,
    hint: nearest === undefined ? 'Run "gantry preview" to list the ids of all changes.' : `Did you mean ${nearest}?`,
  });
}
