import {GantryError} from '../../core/failure/failure.ts';
import type {ChangedExternal} from '../../core/failure/shared-failure.ts';
import {isObject, type JsonObject} from '../../core/json.ts';
import type {ExternalObject} from '../../core/shared/external-resource.ts';
import type {OtherResource} from '../../core/stacks/other-stack.ts';
import {EXTERNAL} from '../../core/stacks/shared-stacks.ts';
import {defined} from '../../lib/defined.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import type {ClusterFacts} from '../../ports/cluster-facts.ts';

/** A registered object and its id. */
export type Registered = {readonly id: string; readonly object: ExternalObject};

const AT_ONCE = 8;

/** Returns the registered objects that are gone, or have another uid. @throws GantryError permission/denied */
export async function changedExternals(
  registered: readonly Registered[],
  {lookUp}: Pick<ClusterFacts, 'lookUp'>,
): Promise<readonly ChangedExternal[]> {
  const found = await mapLimited(registered, AT_ONCE, async ({id, object}) => {
    const uid = uidOf(await lookUp(object));
    return uid === object.uid ? [] : [{id, expected: object.uid, ...defined({found: uid})}];
  });
  return found.flat();
}

/** Returns the uid of a live object; undefined if it does not exist. */
export function uidOf(live: JsonObject | undefined): string | undefined {
  const metadata = live?.['metadata'];
  const uid = isObject(metadata) ? metadata['uid'] : undefined;
  return typeof uid === 'string' ? uid : undefined;
}

/**
 * Checks the identity of the external resources that a plan uses.
 * @throws GantryError shared/external-changed, permission/denied
 */
export async function verifyExternals(
  others: ReadonlyMap<string, OtherResource>,
  workspace: string,
  facts: Pick<ClusterFacts, 'lookUp'>,
): Promise<void> {
  const used = new Map<string, ExternalObject>();
  for (const {stack, state} of others.values())
    if (stack === EXTERNAL && state?.type === 'Kubernetes') used.set(state.id, state);
  const registered = [...used].map(([id, object]) => ({id, object}));
  const resources = await changedExternals(registered, facts);
  if (resources.length > 0) throw new GantryError({code: 'shared/external-changed', workspace, resources});
}
