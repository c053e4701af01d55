import type {Release} from '../../core/release/release.ts';
import type {ResourceState} from '../../core/release/resource-state.ts';
import type {ExternalResource} from '../../core/shared/external-resource.ts';
import {otherIdentity, terraformIdentity} from '../../core/shared/terraform-identity.ts';
import {isSharedProject} from '../../core/stacks/shared-stacks.ts';
import {externalResources, findExternal, removeExternal} from '../../engine/shared/external-resources.ts';
import type {Backend} from '../../ports/backend.ts';

/**
 * Removes the registrations of external resources that a release of a shared stack now has. Until then both exist, and the release counts, so
 * that a crash in between loses nothing: the next apply of the stack continues here.
 */
export async function settleAdopted(release: Release | undefined, backend: Backend): Promise<void> {
  if (release === undefined || !isSharedProject(release)) return;
  const states = new Map(release.state.map((state) => [state.id, state]));
  for (const external of await externalResources(release.workspace, backend)) {
    const state = states.get(external.id);
    if (state === undefined || !isSame(external, state)) continue;
    const stored = await findExternal(external, backend);
    if (stored !== undefined) await removeExternal(external, stored.version, backend);
  }
}

function isSame(external: ExternalResource, state: ResourceState): boolean {
  if (external.type === 'Kubernetes') return state.type === 'Kubernetes' && state.uid === external.object.uid;
  if (external.identity === undefined || state.type !== 'Terraform') return false;
  return otherIdentity(external.identity, terraformIdentity(state.attributes)) === undefined;
}
