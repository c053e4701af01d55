import type {Cluster} from '../../ports/cluster.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import {type AccessCheck, accessCheck, checkBackendAccess, orFailed} from './check-access.ts';
import type {AccessWanted} from './checked-access.ts';
import {tryCluster} from './try-cluster.ts';
import {workspaceKinds} from './workspace-kinds.ts';

/** The workspace whose permissions are tried, and the project whose file it is. */
export type AccessOf = {readonly chosen: FoundWorkspace; readonly project: string | undefined};

/** The trials of one workspace. */
export type TryAccess = {
  readonly ofBackend: () => Promise<AccessCheck<'backend'>>;
  readonly tryCluster: (cluster: Cluster, server: string) => Promise<AccessCheck<'cluster'>>;
};

/** Returns the trials of a workspace. In the cluster, the kinds of the objects in its releases are asked about. */
export const tryAccess = ({chosen, project}: AccessOf, wanted: AccessWanted, deps: Deps): TryAccess => ({
  ofBackend: () => checkBackendAccess(wanted, deps),
  tryCluster: ({access}, server) =>
    orFailed('cluster', async () => {
      const kinds = await workspaceKinds({chosen, backend: await deps.backend(), project}, deps);
      if (kinds.length === 0)
        return {check: {kind: 'access', name: 'cluster', outcome: 'warning', message: NO_OBJECTS}};
      const tried = await tryCluster(access, kinds, server);
      return {checked: tried, check: accessCheck('cluster', tried, wanted.role)};
    }),
});

const NO_OBJECTS = 'no release of the workspace has objects, so that no permissions in the cluster were tried';
