import type {KubernetesState} from '../../core/release/kubernetes-state.ts';
import {kubernetesStates} from '../../core/release/resource-state.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import type {Deps} from '../deps.ts';
import {locateHistory} from '../release/locate-history.ts';
import {containerKeys, placeKeys} from './container-keys.ts';
import type {FoundStack} from './found-stack.ts';

type Held = {readonly name: string; readonly workspace: string; readonly state: readonly KubernetesState[]};

/**
 * Finds the stacks with objects in a Namespace, or of a custom kind, that others of the same run created: these are destroyed later,
 * because deleting a Namespace or a CRD also deletes the objects.
 */
export async function stacksWithin(
  found: readonly FoundStack[],
  deps: Deps,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const held = (await Promise.all(found.map((one) => heldBy(one, deps)))).filter((one) => one !== undefined);
  const makers = new Map(
    held.flatMap(({name, workspace, state}) =>
      state.flatMap((one) =>
        containerKeys({...one, object: one.applied}).map((key) => [`${workspace} ${key}`, name] as const),
      ),
    ),
  );
  return new Map(
    held.map(({name, workspace, state}) => {
      const needed = state.flatMap((one) => placeKeys(one).flatMap((key) => makers.get(`${workspace} ${key}`) ?? []));
      return [name, [...new Set(needed)].filter((maker) => maker !== name)];
    }),
  );
}

/** Reads the objects of a stack. Errors are reported when the stack is planned. */
async function heldBy({name, request}: FoundStack, deps: Deps): Promise<Held | undefined> {
  try {
    const {names} = await locateHistory(request, deps);
    const backend = await deps.backendFor({directory: request.directory ?? deps.cwd});
    const {last} = await openHistory({backend, ...names});
    return last === undefined ? undefined : {name, workspace: names.workspace, state: kubernetesStates(last.state)};
  } catch {
    return undefined;
  }
}
