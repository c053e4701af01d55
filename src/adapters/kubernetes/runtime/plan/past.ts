import type {JsonObject} from '../../../../core/json.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {kubernetesStates} from '../../../../core/release/resource-state.ts';
import {idOf, objectKey} from '../../../../core/resource/id.ts';
import {groupVersion, identityOf} from '../../../../core/resource/identity.ts';
import {begunStates} from '../../../../kubernetes/release/begun-states.ts';
import type {PriorRelease} from '../../../../ports/plan-request.ts';
import type {Wanted} from './live-objects.ts';
import type {Scheme} from './scheme.ts';

/** The results of earlier runs. Objects are identified independently of the version in which they were written. */
export type Past = {
  /** The states of the last release, by object key. */
  readonly released: ReadonlyMap<string, KubernetesState>;
  /** The object keys of that release, and of what an interrupted run may have created. */
  readonly known: ReadonlySet<string>;
  /** The desired objects of the last release, sealed. */
  readonly wantedThen: ReadonlyMap<string, JsonObject>;
  /** The stack's own files at that release, where the workspace had changed them; sealed. */
  readonly ownThen: ReadonlyMap<string, JsonObject>;
  /** The objects that are no longer desired. `wanted` says where to look; it is absent if the server no longer has the kind. */
  readonly removed: readonly {readonly state: KubernetesState; readonly wanted: Wanted | undefined}[];
};

/** The kinds and versions of the server. */
type Served = {readonly scheme: Scheme; readonly versions: () => Promise<readonly string[]>};

/** Reads the results of earlier runs. Of an interrupted run only the spec is known: objects in it with our label are ours. */
export async function readPast(
  served: Served,
  {state: prior, spec, own: ownThen = {}, interrupted}: Pick<PriorRelease, 'state' | 'spec' | 'own' | 'interrupted'>,
  wanted: ReadonlySet<string>,
): Promise<Past> {
  const released = new Map(kubernetesStates(prior).map((state) => [objectKey(state), state]));
  const states = new Map([...begunStates(interrupted).map((state) => [objectKey(state), state] as const), ...released]);
  const removed = [...states].filter(([key]) => !wanted.has(key));
  return {
    released,
    known: new Set(states.keys()),
    ownThen: new Map(
      spec.flatMap(({id, attributes}) => {
        const own = ownThen[id];
        return own === undefined ? [] : [[objectKey(identityOf(attributes)), own] as const];
      }),
    ),
    wantedThen: new Map(spec.map(({attributes}) => [objectKey(identityOf(attributes)), attributes])),
    removed: await Promise.all(removed.map(async ([, state]) => ({state, wanted: await whereIs(served, state)}))),
  };
}

/** Finds an object whose version may be served no longer, while another version is. */
async function whereIs({scheme, versions}: Served, state: KubernetesState): Promise<Wanted | undefined> {
  const {apiVersion, kind, namespace, name} = state;
  let known = await scheme(apiVersion, kind);
  for (const other of known === undefined ? await versions() : []) {
    if (groupVersion(other).group === groupVersion(apiVersion).group) known ??= await scheme(other, kind);
  }
  if (known === undefined || known.planned) return undefined;
  return {ownId: idOf(state), resource: known.resource, namespace, name, expected: true};
}
