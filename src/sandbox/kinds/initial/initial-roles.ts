import type {JsonObject} from '../../../core/json.ts';
import initial from './initial-roles.json' with {type: 'json'};

/** ClusterRoles that a real server creates at its start (bootstrap policy of RBAC). Made by `node scripts/sandbox-pack.ts`. */
export const INITIAL_ROLES: readonly JsonObject[] = initial.roles;

/** ClusterRoleBindings that a real server creates at its start, to groups. */
export const INITIAL_BINDINGS: readonly JsonObject[] = initial.bindings;
