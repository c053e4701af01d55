import {knownState} from '../../core/release/known-state.ts';
import type {ResourceState} from '../../core/release/resource-state.ts';
import {claimKey} from '../../core/stacks/shared-claim.ts';
import {SHARED_PROJECT} from '../../core/stacks/shared-stacks.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import {defined} from '../../lib/defined.ts';
import {findHistories} from '../release/find-histories.ts';
import {recordedClaims} from './planned-claims.ts';
import type {SharedPlace} from './shared-place.ts';

/** A resource of a shared stack. */
export type ManagedResource = {
  readonly id: string;
  /** `shared/STACK`. */
  readonly stack: string;
  /** The last revision of the stack; 0 if its first run did not end. */
  readonly revision: number;
  /** The recipe that made it for a shared claim: TYPE/CLASS. */
  readonly claim?: string;
  /** Absent: a run that did not end may have created the object. */
  readonly state?: ResourceState;
};

/** Returns the resources of the shared stacks of a workspace, from their releases. Runs that did not end count, because their objects may exist. */
export async function managedResources({workspace, backend}: SharedPlace): Promise<readonly ManagedResource[]> {
  const stacks = await findHistories(backend, {project: SHARED_PROJECT, workspace});
  const found = await Promise.all(
    stacks.map(async (names) => {
      const {last, interrupted} = await openHistory({backend, ...names});
      const {state, unsure} = knownState(last, interrupted);
      const place = {stack: stackText(names), revision: last?.revision ?? 0};
      const claims = new Map(
        recordedClaims({last, interrupted}).flatMap((one) =>
          (one.made?.resources ?? []).map((id) => [id, claimKey(one)] as const),
        ),
      );
      const about = (id: string) => ({id, ...place, ...defined({claim: claims.get(id)})});
      return [...state.map((one) => ({...about(one.id), state: one})), ...unsure.map(({id}) => about(id))];
    }),
  );
  return found.flat();
}
