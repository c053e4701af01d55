import type {LoadedResources} from '../../config/load-resources.ts';
import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {jsonAt} from '../../core/json-at.ts';
import {follow} from '../../core/reference/path.ts';
import {SENSITIVE_NOT_SHOWN, SHARED_SECRET_HINT, takesSharedSecret} from '../../core/reference/takes-shared-secret.ts';
import {knownValues, type ResourceValues, releasedValues} from '../../core/reference/values.ts';
import {type ResourceState, recordedValues} from '../../core/release/resource-state.ts';
import {containsRedacted} from '../../core/secret/redacted-value.ts';
import type {OtherResource} from '../../core/stacks/other-stack.ts';
import type {ClusterFacts} from '../../ports/cluster-facts.ts';
import type {Runtime} from '../../ports/runtime.ts';
import {changedTerraform, readTerraform} from '../shared/read-terraform.ts';
import {diagnoseLost, type Placed, placedIn} from './placed-reference.ts';

/** The resources of a stack, and the resources of other stacks by the keys of references. */
export type HiddenValuesRequest = {
  readonly loaded: Pick<LoadedResources, 'resources' | 'expandable' | 'origins'>;
  readonly others: ReadonlyMap<string, OtherResource>;
  readonly workspace: string;
  readonly signal: AbortSignal;
};

/** Opens what the values are read with. */
export type ValueReaders = {
  readonly terraform: () => Promise<Pick<Runtime, 'readExisting' | 'readReleased'>>;
  readonly cluster: () => Promise<Pick<ClusterFacts, 'lookUp'>>;
};

type Used = {readonly one: Placed; readonly other: OtherResource};

/**
 * Adds the values of other stacks that releases do not have: those of external Terraform resources, whose identity is checked, sensitive attributes of
 * shared Terraform resources, and fields of live objects that Terraform resources take.
 * In untrusted mode, they are unknown.
 * @throws GantryError shared/external-changed; input/invalid for sensitive values where they would be shown, and for values that do not exist
 */
export async function withHiddenValues(
  {loaded, others, workspace, signal}: HiddenValuesRequest,
  readers: ValueReaders,
): Promise<ReadonlyMap<string, OtherResource>> {
  const used = placedIn(loaded).flatMap((one): readonly Used[] => {
    const other = others.get(one.key);
    return other === undefined || one.isSecret === true || other.awaits(one.path) ? [] : [{one, other}];
  });
  if (untrustedCheckout() !== undefined) return withoutUnread(others, used);
  const values = new Map<string, ResourceValues>([
    ...(await externalValues(used, workspace, signal, readers)),
    ...(await sealedValues(used, readers)),
    ...(await liveValues(used, readers)),
  ]);
  const diagnostics = used.flatMap(({one}) => problemOf(one, values.get(one.key)));
  if (diagnostics.length > 0) throw new GantryError({code: 'input/invalid', diagnostics});
  return new Map([...others].map(([key, other]) => [key, withValues(other, values.get(key))]));
}

/** Makes the values unknown that only providers and sealed states have. Untrusted mode reads neither. */
function withoutUnread(
  others: ReadonlyMap<string, OtherResource>,
  used: readonly Used[],
): ReadonlyMap<string, OtherResource> {
  const unread = used.filter(({one, other}) => other.external !== undefined || isHidden(other.state, one));
  return new Map([...others, ...unread.map(({one, other}) => [one.key, {...other, state: undefined}] as const)]);
}

const withValues = (other: OtherResource, values: ResourceValues | undefined): OtherResource =>
  values === undefined ? other : {...other, values};

async function externalValues(
  used: readonly Used[],
  workspace: string,
  signal: AbortSignal,
  {terraform}: ValueReaders,
): Promise<readonly (readonly [string, ResourceValues])[]> {
  const keys = new Map(used.flatMap(({one, other: {external}}) => (external ? [[one.key, external] as const] : [])));
  const externals = [...new Map([...keys.values()].map((one) => [one.id, one])).values()];
  if (externals.length === 0) return [];
  const found = await readTerraform(externals, await terraform(), signal);
  const resources = changedTerraform(externals, found);
  if (resources.length > 0) throw new GantryError({code: 'shared/external-changed', workspace, resources});
  return [...keys].flatMap(([key, {id}]) => {
    const values = found.get(id)?.values;
    return values === undefined ? [] : [[key, values]];
  });
}

/** Reads sensitive attributes from the sealed states. What the release hides is sensitive, also where the state does not show it. */
async function sealedValues(
  used: readonly Used[],
  {terraform}: ValueReaders,
): Promise<readonly (readonly [string, ResourceValues])[]> {
  const hidden = used.filter(({one, other}) => isHidden(other.state, one));
  if (hidden.length === 0) return [];
  const {readReleased} = await terraform();
  const lineages = new Set(hidden.flatMap(({other}) => other.lineage ?? []));
  const read = new Map(await Promise.all([...lineages].map(async (one) => [one, await readReleased?.(one)] as const)));
  return hidden.map(({one, other: {lineage = '', state}}) => {
    const {object = {}, sensitive = []} = read.get(lineage)?.get(state?.id ?? '') ?? {};
    const redacted = releasedValues(state && recordedValues(state)).unknown;
    return [one.key, {object, unknown: [], sensitive: [...sensitive, ...redacted]}];
  });
}

const isHidden = (state: ResourceState | undefined, {path}: Placed): boolean => {
  if (state?.type !== 'Terraform') return false;
  const found = follow(recordedValues(state), path);
  return 'value' in found && containsRedacted(found.value);
};

/** Reads live objects for Terraform resources. The runtime of Kubernetes reads those for its own. */
async function liveValues(
  used: readonly Used[],
  {cluster}: ValueReaders,
): Promise<readonly (readonly [string, ResourceValues])[]> {
  const states = new Map(
    used.flatMap(({one, other: {state}}) =>
      one.holder.type === 'Terraform' &&
      state?.type === 'Kubernetes' &&
      one.isDependency !== true &&
      !('value' in follow(recordedValues(state), one.path))
        ? [[one.key, state] as const]
        : [],
    ),
  );
  if (states.size === 0) return [];
  const {lookUp} = await cluster();
  return Promise.all(
    [...states].map(async ([key, state]) => {
      const live = await lookUp(state);
      const isSame = state.uid === '' || jsonAt(live ?? {}, ['metadata', 'uid']) === state.uid;
      return [key, {object: isSame && live !== undefined ? live : {}, unknown: [], sensitive: []}] as const;
    }),
  );
}

function problemOf(one: Placed, values: ResourceValues | undefined): readonly Diagnostic[] {
  if (values === undefined || one.isDependency === true) return [];
  if (!('value' in follow(values.object, one.path)))
    return [diagnoseLost(one, {code: 'reference/missing-field', because: 'it has no such value now', hint: AGAIN})];
  const isSensitive = knownValues(() => values).isSensitive(one.key, one.path);
  if (!isSensitive || one.isDigested === true || takesSharedSecret(one.holder, one.at)) return [];
  return [diagnoseLost(one, {code: 'reference/secret-value', because: SENSITIVE_NOT_SHOWN, hint: SHARED_SECRET_HINT})];
}

const AGAIN = 'Run "gantry shared show ID" to see its values. Apply the shared stack again if it should have this one.';
