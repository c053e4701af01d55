import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import type {Controller} from '../../model/controller.ts';
import {isBeingDeleted, labelsOf, nameOf} from '../../model/metadata.ts';
import {objectsAt} from '../../model/part.ts';
import {itself, keyOf} from '../shared/owner.ts';
import {matchesSelector} from '../shared/selector.ts';

const ROLES = 'clusterroles.rbac.authorization.k8s.io';

const selectorsOf = (role: JsonObject): readonly JsonObject[] =>
  objectsAt(role, 'aggregationRule', 'clusterRoleSelectors');

/** The controller of aggregated ClusterRoles: a role with an aggregationRule gets the rules of all roles that it selects. */
export const aggregatedRoles: Controller = {
  name: 'clusterrole-aggregation-controller',
  manager: 'clusterrole-aggregation-controller',
  watches: {
    [ROLES]: (role, cluster) => [
      ...itself(role),
      ...cluster
        .list(ROLES)
        .filter((other) => selectorsOf(other).some((selector) => matchesSelector(selector, labelsOf(role))))
        .map((other) => keyOf(other)),
    ],
  },
  steps: (key, cluster) => {
    const role = cluster.get(ROLES, '', key.name);
    if (role === undefined || isBeingDeleted(role) || selectorsOf(role).length === 0) return [];
    const rules: JsonObject[] = [];
    for (const selector of selectorsOf(role)) {
      for (const other of cluster.list(ROLES)) {
        if (nameOf(other) === nameOf(role) || !matchesSelector(selector, labelsOf(other))) continue;
        for (const rule of objectsAt(other, 'rules')) if (!rules.some((one) => deepEqual(one, rule))) rules.push(rule);
      }
    }
    return deepEqual(rules, role['rules'] ?? []) ? [] : [{do: 'update', object: {...role, rules}}];
  },
};
