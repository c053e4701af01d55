import {GantryError} from '../../core/failure/failure.ts';
import {PERMISSION_FLAG, type Permission} from '../../core/plan/permissions.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {PreviewRequest} from '../plan/release-requests.ts';
import type {StackRun} from './each-stack.ts';
import type {PlannedStack} from './plan-stack.ts';

/** Refuses a permission for an id that no stack of the run has. */
export function refuseUselessPermissions(
  {permissions}: Pick<PreviewRequest, 'permissions'>,
  runs: readonly StackRun<PlannedStack>[],
): void {
  const ids = runs.flatMap((run) => (run.kind === 'done' ? run.value.plan.changes.map(({id}) => id) : []));
  const known = new Set([...ids, 'all']);
  for (const [name, flag] of Object.entries(PERMISSION_FLAG)) {
    if (name === 'revertAdded') continue;
    const wrong = permissions[name as Permission]?.find((id) => !known.has(id));
    if (wrong === undefined) continue;
    const nearest = didYouMean(wrong, ids);
    throw new GantryError({
      code: 'input/usage',
      message: `${flag} ${wrong}: none of these stacks has such a resource`,
      hint: nearest === undefined ? 'Run "gantry preview" to list the ids of all changes.' : `Did you mean ${nearest}?`,
    });
  }
}
