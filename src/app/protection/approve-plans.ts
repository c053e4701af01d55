import {resolve} from 'node:path';
import type {Approved} from '../../config/documents/approval-output.ts';
import {readPlanFile, unreadablePlan} from '../../config/plan-file.ts';
import {isPlanSet} from '../../config/plan-set.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Plan} from '../../core/plan/plan.ts';
import type {PlanFile} from '../../core/plan/plan-file.ts';
import type {Deps} from '../deps.ts';
import {openPlanSet} from '../stacks/open-plan-set.ts';
import {type ApprovalOptions, newApproval, signApproval} from './sign-approval.ts';

/** Request of `gantry approve`. */
export type ApprovePlans = ApprovalOptions & {
  /** A saved plan, or a directory of saved plans. */
  readonly plan: string;
  readonly directory?: string | undefined;
  /** The file of the approval. Default: the file of the plan with `.approval` at its end. */
  readonly save?: string | undefined;
  /** Asks for confirmation, after the plans were shown. */
  readonly confirm: (plans: readonly Plan[]) => Promise<boolean>;
};

/**
 * Signs an approval for saved plans. Needs neither the cluster nor the backend: the signature covers the digests of the files, so that an apply of
 * other files, or of files that were edited, is refused.
 * @throws GantryError plan/unreadable, input/usage
 */
export async function approvePlans(request: ApprovePlans, deps: Deps): Promise<Approved> {
  const base = resolve(deps.cwd, request.directory ?? '.');
  const path = resolve(base, request.plan);
  const plans = plansAt(path, base);
  const workspaces = [...new Set(plans.map(({plan}) => plan.workspace))];
  const [workspace, ...others] = workspaces;
  if (workspace === undefined) throw unreadablePlan(request.plan, 'it contains no plan');
  if (others.length > 0) throw severalWorkspaces(workspaces);
  const file = request.save === undefined ? `${path}.approval` : resolve(base, request.save);
  const subject = {approves: 'plans', workspace, digests: plans.map(({digest}) => digest)} as const;
  const approval = newApproval(subject, request, deps);
  await request.checkFile(file);
  if (!(await request.confirm(plans.map(({plan}) => plan)))) return {...approval, outcome: 'declined', file};
  const key = await signApproval({approval, key: request.key, file}, deps);
  return {...approval, outcome: 'approved', file, key};
}

function plansAt(path: string, directory: string): readonly PlanFile[] {
  if (!isPlanSet(path)) return [readPlanFile(path)];
  return [...openPlanSet({set: path, directory}).plans.values()].map((one) => readPlanFile(one.path));
}

const severalWorkspaces = (workspaces: readonly string[]): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `the plans are for several workspaces: ${workspaces.join(', ')}`,
    hint: 'Approve the plan of each one: gantry approve DIR/FILE.json.',
  });
