import {showBackend} from '../../config/backend/show-backend.ts';
import {type AccessRole, type AccessRule, accessRules} from '../../core/backend/access-rules.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {clusterVerbs, DIAGNOSIS_RULES} from '../../core/workspace/cluster-verbs.ts';
import {defined} from '../../lib/defined.ts';
import type {Grants} from '../../ports/backend-access.ts';
import {type BackendRequest, chooseBackend} from '../backend/choose-backend.ts';
import type {Deps} from '../deps.ts';
import {atCluster} from '../identity/at-cluster.ts';
import {surroundings} from '../workspace/surroundings.ts';
import {clusterManifests} from './cluster-manifests.ts';
import {grantBackend} from './grant-backend.ts';
import {reviewKinds} from './try-cluster.ts';
import {workspaceKinds} from './workspace-kinds.ts';

export type {Grants};

/** The role to grant, and the users who get it. */
export type GrantAccess = BackendRequest & {
  readonly role: AccessRole;
  /** The users in the notation of the system. */
  readonly to: readonly string[];
  /** The system: the backend, or the cluster of the workspace. */
  readonly system: 'backend' | 'cluster';
};

/** The answer of `gantry workspace access`. */
export type GrantedAccess = {
  readonly formatVersion: 1;
  readonly role: AccessRole;
  readonly system: 'backend' | 'cluster';
  /** The backend in one line, or the workspace. */
  readonly name: string;
  /** The permissions in the backend by the first segment of the key. Every role lists all keys. */
  readonly rules?: readonly AccessRule[];
  readonly grants: Grants;
};

/**
 * Returns the permissions that an administrator applies to give users a role. Grants nothing itself.
 * @throws GantryError input/usage for a backend without roles, and for a workspace without objects
 */
export async function grantAccess({role, to, system, ...request}: GrantAccess, deps: Deps): Promise<GrantedAccess> {
  if (system === 'cluster') return grantCluster({role, to, ...request}, deps);
  const chosen = await chooseBackend(request, deps);
  const rules = accessRules(role);
  const grants = grantBackend(chosen, {name: `gantry-${role}`, rules, subjects: to});
  return {formatVersion: 1, role, system, name: showBackend(chosen.declared), rules, grants};
}

async function grantCluster({role, to, ...request}: Omit<GrantAccess, 'system'>, deps: Deps): Promise<GrantedAccess> {
  const {location} = await surroundings(request, deps);
  return atCluster(request, deps, async ({context: {chosen}, cluster}) => {
    const project = location?.project.name;
    const stack = location === undefined ? undefined : request;
    const kinds = await workspaceKinds({chosen, backend: await deps.backend(), ...defined({project, stack})}, deps);
    if (kinds.length === 0) throw nothingKnown(chosen.name);
    const reviewed = await reviewKinds(cluster.access, kinds, clusterVerbs(role));
    const manifests = clusterManifests({
      name: `gantry-${chosen.name}-${role}`,
      permissions: reviewed.map(({permission}) => permission),
      more: role === 'reader' ? [] : DIAGNOSIS_RULES,
      subjects: to,
    });
    return {formatVersion: 1, role, system: 'cluster', name: chosen.name, grants: {form: 'manifests', manifests}};
  });
}

const nothingKnown = (workspace: string): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `the workspace ${workspace} has no releases here, so that the kinds of its objects are not known`,
    hint: 'Run it in the directory of a stack, or name one with -s: the kinds of its objects count, too.',
  });
