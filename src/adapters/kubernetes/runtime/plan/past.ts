import type {JsonObject} from '../../../../core/json.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {kubernetesStates} from '../../../../core/release/resource-state.ts';
import {idOf, objectKey} from '../../../../core/resource/id.ts';
import {groupVersion, identityOf} from '../../../../core/resource/identity.ts';
import {begunStates} from '../../../../kubernetes/release/begun-states.ts';
import type {PriorRelease} from '../../../../ports/plan-request.ts';
import type {Wanted} from './live-objects.ts';
import type {Scheme} from './scheme.ts';

/** What earlier runs left. Objects are known by what they are, whatever the version in which they were written. */
export type Past = {
  /** Left by the last release, by object key. */
  readonly released: ReadonlyMap<string, KubernetesState>;
  /** Object keys of that, and of what a run that did not end may have made. */
  readonly known: ReadonlySet<string>;
  /** What the last release wanted, sealed. */
  readonly wantedThen: ReadonlyMap<string, JsonObject>;
  /** What the stack's own files said then, where the workspace had changed it; sealed. */
  readonly ownThen: ReadonlyMap<string, JsonObject>;
  /** No longer wanted. `wanted` says where to look; absent: the server no longer knows the kind. */
  readonly removed: readonly {readonly state: KubernetesState; readonly wanted: Wanted | undefined}[];
};

/** What the server serves. */
type Served = {readonly scheme: Scheme; readonly versions: () => Promise<readonly string[]>};

/** Of a run that did not end only the spec is known: what exists of it with our marks is ours. */
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

/** A version may be served no longer, while the object still is there in another. */
async function whereIs({scheme, versions}: Served, state: KubernetesState): Promise<Wanted | undefined> {
  const {apiVersion, kind, namespace, name} = state;
  let known = await scheme(apiVersion, kind);
  for (const other of known === undefined ? await versions() : []) {
    if (groupVersion(other).group === groupVersion(apiVersion).group) known ??= await scheme(other, kind);
  }
  if (known === undefined || known.planned) return undefined;
  return {ownId: idOf(state), resource: known.resource, namespace, name, expected: true};
}
