import type {JsonObject} from '../../core/json.ts';
import {INITIAL_BINDINGS, INITIAL_ROLES} from '../kinds/initial/initial-roles.ts';
import {nameOf} from '../model/metadata.ts';
import {objectsAt, textAt, textsAt} from '../model/part.ts';
import {MASTERS, OWNER, type User} from '../model/user.ts';
import type {Attributes} from './attributes.ts';

type Decision = {readonly allowed: boolean; readonly reason?: string};

type Asker = Pick<User, 'username' | 'groups'>;

/**
 * Decides whether a user may perform an action. The owner of the sandbox may do everything. Other users have the permissions that the
 * default bindings of a new cluster give to their groups. Bindings created later are stored, but not evaluated.
 */
export function decide({username, groups}: Asker, attributes: Attributes): Decision {
  if (isOwner({username, groups})) return {allowed: true};
  for (const {role, group, rules} of grantsOf(groups)) {
    if (!rules.some((rule) => covers(rule, attributes))) continue;
    return {
      allowed: true,
      reason: `RBAC: allowed by ClusterRoleBinding "${role}" of ClusterRole "${role}" to Group "${group}"`,
    };
  }
  return {allowed: false};
}

/** Returns the rules of all default roles that the user's groups are bound to, as one list. */
export const rulesOfUser = ({username, groups}: Asker): readonly JsonObject[] =>
  grantsOf(isOwner({username, groups}) ? [MASTERS, ...groups] : groups).flatMap(({rules}) => rules);

const isOwner = ({username, groups}: Asker): boolean => username === OWNER.username || groups.includes(MASTERS);

type Grant = {readonly role: string; readonly group: string; readonly rules: readonly JsonObject[]};

/** Returns the default bindings that apply to these groups. The role and its binding have the same name. */
const grantsOf = (groups: readonly string[]): readonly Grant[] =>
  INITIAL_BINDINGS.flatMap((binding) => {
    const bound = objectsAt(binding, 'subjects').find((subject) => groups.includes(textAt(subject, 'name')));
    const role = textAt(binding, 'roleRef', 'name');
    const rules = objectsAt(
      INITIAL_ROLES.find((one) => nameOf(one) === role),
      'rules',
    );
    return bound === undefined ? [] : [{role, group: textAt(bound, 'name'), rules}];
  });

function covers(rule: JsonObject, attributes: Attributes): boolean {
  const among = (field: string, value: string): boolean => {
    const all = textsAt(rule, field);
    return all.includes('*') || all.includes(value);
  };
  if (!among('verbs', attributes.verb)) return false;
  if (attributes.on === 'path') {
    return textsAt(rule, 'nonResourceURLs').some((path) =>
      path.endsWith('*') ? attributes.path.startsWith(path.slice(0, -1)) : attributes.path === path,
    );
  }
  const {group, resource, subresource} = attributes;
  return among('apiGroups', group) && among('resources', subresource === '' ? resource : `${resource}/${subresource}`);
}
