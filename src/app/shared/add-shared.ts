import {resolve} from 'node:path';
import {type DeclaredExternal, readExternals} from '../../config/shared/read-externals.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {ChangedExternal} from '../../core/failure/shared-failure.ts';
import type {JsonObject} from '../../core/json.ts';
import {idOfObject} from '../../core/resource/id.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {IMPORT_ID} from '../../core/resource/import-id.ts';
import type {ExternalResource} from '../../core/shared/external-resource.ts';
import {otherIdentity} from '../../core/shared/terraform-identity.ts';
import {currentHolder} from '../../engine/release/holder.ts';
import {
  findExternal,
  putExternal,
  type ReplaceableExternal,
  replaceableExternal,
} from '../../engine/shared/external-resources.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {defined} from '../../lib/defined.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import type {Cluster} from '../../ports/cluster.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {managedResources} from './managed-resources.ts';
import {type SharedPlace, sharedPlace} from './shared-place.ts';
import {uidOf} from './verify-externals.ts';

/** Request of `gantry shared add`. */
export type AddShared = StackRequest & {
  /** The path of a file below `directory`, or a text with a name for messages. */
  readonly from: string | {readonly text: string; readonly name: string};
  /** True to also register ids whose registered object was replaced by another one. */
  readonly acceptIdentity: boolean;
};

/** The answer of `gantry shared add`. */
export type AddedShared = {
  readonly formatVersion: 1;
  readonly workspace: string;
  readonly resources: readonly AddedResource[];
  readonly diagnostics: readonly Diagnostic[];
};

/** A registered resource. `updated`: the registration has a new identity or new extensions now. */
export type AddedResource = {
  readonly id: string;
  readonly type: ExternalResource['type'];
  readonly outcome: 'added' | 'unchanged' | 'updated';
  /** The uid of a Kubernetes object, or the id of a Terraform resource. */
  readonly uid?: string;
};

const AT_ONCE = 8;

/**
 * Registers resources that Gantry only reads. Each Kubernetes object is looked up with the identity of the user, and its uid is recorded.
 * Writes nothing if one of the resources cannot be registered.
 * @throws GantryError input/invalid for the file, missing objects and ids that a shared stack has; shared/external-changed
 */
export async function addShared(request: AddShared, deps: Deps): Promise<AddedShared> {
  const {from, acceptIdentity} = request;
  const read = readExternals(typeof from === 'string' ? resolve(deps.cwd, request.directory ?? '.', from) : from);
  const place = await sharedPlace(request, 'add', deps);
  await refuseManaged(read.resources, place);
  const externals = await found(read.resources, {request, workspace: place.workspace}, deps);
  const wanted = await mapLimited(externals, AT_ONCE, async (external) => {
    const stored = await replaceableExternal(external, place.backend);
    return {external, stored, outcome: outcomeOf(external, stored)};
  });
  refuseOther(wanted, acceptIdentity, place.workspace);
  await place.backend.admit?.({of: 'workspace', workspace: place.workspace});
  for (const one of wanted) if (one.outcome !== 'unchanged') await write(one, place);
  const resources = wanted.map(({external: {id, type, ...rest}, outcome}) => ({
    id,
    type,
    outcome,
    ...defined({uid: 'object' in rest ? rest.object.uid : rest.identity?.['id']}),
  }));
  return {formatVersion: 1, workspace: place.workspace, resources, diagnostics: read.diagnostics};
}

async function refuseManaged(declared: readonly DeclaredExternal[], place: SharedPlace): Promise<void> {
  const managed = new Map((await managedResources(place)).map(({id, stack}) => [id, stack]));
  const problems = declared.flatMap(({id, diagnose}) => {
    const stack = managed.get(id);
    if (stack === undefined) return [];
    const hint = `Use it as it is: "gantry shared show ${id}". An external resource has no stack.`;
    return [diagnose('shared/managed', `the shared stack ${stack} has ${id} already`, hint)];
  });
  if (problems.length > 0) throw new GantryError({code: 'input/invalid', diagnostics: problems});
}

type Common = Pick<ExternalResource, 'workspace' | 'addedAt' | 'addedBy'>;

type Finding = {readonly request: StackRequest; readonly workspace: string};

/** Finds the live objects and resources. Only what the file has is contacted: the cluster, or providers. */
async function found(
  declared: readonly DeclaredExternal[],
  {request, workspace}: Finding,
  deps: Deps,
): Promise<readonly ExternalResource[]> {
  const {user, host, run} = currentHolder(deps);
  const common = (account?: string) => ({
    workspace,
    addedAt: deps.clock.now().toISOString(),
    addedBy: {user, host, ...defined({run, account})},
  });
  const look = async (cluster: Cluster): Promise<readonly ExternalResource[]> => {
    const account = await cluster.whoAmI().catch(() => undefined);
    const lives = await mapLimited(objects, AT_ONCE, async (one) => ({
      one,
      live: await cluster.facts.lookUp(identityOf(one.attributes)),
    }));
    const problems = lives.flatMap(({one, live}) => problemOf(one, live));
    if (problems.length > 0) throw new GantryError({code: 'input/invalid', diagnostics: problems});
    return lives.map(({one, live}) => externalOf(one, live, common(account)));
  };
  const [objects, resources] = [declared.filter(isObjectOf), declared.filter((one) => !isObjectOf(one))];
  const ofTerraform = await readResources(resources, {request, common: common()}, deps);
  if (objects.length === 0) return ofTerraform;
  const {inWorkspace} = await import('../import/in-workspace.ts');
  return [...(await inWorkspace(request, {look}, deps)).found, ...ofTerraform];
}

