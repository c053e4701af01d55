import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {MissingPermission} from '../../../../core/plan/missing-permission.ts';
import {type Grant, type Grantee, grantsTo, mayGrant} from '../../../../kubernetes/plan/grants.ts';
import {defined} from '../../../../lib/defined.ts';
import type {PlannedObject} from '../plan/planned-object.ts';

/** The missing permissions of a plan, and the objects that may grant them. */
export type DeferRequest = {
  readonly denials: readonly MissingPermission[];
  readonly objects: readonly PlannedObject[];
  readonly user: Grantee;
  /** The ids that each id comes after. */
  readonly after: ReadonlyMap<string, readonly string[]>;
};

/** The missing permissions, sorted: those that the plan itself grants are checked at apply. */
export type Deferred = {
  /** The denials that remain. */
  readonly denials: readonly MissingPermission[];
  /** The ids whose permissions the plan seems to grant. */
  readonly ids: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Defers denials of permissions that the same plan grants to its own user (engine rules, section 8): a binding of the
 * plan binds the user, and its role, if it is in the plan, has the rule. Permissions for the binding itself, and for
 * what comes before it, cannot be deferred.
 */
export function deferChecks({denials, objects, user, after}: DeferRequest): Deferred {
  const planned = objects.filter(({change}) => change.action !== 'unchanged');
  const grants = grantsTo(
    user,
    planned.map(({change, target}) => ({id: change.id, desired: target.desired})),
  );
  if (grants.length === 0) return {denials, ids: [], diagnostics: []};
  const judged = denials.map((missing) => judge(missing, grants, after));
  const standing = judged.flatMap(({missing}) => missing ?? []);
  const refused = new Set(standing.flatMap(({ids}) => ids));
  const deferred = judged.flatMap(({deferred}) => deferred ?? []);
  const unasked = planned.filter(({denied, target: {kind, identity}}) => {
    const right = {verb: 'patch', group: identity.group, resource: kind.resource.resource};
    const place = identity.namespace === undefined ? {} : {namespace: identity.namespace};
    return denied !== undefined && grants.some((grant) => mayGrant(grant, {...right, ...place}));
  });
  const ids = [...deferred.flatMap((one) => one.ids), ...unasked.map(({change}) => change.id)];
  return {
    denials: standing,
    ids: [...new Set(ids)].filter((id) => !refused.has(id) && !isBefore(id, grants, after)),
    diagnostics: deferred.map(comesWithPlan),
  };
}

type DeferredPermission = MissingPermission & {readonly by: string};
type Judged = {readonly missing?: MissingPermission; readonly deferred?: DeferredPermission};

function judge(missing: MissingPermission, grants: readonly Grant[], after: DeferRequest['after']): Judged {
  const grant = grants.find((one) => mayGrant(one, missing));
  if (grant === undefined) return {missing};
  const first = before(grant.id, after);
  const [needed, rest] = [missing.ids.filter((id) => first.has(id)), missing.ids.filter((id) => !first.has(id))];
  return defined({
    missing: needed.length === 0 ? undefined : {...missing, ids: needed},
    deferred: rest.length === 0 ? undefined : {...missing, ids: rest, by: grant.id},
  });
}

const isBefore = (id: string, grants: readonly Grant[], after: DeferRequest['after']): boolean =>
  grants.every((grant) => before(grant.id, after).has(id));

/** Returns the binding, and everything that comes before it. */
function before(id: string, after: DeferRequest['after']): ReadonlySet<string> {
  const found = new Set([id]);
  for (const one of found) for (const other of after.get(one) ?? []) found.add(other);
  return found;
}

const comesWithPlan = ({verb, group, resource, namespace, by, ids}: DeferredPermission): Diagnostic => ({
  severity: 'note',
  code: 'permission/comes-with-plan',
  message: `you have no permission to ${verb} ${resource}${group === '' ? '' : `.${group}`}${namespace === undefined ? '' : ` in namespace ${namespace}`} yet: ${by} of this plan grants you permissions there`,
  ...defined({resource: ids.length === 1 && ids[0] !== undefined ? ids[0] : undefined}),
});
