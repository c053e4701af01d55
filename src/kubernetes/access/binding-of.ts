import type {JsonObject} from '../../core/json.ts';
import {subjectOf} from './subject-of.ts';

type RoleManifest = {
  readonly kind: 'Role' | 'ClusterRole';
  readonly metadata: {readonly name: string; readonly namespace?: string};
};

const GROUP = 'rbac.authorization.k8s.io';

/** Returns the binding of a role to users; none without users. */
export function bindingOf({kind, metadata}: RoleManifest, subjects: readonly string[]): readonly JsonObject[] {
  if (subjects.length === 0) return [];
  return [
    {
      apiVersion: `${GROUP}/v1`,
      kind: `${kind}Binding`,
      metadata: {...metadata},
      roleRef: {apiGroup: GROUP, kind, name: metadata.name},
      subjects: subjects.map(subjectOf),
    },
  ];
}