const isObjectOf = ({type}: DeclaredExternal): boolean => type === 'Kubernetes';

/** Reads Terraform resources at their providers, all in one run of Terraform. */
async function readResources(
  declared: readonly DeclaredExternal[],
  {request, common}: {readonly request: StackRequest; readonly common: Common},
  deps: Deps,
): Promise<readonly ExternalResource[]> {
  if (declared.length === 0) return [];
  const {readTerraform, withTerraform} = await import('./read-terraform.ts');
  const found = await withTerraform(request, (runtime) => readTerraform(declared, runtime, deps.signal), deps);
  const problems = declared.flatMap(({id, diagnose}) =>
    found.has(id) ? [] : [diagnose('shared/not-at-provider', `${id} not found at its provider`, NOT_AT_PROVIDER)],
  );
  if (problems.length > 0) throw new GantryError({code: 'input/invalid', diagnostics: problems});
  return declared.map(({id, attributes, extensions}) => ({
    ...common,
    id,
    ...defined({extensions, identity: found.get(id)?.identity}),
    type: 'Terraform',
    attributes,
  }));
}

const NOT_AT_PROVIDER = `Correct \`${IMPORT_ID}\`, and the account or region of the provider.`;

function problemOf({id, attributes, diagnose}: DeclaredExternal, live: JsonObject | undefined): readonly Diagnostic[] {
  if (live === undefined) {
    const hint =
      identityOf(attributes).namespace === undefined
        ? 'An object in a namespace needs `metadata.namespace`, and the namespace in its id.'
        : undefined;
    return [diagnose('shared/not-in-cluster', `${id} not found in the cluster`, hint)];
  }
  const own = idOfObject(live);
  return own === id ? [] : [diagnose('spec/id', `the id is ${id}, but the live object has the id ${own}`)];
}

function externalOf(
  {id, attributes, extensions}: DeclaredExternal,
  live: JsonObject | undefined,
  common: Common,
): ExternalResource {
  const head = {...common, id, type: 'Kubernetes' as const, ...defined({extensions})};
  const {apiVersion, kind, namespace, name} = identityOf(attributes);
  return {...head, object: {apiVersion, kind, ...defined({namespace}), name, uid: uidOf(live) ?? ''}};
}

type Wanted = {
  readonly external: ExternalResource;
  readonly stored: ReplaceableExternal | undefined;
  readonly outcome: AddedResource['outcome'];
};

function outcomeOf(external: ExternalResource, stored: ReplaceableExternal | undefined): AddedResource['outcome'] {
  if (stored === undefined) return 'added';
  return stored.external !== undefined && contentOf(stored.external) === contentOf(external) ? 'unchanged' : 'updated';
}

const contentOf = ({addedAt: _, addedBy: __, ...content}: ExternalResource): string => canonicalJson(content);

/** Refuses objects that replaced registered ones, and registrations that cannot be believed, unless the identity is accepted. */
function refuseOther(wanted: readonly Wanted[], isAccepted: boolean, workspace: string): void {
  if (isAccepted) return;
  const resources = wanted.flatMap(({external, stored}) => {
    if (stored?.problem !== undefined) throw stored.problem;
    const other = stored?.external && changed(stored.external, external);
    return other === undefined ? [] : [{id: external.id, ...other}];
  });
  if (resources.length > 0) throw new GantryError({code: 'shared/external-changed', workspace, resources});
}

/** Returns the difference between the identities of a registration and of what is found now. */
function changed(before: ExternalResource, now: ExternalResource): Omit<ChangedExternal, 'id'> | undefined {
  if (before.type === 'Terraform' && now.type === 'Terraform')
    return otherIdentity(before.identity ?? {}, now.identity ?? {});
  const [expected, uid] = [before, now].map((one) => (one.type === 'Kubernetes' ? one.object.uid : ''));
  return expected === uid ? undefined : {expected: expected ?? '', found: uid ?? ''};
}

/** Writes a registration. If another run was first, its registration must have the same content. */
async function write({external, stored}: Wanted, {backend}: SharedPlace): Promise<void> {
  if ((await putExternal(external, stored?.version, backend)) === 'written') return;
  const winner = await findExternal(external, backend);
  if (winner !== undefined && outcomeOf(external, winner) === 'unchanged') return;
  throw new GantryError({code: 'plan/stale', detail: `another run has registered ${external.id} differently`});
}
