import {recordedHooks} from '../../core/hook/was-installed.ts';
import type {JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {annotationOf} from '../../kubernetes/plan/ownership.ts';
import {HELM_NAME_ANNOTATION, HELM_NAMESPACE_ANNOTATION} from '../../kubernetes/plan/take-over-managers.ts';
import type {PlanInput} from '../plan/plan-input.ts';
import type {ReadPlaces} from '../secret/generated-places.ts';

/**
 * Returns the Helm releases that a plan takes over: sources with hooks that no run has applied, and of whose adopted objects one has Helm's
 * annotations with the name and the namespace of the release. Helm has run their hooks.
 * @param open opens the cluster, if there may be such a source
 * @throws GantryError permission/denied
 */
export async function installedByHelm(
  {request: {permissions, operation}, source: {loaded}, records: {here}}: PlanInput,
  open: () => Promise<ReadPlaces>,
): Promise<ReadonlySet<string>> {
  const {adopt} = permissions;
  if (operation === 'destroy' || adopt.length === 0) return new Set();
  const isNew = (name: string): boolean => !recordedHooks(here).some((one) => one.source === name);
  const names = new Set((loaded.hooks ?? []).map(({source}) => source).filter(isNew));
  const found = new Set<string>();
  for (const name of names) {
    const adopted = loaded.resources.filter(
      ({id}) => loaded.parts?.get(id)?.source === name && (adopt.includes('all') || adopt.includes(id)),
    );
    const namespace = loaded.records?.find((one) => one.kind === 'helm' && one.name === name)?.value['namespace'];
    for (const {attributes} of adopted) {
      if (!isOfRelease(await liveObject(attributes, await open()), name, namespace)) continue;
      found.add(name);
      break;
    }
  }
  return found;
}

async function liveObject(object: JsonObject, {lookUp, namespace}: ReadPlaces): Promise<JsonObject | undefined> {
  const {apiVersion, kind, namespace: own = namespace, name} = identityOf(object);
  return lookUp({apiVersion, kind, namespace: own, name});
}

const isOfRelease = (live: JsonObject | undefined, name: string, namespace: unknown): boolean =>
  live !== undefined &&
  annotationOf(live, HELM_NAME_ANNOTATION) === name &&
  annotationOf(live, HELM_NAMESPACE_ANNOTATION) === namespace;
