import {kubernetesStates, type ResourceState} from '../../core/release/resource-state.ts';
import {readRelease} from '../../engine/release/release-history.ts';
import {revisions} from '../../engine/release/revisions.ts';
import type {OperatedStack} from './operate-stack.ts';
import {selectStates} from './select-states.ts';

/** Returns the objects to wait for: those of the last release, or those of the release before it that no longer exist. */
export async function awaitedStates(
  {last, backend, lineage}: OperatedStack,
  {until, targets}: {readonly until: 'ready' | 'deleted'; readonly targets: readonly string[]},
): Promise<readonly ResourceState[]> {
  if (until === 'ready') return selectStates(last, targets);
  const earlier = (await revisions(backend, lineage)).find(({revision}) => revision < last.revision);
  const before = earlier === undefined ? undefined : await readRelease(backend, lineage, earlier);
  const kept = new Set(kubernetesStates(last.state).map(({id, uid}) => `${id} ${uid}`));
  const removed = kubernetesStates(before?.state ?? []).filter(({id, uid}) => !kept.has(`${id} ${uid}`));
  if (targets.length === 0) return removed;
  // A named object is selected whether or not this release deleted it.
  const state = [...removed, ...last.state.filter(({id}) => !removed.some((one) => one.id === id))];
  return selectStates({spec: [...(before?.spec ?? []), ...last.spec], state}, targets);
}
