import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {JsonPath} from '../../core/json.ts';
import {follow} from '../../core/reference/path.ts';
import type {Lookup} from '../../core/reference/resolve-references.ts';
import type {KnownValues} from '../../core/reference/values.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {kindOf} from '../../core/resource/terraform-kind.ts';
import {isRedacted, redactLeaf} from '../../core/secret/redacted-value.ts';
import {isTerraformSource} from '../../core/terraform/source.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {defined} from '../../lib/defined.ts';
import type {PlanRequest} from '../../ports/plan-request.ts';
import type {ProviderSettings} from '../../ports/runtime-needs.ts';
import {accountsIn} from './accounts-in.ts';
import {ignoredPaths} from './ignored-paths.ts';
import {addressesIn} from './instances.ts';
import {covers} from './masks.ts';
import {OUTPUTS} from './outputs.ts';
import {type RootModule, rootModule} from './root-module.ts';
import {providersIn} from './state/state-providers.ts';
import type {Stored} from './stored.ts';

/** A request with the state that it starts from. */
export type Known = {
  readonly request: PlanRequest;
  readonly stored: Stored;
  readonly settings: ProviderSettings;
  /** The host of providers whose address has none. */
  readonly registry: string;
  /** The source of Terraform code whose resources the run deletes. */
  readonly leaving: Resource | undefined;
};

/** Returns the address of each resource in the state, by id. */
export const knownAddresses = ({ids}: Stored): ReadonlyMap<string, string> =>
  new Map(Object.entries(ids).map(([address, id]) => [id, address]));

/** Returns the address of each resource, by id. A release knows the ids better: a resource can have a new id, and keep its address. */
export const addressesNow = ({prior}: PlanRequest, stored: Stored): ReadonlyMap<string, string> =>
  new Map([
    ...knownAddresses(stored),
    ...[...prior.state, ...(prior.leftOut ?? [])].flatMap((state) =>
      state.type === 'Terraform' ? [[state.id, state.address] as const] : [],
    ),
  ]);

/** Returns the source of Terraform code that the state has resources of, if the stack has no source now: the run deletes them. */
export function leavingSource({wanted, prior}: PlanRequest, {source, state, ids}: Stored): Resource | undefined {
  const left = new Set((prior.leftOut ?? []).map(({id}) => id));
  const isOwn = (address: string): boolean => isOfSource(ids, address) && !left.has(address);
  return wanted.resources.some(isTerraformSource) || !addressesIn(state).some(isOwn) ? undefined : source;
}

/** Returns the module that deletes resources of a source which the stack no longer has. Its files have the providers of these resources. */
export const leavingModule = ({request, ...known}: Known, others: KnownValues): RootModule =>
  moduleFor({...known, request: {...request, wanted: {...request.wanted, resources: []}}}, others);

/** Reports whether an address belongs to a source: its id is then the address. */
export const isOfSource = (ids: Stored['ids'], address: string): boolean =>
  address !== OUTPUTS && (ids[address] ?? address) === address;

/** Refuses moves to another type. @throws GantryError input/invalid */
function refuseOtherTypes({wanted, prior: {moved}}: PlanRequest, known: ReadonlyMap<string, string>): void {
  const diagnostics = wanted.resources.flatMap((resource): Diagnostic[] => {
    const before = moved?.get(resource.id);
    const [was] = known.get(resource.id)?.split('.') ?? [];
    const kind = kindOf(resource);
    if (before === undefined || was === undefined || typeof kind !== 'object' || kind.type === was) return [];
    return [
      {
        severity: 'error',
        code: 'moved/invalid',
        message: `${before} is of the type ${was}, and cannot become ${resource.id} of the type ${kind.type}`,
        hint: 'Remove the entry of `moved`: the plan then creates the new resource and deletes the old one.',
        resource: resource.id,
        ...defined({at: wanted.origins.get(resource.id)?.position([])}),
      },
    ];
  });
  if (diagnostics.length > 0) throw new GantryError({code: 'input/invalid', diagnostics});
}

/** Makes the root module of a request, with the given values of resources of other runtimes. */
export function moduleFor({request, stored, settings, leaving, registry}: Known, others: KnownValues): RootModule {
  const {wanted, prior, recalls, secrets} = request;
  const known = addressesNow(request, stored);
  refuseOtherTypes(request, known);
  const shownOf = (id: string) => stored.shown?.resources[known.get(id) ?? ''];
  const own = new Set(wanted.resources.map(({id}) => id));
  // A resource that this run leaves out is not in the module: its values are those of the state.
  const isLeftOut = (id: string): boolean => !own.has(id) && known.has(id);
  const lookup: Lookup = (id, path) => (isLeftOut(id) ? shownOf(id)?.values : others.lookup(id, path));
  const existing = new Set([...prior.state, ...(prior.leftOut ?? [])].map(({id}) => id));
  const ids = new Set([...wanted.order.order, ...existing]);
  return rootModule({
    resources: wanted.resources,
    leaving,
    others: prior.spec.filter(({id}) => !own.has(id) && existing.has(id)),
    expandable: wanted.expandable,
    origins: wanted.origins,
    ids,
    state: {
      known,
      accounts: accountsIn(stored),
      existing: new Set(addressesIn(stored.state)),
      providers: providersIn(stored.state ?? {}),
    },
    settings,
    registry,
    ignoredOf: (resource) => ignoredPaths(request.ignore, {resource, values: shownOf(resource.id)?.values}),
    values: {
      lookup,
      isSensitive: (id: string, path: JsonPath) =>
        isLeftOut(id) ? covers(shownOf(id)?.sensitive, path) : others.isSensitive(id, path),
      secretOf: (uri) => secrets.values?.get(uri)?.reveal(),
      recall: (id, path, redacted) => {
        const literal = isRedacted(redacted) ? recalls?.literals?.get(redacted.$gantry.secret.hmac) : undefined;
        if (literal !== undefined) return literal;
        const live = follow(shownOf(id)?.values ?? {}, path);
        if (!('value' in live)) return undefined;
        return deepEqual(redactLeaf(secrets.digestKey.reveal(), id, path, live.value), redacted)
          ? live.value
          : undefined;
      },
    },
  });
}
