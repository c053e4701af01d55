import {isObject, type JsonObject} from '../../../../core/json.ts';
import {PASSED} from '../../../../core/readiness/health.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {idOf} from '../../../../core/resource/id.ts';
import {groupVersion} from '../../../../core/resource/identity.ts';
import {annotationOf, isTakenOver, lineageOf} from '../../../../kubernetes/plan/ownership.ts';
import {STACK_ANNOTATION} from '../../../../kubernetes/resource/labels.ts';
import type {ReleasedStack} from '../../../../ports/operations.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ApiResource, Discovery} from '../client/discovery.ts';
import type {Place} from '../execute/watch-hub.ts';
import {readLiveObjects, uidOf, type Wanted} from '../plan/live-objects.ts';

/** An object of a release with its live object, or the reason why that is missing. */
export type FoundObject = {readonly state: KubernetesState} & (
  | {readonly live: JsonObject; readonly place: Place}
  /** `done`: it is missing because it has completed its work. */
  | {readonly live?: undefined; readonly why: string; readonly done?: true}
);

/** Finds the live objects of a release. It only reads. */
export async function findObjects(
  client: Pick<KubernetesClient, 'discovery' | 'list' | 'get' | 'server'>,
  {prior, lineage, signal}: Pick<ReleasedStack, 'prior' | 'lineage' | 'signal'>,
): Promise<readonly FoundObject[]> {
  const places = await Promise.all(
    prior.map(async (state) => ({state, wanted: await whereIs(client.discovery, state)})),
  );
  const wanted = places.flatMap((one) => one.wanted ?? []);
  const live = await readLiveObjects({client, lineage, firstRun: false, wanted, signal});
  return places.map(({state, wanted: place}) => {
    if (place === undefined) return {state, why: 'the cluster no longer has its kind'};
    const object = live.get(place.ownId);
    if (object === undefined && state.done === true) return {state, why: PASSED, done: true};
    if (object === undefined)
      return {state, why: state.uid === '' ? 'it was not created' : 'somebody deleted it after the last release'};
    const other = otherThan(state, object, lineage);
    if (other !== undefined) return {state, why: other};
    // The watch by label would miss an object that lost its label.
    const unmarked = lineageOf(object) === lineage ? {} : {unmarked: true};
    return {state, live: object, place: {...place, ...unmarked}};
  });
}

/** Returns why a live object is not the released one, or undefined. */
function otherThan(state: KubernetesState, live: JsonObject, lineage: string): string | undefined {
  // Two stacks may share an object: then it was shared at the release, too.
  const wasTheirs = isObject(state.applied) && lineageOf(state.applied) === lineageOf(live);
  if (isTakenOver(live, lineage) && !wasTheirs)
    return `it belongs to another stack: ${annotationOf(live, STACK_ANNOTATION) ?? 'unknown'}`;
  return state.uid !== '' && uidOf(live) !== state.uid ? 'another object has its name now' : undefined;
}

async function whereIs(discovery: Discovery, state: KubernetesState): Promise<Wanted | undefined> {
  const {namespace, name} = state;
  const resource = await resourceOf(discovery, state);
  // The version may have changed: the server names objects by the version that was requested.
  const ownId = idOf({...state, apiVersion: resource?.apiVersion ?? state.apiVersion});
  return resource === undefined ? undefined : {ownId, resource, namespace, name, expected: true};
}

/** Finds the resource of a kind, in another version if its own is no longer served. */
export async function resourceOf(
  discovery: Discovery,
  {apiVersion, kind}: Pick<KubernetesState, 'apiVersion' | 'kind'>,
): Promise<ApiResource | undefined> {
  const known = await discovery.resourceFor({apiVersion, kind});
  if (known !== undefined) return known;
  const {group} = groupVersion(apiVersion);
  for (const other of await discovery.apiVersions()) {
    if (groupVersion(other).group !== group) continue;
    const same = await discovery.resourceFor({apiVersion: other, kind});
    if (same !== undefined) return same;
  }
  return undefined;
}
