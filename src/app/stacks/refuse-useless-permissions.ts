import {GantryError} from '../../core/failure/failure.ts';
import {PERMISSION_FLAG, type Permission} from '../../core/plan/permissions.ts';
import {nearestSelector} from '../../core/selection/nearest-selector.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {PreviewRequest} from '../plan/release-requests.ts';
import type {StackRun} from './each-stack.ts';
import type {PlannedStack} from './plan-stack.ts';

/** Refuses a permission that names or selects nothing in any stack of the run. */
export function refuseUselessPermissions(
  {permissions}: Pick<PreviewRequest, 'permissions'>,
  runs: readonly StackRun<PlannedStack>[],
): void {
  const ids = runs.flatMap((run) => (run.kind === 'done' ? run.value.plan.changes.map(({id}) => id) : []));
  const resources = runs.flatMap((run) => (run.kind === 'done' ? run.value.wanted : []));
  const known = new Set([...ids, 'all']);
  const isUselessAdopt = (text: string): boolean =>
    !runs.some((run) => run.kind === 'done' && !run.value.uselessAdopt.includes(text));
  for (const [name, flag] of Object.entries(PERMISSION_FLAG)) {
    if (name === 'revertAdded') continue;
    const useless = name === 'adopt' ? isUselessAdopt : (id: string) => !known.has(id);
    const wrong = permissions[name as Permission]?.find(useless);
    if (wrong === undefined) continue;
    const nearest = didYouMean(wrong, ids) ?? (name === 'adopt' ? nearestSelector(wrong, resources) : undefined);
    throw new GantryError({
      code: 'input/usage',
      message: `${flag} ${wrong}: none of these stacks has such a resource`,
      hint: nearest === undefined ? 'Run "gantry preview" to list the ids of all changes.' : `Did you mean ${nearest}?`,
    });
  }
}
