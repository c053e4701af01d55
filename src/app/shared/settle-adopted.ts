import type {Release} from '../../core/release/release.ts';
import {isKubernetesState} from '../../core/release/resource-state.ts';
import {isSharedProject} from '../../core/stacks/shared-stacks.ts';
import {externalResources, findExternal, removeExternal} from '../../engine/shared/external-resources.ts';
import type {Backend} from '../../ports/backend.ts';

/**
 * Removes the registrations of external resources that a release of a shared stack now has. Until then both exist, and the release counts, so
 * that a crash in between loses nothing: the next apply of the stack continues here.
 */
export async function settleAdopted(release: Release | undefined, backend: Backend): Promise<void> {
  if (release === undefined || !isSharedProject(release)) return;
  const uids = new Map(release.state.filter(isKubernetesState).map(({id, uid}) => [id, uid]));
  for (const external of await externalResources(release.workspace, backend)) {
    if (external.type !== 'Kubernetes' || uids.get(external.id) !== external.object.uid) continue;
    const stored = await findExternal(external, backend);
    if (stored !== undefined) await removeExternal(external, stored.version, backend);
  }
}
