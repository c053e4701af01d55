import {GantryError} from '../../core/failure/failure.ts';
import type {ChangedExternal} from '../../core/failure/shared-failure.ts';
import type {JsonObject} from '../../core/json.ts';
import type {Plan} from '../../core/plan/plan.ts';
import type {ExternalResource} from '../../core/shared/external-resource.ts';
import {otherIdentity, terraformIdentity} from '../../core/shared/terraform-identity.ts';
import {isSharedProject} from '../../core/stacks/shared-stacks.ts';
import {externalResources} from '../../engine/shared/external-resources.ts';
import type {Backend} from '../../ports/backend.ts';
import type {RuntimePlan} from '../../ports/runtime-plan.ts';

/**
 * Refuses the plan of a shared stack that takes over an external resource whose object is another one than the registered, or gone: a
 * registration must not lead to a new object without anybody's consent.
 * @throws GantryError shared/external-changed
 */
export async function refuseRegistered(
  plan: Pick<Plan, 'project' | 'workspace'>,
  {changes, values}: Pick<RuntimePlan, 'changes' | 'values'>,
  backend: Backend,
): Promise<void> {
  if (!isSharedProject(plan)) return;
  const externals = new Map((await externalResources(plan.workspace, backend)).map((one) => [one.id, one]));
  const resources = changes.flatMap((planned): readonly ChangedExternal[] => {
    const {id, action} = planned.change;
    const external = externals.get(id);
    if (external === undefined || (action !== 'create' && action !== 'adopt')) return [];
    const now = action === 'create' ? undefined : {uid: planned.seen?.().uid, attributes: values?.(id)?.object};
    return changed(external, now);
  });
  if (resources.length > 0)
    throw new GantryError({code: 'shared/external-changed', workspace: plan.workspace, resources});
}

type Now = {readonly uid: string | undefined; readonly attributes: JsonObject | undefined};

/** Compares a registration with what the plan takes over. Without `now` the plan creates something new. */
function changed(external: ExternalResource, now: Now | undefined): readonly ChangedExternal[] {
  const {id} = external;
  if (external.type === 'Kubernetes') {
    const {uid: expected} = external.object;
    if (now === undefined) return [{id, expected}];
    return now.uid === undefined || now.uid === expected ? [] : [{id, expected, found: now.uid}];
  }
  const {identity = {}} = external;
  if (now === undefined) return [{id, attribute: 'id', expected: identity['id'] ?? 'unknown'}];
  const other = otherIdentity(identity, terraformIdentity(now.attributes ?? {}));
  return other === undefined ? [] : [{id, ...other}];
}
