import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Plan} from '../../core/plan/plan.ts';
import type {Deps} from '../deps.ts';
import {preparePlan} from './prepare-plan.ts';
import {isSuspended} from './prepared-plan.ts';
import {refuseForbidden} from './refuse-forbidden.ts';
import type {PreviewRequest} from './release-requests.ts';

/**
 * Returns what an apply (or destroy) would do now: the exact three-way difference. Writes nothing and takes no lock.
 * @throws GantryError as preparePlan does; with `strict`, permission/denied if the user lacks a write permission.
 */
export async function previewRelease(request: PreviewRequest, deps: Deps): Promise<Plan> {
  await using prepared = await preparePlan(request, deps, 'look');
  if (request.strict === true) await refuseForbidden(prepared, {wait: true}, deps);
  const {plan} = prepared;
  return isSuspended(prepared) ? {...plan, diagnostics: [...plan.diagnostics, suspendedWarning(plan)]} : plan;
}

const suspendedWarning = ({workspace}: Plan): Diagnostic => ({
  severity: 'warning',
  code: 'workspace/suspended',
  message: `the workspace ${workspace} is suspended: an apply is refused until it is resumed`,
});
