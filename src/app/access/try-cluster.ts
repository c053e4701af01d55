import {ACCESS_ROLES, type AccessRole} from '../../core/backend/access-rules.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {MissingPermission} from '../../core/plan/missing-permission.ts';
import {clusterVerbs} from '../../core/workspace/cluster-verbs.ts';
import {defined} from '../../lib/defined.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import type {Access, AccessAnswer} from '../../ports/access.ts';
import {highestRole, type TriedAccess} from './tried-access.ts';
import type {UsedKind} from './workspace-kinds.ts';

/** A permission for the objects of one kind, and the answer of the cluster. */
export type ReviewedPermission = {readonly permission: MissingPermission; readonly allowed: boolean};

const AT_ONCE = 8;

/** Asks the cluster about each verb of a role for each kind. Kinds that the cluster does not have are left out. */
export async function reviewKinds(
  {mayI}: Pick<Access, 'mayI'>,
  kinds: readonly UsedKind[],
  verbs: readonly string[],
): Promise<readonly ReviewedPermission[]> {
  const asked = kinds.flatMap((kind) => verbs.map((verb) => ({kind, verb})));
  const reviewed = await mapLimited(asked, AT_ONCE, async ({kind: {ids, ...kind}, verb}) => {
    const answer = await answerOf(mayI({verb, ...kind}));
    if (answer === undefined || 'path' in answer.asked) return [];
    const {group, resource, namespace} = answer.asked;
    const permission = {verb, group, resource, ...defined({namespace}), ids};
    return [{permission, allowed: answer.allowed}];
  });
  return reviewed.flat();
}

async function answerOf(asked: Promise<AccessAnswer>): Promise<AccessAnswer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'input/usage') return undefined;
    throw error;
  }
}

/** Tries the permissions of each role for the objects of a workspace in its cluster. */
export async function tryCluster(access: Access, kinds: readonly UsedKind[], server: string): Promise<TriedAccess> {
  const all = await reviewKinds(access, kinds, clusterVerbs('administrator'));
  const denied = all.flatMap(({permission, allowed}) => (allowed ? [] : [permission]));
  const missing = ACCESS_ROLES.flatMap((role) => {
    const needed = denied.filter(({verb}) => firstRoleWith(verb) === role);
    return needed.length === 0 ? [] : [{role, failure: failureOf(needed, server)}];
  });
  return {role: highestRole(missing, ACCESS_ROLES), missing};
}

const firstRoleWith = (verb: string): AccessRole | undefined =>
  ACCESS_ROLES.find((role) => clusterVerbs(role).includes(verb));

function failureOf(denials: readonly MissingPermission[], server: string) {
  const [first] = denials;
  const where = first?.namespace === undefined ? 'in the cluster' : `in the namespace ${first.namespace}`;
  const verbs = [...new Set(denials.map(({verb}) => verb))].join(', ');
  const resources = [...new Set(denials.map(({resource}) => resource))].join(', ');
  return {
    code: 'permission/denied',
    server,
    action: `${verbs} ${resources} ${where}`,
    detail: 'the objects of the workspace need it',
    denials,
  } as const;
}
