import {type AccessRule, rootsWith} from '../../../core/backend/access-rules.ts';
import {bindingOf} from '../../../kubernetes/access/binding-of.ts';
import type {GrantRequest, Grants} from '../../../ports/backend-access.ts';

/** Returns the verbs for Secrets. RBAC cannot distinguish the keys of Secrets, so that they apply to the whole namespace. */
export const verbsFor = (rules: readonly AccessRule[]): readonly string[] => [
  'get',
  'list',
  // A value that is too large for one Secret has parts, and a new value deletes those of the old one.
  ...(rootsWith(rules, 'write', 'delete').length > 0 ? ['create', 'update', 'delete'] : []),
];

/** Returns a Role for the Secrets of the namespace, and with users its binding. */
export function roleManifests(
  {namespace}: {readonly namespace: string},
  {name, rules, subjects}: GrantRequest,
): Grants {
  const role = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role' as const,
    metadata: {name, namespace},
    rules: [{apiGroups: [''], resources: ['secrets'], verbs: verbsFor(rules)}],
  };
  return {form: 'manifests', manifests: [role, ...bindingOf(role, subjects)]};
}
