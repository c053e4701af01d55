import {ramPolicy} from '../adapters/alicloud/backend/ram-policy.ts';
import {bucketPolicy} from '../adapters/aws/backend/bucket-policy.ts';
import {roleAssignments} from '../adapters/azure/backend/role-assignments.ts';
import {iamBindings} from '../adapters/gcp/backend/iam-bindings.ts';
import {roleManifests} from '../adapters/kubernetes/backend/role-manifests.ts';
import {unreachable} from '../lib/unreachable.ts';
import type {GrantRequest, Grants} from '../ports/backend-access.ts';
import type {DeclaredBackend} from './backends.ts';

/** The reason why a directory has no permissions that could be granted. */
export const NO_ROLES =
  'the files of a directory have the mode 0600, so that only one user of this machine can read and write them';

/**
 * Returns the permissions in a backend, for the tools of its vendor. Nothing is contacted. Undefined for a directory. This list is beside that of the kinds,
 * because commands that read the kinds do not need it.
 */
export function grantsIn(declared: DeclaredBackend, request: GrantRequest): Grants | undefined {
  switch (declared.kind) {
    case 's3':
      return bucketPolicy(declared, request);
    case 'gcs':
      return iamBindings(declared, request);
    case 'azure':
      return roleAssignments(declared, request);
    case 'oss':
      return ramPolicy(declared, request);
    case 'kubernetes':
      return roleManifests(declared, request);
    case 'local':
      return undefined;
    default:
      return unreachable(declared);
  }
}
