import {isObject, type JsonObject} from '../../core/json.ts';
import type {MissingPermission} from '../../core/plan/missing-permission.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {defined} from '../../lib/defined.ts';
import {listAt, textAt} from '../readiness/read.ts';

/** A binding in a plan that grants permissions to the user who applies the plan. */
export type Grant = {
  readonly id: string;
  /** The namespace; absent for the whole cluster. */
  readonly namespace?: string;
  /** The rules of a role of the same plan; absent for a role in the cluster, which the user may be unable to read. */
  readonly rules?: readonly JsonObject[] | undefined;
};

/** A user and its groups, as RBAC subjects name them. */
export type Grantee = {readonly username: string; readonly groups: readonly string[]};

/** An object as it will be written. */
export type PlannedBinding = {readonly id: string; readonly desired: JsonObject};

const RBAC = 'rbac.authorization.k8s.io';

/** Returns the bindings in a plan that bind this user. */
export function grantsTo(user: Grantee, planned: readonly PlannedBinding[]): readonly Grant[] {
  const roles = new Map(planned.filter(isRbac('Role', 'ClusterRole')).map((role) => [placeOf(role.desired), role]));
  return planned.filter(isRbac('RoleBinding', 'ClusterRoleBinding')).flatMap(({id, desired}) => {
    const {namespace} = identityOf(desired);
    if (!objectsAt(desired, 'subjects').some((subject) => isUser(subject, user, namespace))) return [];
    const role = roles.get(roleOf(desired, namespace));
    const rules =
      role === undefined || role.desired['aggregationRule'] !== undefined
        ? undefined
        : objectsAt(role.desired, 'rules');
    return [{id, ...defined({namespace}), rules}];
  });
}

/** Reports whether a grant may permit what is denied now. Rules for single names are left to the server. */
export function mayGrant(
  {namespace, rules}: Grant,
  missing: Pick<MissingPermission, 'verb' | 'group' | 'resource' | 'namespace'>,
): boolean {
  if (namespace !== undefined && namespace !== missing.namespace) return false;
  const {verb, group, resource} = missing;
  return (
    rules === undefined ||
    rules.some((rule) => has(rule, 'verbs', verb) && has(rule, 'apiGroups', group) && has(rule, 'resources', resource))
  );
}

const isRbac =
  (...kinds: readonly string[]) =>
  ({desired}: PlannedBinding): boolean => {
    const {group, kind} = identityOf(desired);
    return group === RBAC && kinds.includes(kind);
  };

function isUser(subject: JsonObject, {username, groups}: Grantee, home: string | undefined): boolean {
  const [kind, name] = [textAt(subject, 'kind'), textAt(subject, 'name')];
  if (kind === 'Group') return groups.includes(name);
  if (kind !== 'ServiceAccount') return username === name;
  return username === `system:serviceaccount:${textAt(subject, 'namespace') || home}:${name}`;
}

const placeOf = (role: JsonObject): string => {
  const {kind, namespace = '', name} = identityOf(role);
  return `${kind}/${namespace}/${name}`;
};

function roleOf(binding: JsonObject, namespace = ''): string {
  const [kind, name] = [textAt(binding, 'roleRef', 'kind'), textAt(binding, 'roleRef', 'name')];
  return `${kind}/${kind === 'Role' ? namespace : ''}/${name}`;
}

const has = (rule: JsonObject, part: string, value: string): boolean =>
  listAt(rule, part).includes('*') || listAt(rule, part).includes(value);

const objectsAt = (object: JsonObject, name: string): readonly JsonObject[] => listAt(object, name).filter(isObject);
