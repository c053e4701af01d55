import type {LoadedResources} from '../../config/load-resources.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {diagnosticOf} from '../../core/policy/breach.ts';
import {expiredWaiver, isExpired} from '../../core/policy/waive.ts';
import {customScopes} from '../../kubernetes/resource/scope.ts';
import type {Deps} from '../deps.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {checkByPrograms} from './check-by-programs.ts';
import {findBreaches} from './find-breaches.ts';
import {readPolicy} from './read-policy.ts';
import {subjectOf} from './subject-of.ts';

/**
 * Checks the objects of a stack by the rules of the policy that need no plan. Each denied object, and each expired waiver of the workspace, is an
 * error.
 */
export async function validatePolicy(
  chosen: ChosenWorkspace,
  loaded: LoadedResources,
  deps: Pick<Deps, 'conditions' | 'clock' | 'openPrograms'>,
): Promise<readonly Diagnostic[]> {
  const policy = await readPolicy(chosen, deps);
  const now = deps.clock.now();
  const objects = [...loaded.resources, ...(loaded.hooks ?? [])];
  const place = {scopes: customScopes(objects.map(({attributes}) => attributes)), defaultNamespace: loaded.namespace};
  const checked = objects.map(({id, attributes}) => ({
    subject: subjectOf(id, attributes, place),
    object: attributes,
  }));
  const found = await checkByPrograms(checked, policy, {});
  const run = {origins: loaded.origins, now, isRollback: false, plan: {}, found};
  const breaches = checked.flatMap((one) => findBreaches(one, policy, run, new Map()));
  return [
    ...breaches.map((breach) => diagnosticOf(breach, chosen.name)),
    ...policy.waivers
      .filter((waiver) => isExpired(waiver, now))
      .map(
        (waiver): Diagnostic => ({
          ...expiredWaiver(waiver),
          severity: 'error',
          hint: 'Remove it from the policy of the workspace, or set a later `expires`.',
        }),
      ),
  ];
}
