import {GantryError} from '../../core/failure/failure.ts';
import {PERMISSION_FLAG, type Permission} from '../../core/plan/permissions.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {Deps} from '../deps.ts';
import type {PreviewRequest} from '../release-requests.ts';
import type {Along} from './along.ts';
import {blockedFailure} from './apply-stacks.ts';
import {eachStack, type StackRun} from './each-stack.ts';
import {type PlannedStack, type PlanStack, planStack} from './plan-stack.ts';
import type {SelectedStack} from './selection.ts';

export type PlanStacks = {
  readonly stacks: readonly SelectedStack[];
  /** The flags, which are the same for all. */
  readonly request: Omit<PreviewRequest, 'directory' | 'stack' | 'workspace'>;
  readonly use: PlanStack['use'];
  /** Called with each plan as soon as it is made. */
  readonly onPlan?: (planned: PlannedStack, stack: SelectedStack) => void;
};

/**
 * What a run over several stacks would do: each is planned knowing what those before it would change. One that cannot be planned
 * keeps only those that come after it because of it from being planned; where all that is wanted is a look, not even these.
 * @throws GantryError `input/usage` for a flag that is about none of them.
 */
export async function planStacks(
  {stacks, request, use, onPlan}: PlanStacks,
  deps: Deps,
): Promise<readonly StackRun<PlannedStack>[]> {
  const earlier: PlannedStack[] = [];
  const used = new Map((request.images ?? []).map((flag) => [flag, stacks.length]));
  const along: Along = {
    earlier,
    stacks: new Set(stacks.map(({name}) => name)),
    onUnusedImage: (flag) => void used.set(flag, (used.get(flag) ?? 1) - 1),
  };
  const runs = await eachStack(
    {
      stacks,
      step: use === 'look' ? 'look' : 'plan',
      dependants: use === 'apply' ? 'skip' : 'run',
      run: async (stack, own) => {
        const planned = await planStack({stack, request: {...request, ...stack.request}, along, use}, own);
        onPlan?.(planned, stack);
        const blocked = use === 'apply' ? blockedFailure(planned) : undefined;
        if (blocked !== undefined) throw blocked;
        // Where things are taken away, nothing comes along.
        if (request.operation === 'apply') earlier.push(planned);
        return planned;
      },
    },
    deps,
  );
  if (runs.every(({kind}) => kind === 'done')) refuseUseless(request, used, runs);
  return runs;
}

function refuseUseless(
  {permissions}: Pick<PreviewRequest, 'permissions'>,
  used: ReadonlyMap<string, number>,
  runs: readonly StackRun<PlannedStack>[],
): void {
  const image = [...used].find(([, count]) => count <= 0)?.[0];
  if (image !== undefined) throw usage(`--image ${image}: no container of these stacks uses this image`);
  const ids = runs.flatMap((run) => (run.kind === 'done' ? run.value.plan.changes.map(({id}) => id) : []));
  const known = new Set([...ids, 'all']);
  for (const [name, flag] of Object.entries(PERMISSION_FLAG)) {
    const wrong = permissions[name as Permission].find((id) => !known.has(id));
    if (wrong === undefined) continue;
    const nearest = didYouMean(wrong, ids);
    throw usage(
      `${flag} ${wrong}: none of these stacks has such a resource`,
      nearest === undefined ? '"gantry preview" lists the ids of all that changes.' : `Did you mean ${nearest}?`,
    );
  }
}

const usage = (message: string, hint?: string): GantryError =>
  new GantryError({code: 'input/usage', message, ...(hint === undefined ? {} : {hint})});
