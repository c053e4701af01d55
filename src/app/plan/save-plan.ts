import {relative} from 'node:path';
import {refuseOtherFile, writePlanFile} from '../../config/plan-file.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {type PlanFile, type SavedRequest, sealPlanFile} from '../../core/plan/plan-file.ts';
import {sealTerraform} from '../../core/plan/saved-terraform.ts';
import {sealValues} from '../../core/secret/seal-values.ts';
import {looksLikeFile} from '../../core/workspace/workspace-name.ts';
import {scopedName} from '../../core/workspace/workspace-scope.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {refuseUntrusted} from '../untrusted/refused-untrusted.ts';
import {basesOf} from './plan-bases.ts';
import {preparePlan} from './prepare-plan.ts';
import type {PreparedPlan} from './prepared-plan.ts';
import {refuseForbidden} from './refuse-forbidden.ts';
import type {PreviewRequest} from './release-requests.ts';

/** Request of `gantry preview --save`. */
export type SavePlan = PreviewRequest & {readonly operation: 'apply'; readonly file: string};

/**
 * Previews, and saves the plan in a file that `apply PLAN` applies exactly. Unlike a preview it creates the backend's key if there is none:
 * without a permanent key it would be impossible to tell later whether a secret is unchanged.
 */
export async function savePlan({file, ...request}: SavePlan, deps: Deps): Promise<Plan> {
  refuseUntrusted(UNSAVED);
  refuseOtherFile(file);
  await using prepared = await preparePlan(request, deps, 'record');
  if (request.strict === true) await refuseForbidden(prepared, {wait: true}, deps);
  writePlanFile(file, planFileOf(request, prepared, deps));
  return prepared.plan;
}

const UNSAVED = 'a saved plan can be applied, but this plan is not verified';

/** Returns everything that is needed to recreate a plan, and to check whether it is still valid. */
export function planFileOf(request: PreviewRequest, prepared: PreparedPlan, deps: Deps): PlanFile {
  refuseUntrusted(UNSAVED);
  const {plan, digestKey} = prepared;
  if (request.claims !== undefined)
    throw new GantryError({
      code: 'input/usage',
      message: 'a plan that makes claimed resources cannot be saved: this is not supported',
      hint: 'Run "gantry apply", or make them first with "gantry shared add --claim", and save the plan then.',
    });
  const open = {
    formatVersion: 1 as const,
    gantryVersion: deps.gantryVersion,
    createdAt: deps.clock.now().toISOString(),
    request: savedRequest(request, prepared),
    plan,
    bases: basesOf(prepared, request),
    ...defined({
      generated: sealValues(prepared.generated.fresh, digestKey),
      terraform: prepared.saved && sealTerraform(prepared.saved.read(), digestKey),
    }),
  };
  return sealPlanFile(open, digestKey);
}

function savedRequest(request: PreviewRequest, {source}: PreparedPlan): SavedRequest {
  const {names, chosen, location, from} = source;
  const {revision, specFile, permissions, targets, excludes, images, ignore, takeOverProject} = request;
  const {regenerate, allowEmpty, refresh, replace, hooks} = request;
  const near = (path: string): string => dotted(location === undefined ? path : relative(location.stack.dir, path));
  // A run with another backend sees the user's own workspace as a file. Other users must not apply the plan to their own workspace of this
  // name.
  const isOwn = chosen.scope === 'mine' && chosen.place === 'file';
  const byFile = request.workspace !== undefined && looksLikeFile(request.workspace);
  return {
    ...names,
    workspace: byFile ? near(chosen.file) : isOwn ? scopedName('mine', names.workspace) : names.workspace,
    operation: 'apply',
    // By its number, because another release may be the previous one when the plan is applied.
    revision: revision === undefined ? undefined : (from?.revision ?? 'current'),
    specFile: specFile === undefined ? undefined : near(specFile),
    permissions,
    targets,
    excludes,
    ...defined({images}),
    ignore,
    regenerate,
    takeOverProject,
    allowEmpty,
    ...defined({hooks, refresh, replace}),
  };
}

/** Returns a path that is read as a file, never as a name. */
const dotted = (path: string): string => (path.includes('/') ? path : `./${path}`);
