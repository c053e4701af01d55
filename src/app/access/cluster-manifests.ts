import type {JsonObject} from '../../core/json.ts';
import {type MissingPermission, missingRules, type RbacRule} from '../../core/plan/missing-permission.ts';
import {bindingOf} from '../../kubernetes/access/binding-of.ts';
import {defined} from '../../lib/defined.ts';

/** Permissions in a cluster. */
export type ClusterGrant = {
  readonly name: string;
  readonly permissions: readonly MissingPermission[];
  /** More rules for each namespace. */
  readonly more: readonly RbacRule[];
  readonly subjects: readonly string[];
};

/** Returns a Role for each namespace, a ClusterRole for objects without one, and with users their bindings. */
export const clusterManifests = ({name, permissions, more, subjects}: ClusterGrant): readonly JsonObject[] =>
  missingRules(permissions).flatMap(({namespace, rules}) => {
    const all = namespace === undefined ? rules : [...rules, ...more];
    const role = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: namespace === undefined ? ('ClusterRole' as const) : ('Role' as const),
      metadata: {name, ...defined({namespace})},
      rules: all.map(({apiGroups, resources, verbs}): JsonObject => ({apiGroups, resources, verbs})),
    };
    return [role, ...bindingOf(role, subjects)];
  });
