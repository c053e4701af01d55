import {GantryError} from '../../core/failure/failure.ts';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {recordedValues} from '../../core/release/resource-state.ts';
import {nearestId} from '../../core/resource/nearest-id.ts';
import {maskPaths} from '../../core/secret/mask-paths.ts';
import {showRedacted} from '../../core/secret/redacted-value.ts';
import type {ExternalObject, ExternalTerraform} from '../../core/shared/external-resource.ts';
import {findExternal} from '../../engine/shared/external-resources.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {sharedResources} from './list-shared.ts';
import {managedResources} from './managed-resources.ts';
import {type SharedPlace, sharedPlace} from './shared-place.ts';
import type {SharedResource} from './shared-resource.ts';

/** Request of `gantry shared show`. */
export type ShowShared = StackRequest & {
  readonly id: string;
  /** True to look up an external resource in the cluster. */
  readonly verify?: boolean;
};

/** The answer of `gantry shared show`. */
export type ShownShared = SharedResource & {
  readonly formatVersion: 1;
  readonly workspace: string;
  /**
   * The values that references can take: those of the last release, or with `verify` those of the external object. Values of Secrets are
   * absent or `***`. Absent: it was not asked.
   */
  readonly outputs?: Json;
};

/**
 * Returns a shared resource with its users. The cluster and providers are only contacted with `verify`.
 * @throws GantryError shared/not-found, naming the nearest id
 */
export async function showShared(request: ShowShared, deps: Deps): Promise<ShownShared> {
  const place = await sharedPlace(request, 'show ID', deps);
  const within = {...request, workspace: place.workspace};
  const resource = await oneShared(place, within, deps);
  const outputs = await outputsOf(resource, place, within, deps);
  return {formatVersion: 1, workspace: place.workspace, ...resource, ...defined({outputs})};
}

/** Returns the shared resource with an id. @throws GantryError shared/not-found; input/usage if two shared stacks have it */
export async function oneShared(place: SharedPlace, request: ShowShared, deps: Deps): Promise<SharedResource> {
  const {id} = request;
  const all = await sharedResources(place, request, deps);
  const [found, other] = all.filter((one) => one.id === id);
  if (other !== undefined)
    throw new GantryError({
      code: 'input/usage',
      message: `several shared stacks have ${id}: ${found?.stack}, ${other.stack}`,
      hint: 'Show it with "gantry resource show ID -s STACK".',
    });
  if (found !== undefined) return found;
  const nearest = nearestId(
    id,
    all.map((one) => one.id),
  );
  throw new GantryError({code: 'shared/not-found', workspace: place.workspace, id, ...defined({nearest})});
}

async function outputsOf(
  {id, stack, external}: SharedResource,
  place: SharedPlace,
  request: ShowShared,
  deps: Deps,
): Promise<Json | undefined> {
  if (external === undefined) {
    const state = (await managedResources(place)).find((one) => one.id === id && one.stack === stack)?.state;
    return state === undefined ? undefined : showRedacted(recordedValues(state));
  }
  const registered = (await findExternal({workspace: place.workspace, id}, place.backend))?.external;
  if (external.state !== 'verified' || registered === undefined) return undefined;
  if (registered.type === 'Terraform') return resourceValues(registered, request, deps);
  const {inWorkspace} = await import('../import/in-workspace.ts');
  return (await inWorkspace(request, {look: ({facts}) => liveValues(registered.object, facts.lookUp)}, deps)).found;
}

/** Returns the attributes of a resource at its provider. Sensitive ones are `***`. */
async function resourceValues(external: ExternalTerraform, request: StackRequest, deps: Deps): Promise<Json> {
  const {readTerraform, withTerraform} = await import('./read-terraform.ts');
  const found = await withTerraform(request, (runtime) => readTerraform([external], runtime, deps.signal), deps);
  const {object = {}, sensitive = []} = found.get(external.id)?.values ?? {};
  return maskPaths(object, sensitive);
}

type LookUp = (object: ExternalObject) => Promise<JsonObject | undefined>;

/** Returns the fields of a live object that references may take. */
async function liveValues(object: ExternalObject, lookUp: LookUp): Promise<Json | undefined> {
  const live = await lookUp(object);
  if (live === undefined) return undefined;
  const {metadata, data: _, stringData: __, ...rest} = live;
  const {managedFields: ___, annotations = {}, ...own} = isObject(metadata) ? metadata : {};
  if (object.apiVersion !== 'v1' || object.kind !== 'Secret') return {...live, metadata: {...own, annotations}};
  const {[LAST_APPLIED]: ____, ...kept} = isObject(annotations) ? annotations : {};
  return {...rest, metadata: {...own, annotations: kept}};
}

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
