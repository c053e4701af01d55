import {GantryError} from '../../core/failure/failure.ts';
import type {ChangedExternal} from '../../core/failure/shared-failure.ts';
import type {ExternalResource, ExternalTerraform} from '../../core/shared/external-resource.ts';
import {sinceOf} from '../../core/since.ts';
import {EXTERNAL} from '../../core/stacks/shared-stacks.ts';
import {externalResources} from '../../engine/shared/external-resources.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import type {Runtime} from '../../ports/runtime.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {managedResources} from './managed-resources.ts';
import {type SharedPlace, sharedPlace} from './shared-place.ts';
import type {ExternalState, ListedExternal, ListedUser, SharedResource} from './shared-resource.ts';
import {type SharedUser, sharedUsers, usersOf} from './shared-users.ts';
import {unusedSince} from './unused-since.ts';
import {changedExternals, type Registered} from './verify-externals.ts';

/** Request of `gantry shared list`. */
export type ListShared = StackRequest & {
  /** True to look up the external resources in the cluster and at their providers. */
  readonly verify?: boolean;
  /** Only resources that no stack has used for this time (30d) or since this date. */
  readonly unusedFor?: string;
};

/** The answer of `gantry shared list`. */
export type SharedList = {
  readonly formatVersion: 1;
  readonly workspace: string;
  /** Sorted by stack and id. */
  readonly resources: readonly SharedResource[];
};

/** Lists the shared resources of a workspace and their users, from the backend alone: no file is needed. Only `verify` contacts the cluster and providers. */
export async function listShared(request: ListShared, deps: Deps): Promise<SharedList> {
  const place = await sharedPlace(request, 'list', deps);
  const all = await sharedResources(place, {...request, workspace: place.workspace}, deps);
  const resources = await unusedOnly(all, place, request, deps);
  return {
    formatVersion: 1,
    workspace: place.workspace,
    resources: resources.toSorted((a, b) => compareNaturally(a.stack, b.stack) || compareNaturally(a.id, b.id)),
  };
}

/** Returns all shared resources of a workspace, in no order. */
export async function sharedResources(
  place: SharedPlace,
  request: ListShared,
  deps: Deps,
): Promise<readonly SharedResource[]> {
  const {workspace, backend} = place;
  const [users, managed, registered] = await Promise.all([
    sharedUsers(workspace, backend),
    managedResources(place),
    externalResources(workspace, backend),
  ]);
  const ids = new Set(managed.map(({id}) => id));
  // An interrupted adoption leaves the registration beside the release, which counts then.
  const externals = registered.filter(({id}) => !ids.has(id));
  const states = request.verify === true ? await statesOf(externals, request, deps) : new Map<string, ExternalState>();
  return [
    ...managed.map(({state: _, ...one}) => ({...one, usedBy: listed(one, users, workspace)})),
    ...externals.map((external) => ({
      id: external.id,
      stack: EXTERNAL,
      external: externalOf(external, states.get(external.id) ?? 'unverified'),
      usedBy: listed({id: external.id, stack: EXTERNAL}, users, workspace),
    })),
  ];
}

const externalOf = (external: ExternalResource, state: ExternalState): ListedExternal => {
  const {type, addedAt, addedBy} = external;
  return {
    type,
    state,
    addedAt,
    addedBy,
    ...defined({uid: type === 'Kubernetes' ? external.object.uid : external.identity?.['id']}),
  };
};

const listed = (
  resource: Pick<SharedResource, 'id' | 'stack'>,
  users: readonly SharedUser[],
  workspace: string,
): readonly ListedUser[] =>
  usersOf(resource, users)
    .map(({stack, workspace: within, revision, use: {revision: sharedRevision, fields}}) => ({
      stack,
      ...defined({workspace: within === workspace ? undefined : within}),
      revision,
      ...defined({sharedRevision}),
      fields,
    }))
    .toSorted((a, b) => compareNaturally(a.stack, b.stack));

async function statesOf(
  externals: readonly ExternalResource[],
  request: StackRequest,
  deps: Deps,
): Promise<ReadonlyMap<string, ExternalState>> {
  const objects = externals.flatMap((one) => (one.type === 'Kubernetes' ? [{id: one.id, object: one.object}] : []));
  // Without an identity it was registered by an earlier version.
  const resources = externals.filter((one) => one.type === 'Terraform').filter(({identity}) => identity !== undefined);
  const changed = [
    ...(await changedObjects(objects, request, deps)),
    ...(await changedResources(resources, request, deps)),
  ];
  const states = new Map(changed.map((one) => [one.id, one.found === undefined ? 'gone' : 'replaced'] as const));
  return new Map([...objects, ...resources].map(({id}) => [id, states.get(id) ?? 'verified']));
}

async function changedObjects(
  registered: readonly Registered[],
  request: StackRequest,
  deps: Deps,
): Promise<readonly ChangedExternal[]> {
  if (registered.length === 0) return [];
  const {inWorkspace} = await import('../import/in-workspace.ts');
  return (await inWorkspace(request, {look: ({facts}) => changedExternals(registered, facts)}, deps)).found;
}

async function changedResources(
  registered: readonly ExternalTerraform[],
  request: StackRequest,
  deps: Deps,
): Promise<readonly ChangedExternal[]> {
  if (registered.length === 0) return [];
  const {changedTerraform, readTerraform, withTerraform} = await import('./read-terraform.ts');
  const look = (runtime: Runtime) => readTerraform(registered, runtime, deps.signal);
  return changedTerraform(registered, await withTerraform(request, look, deps));
}

async function unusedOnly(
  all: readonly SharedResource[],
  place: SharedPlace,
  {unusedFor}: ListShared,
  {clock}: Deps,
): Promise<readonly SharedResource[]> {
  if (unusedFor === undefined) return all;
  const before = sinceOf(unusedFor, clock.now());
  if (before === undefined)
    throw new GantryError({
      code: 'input/usage',
      message: `${unusedFor} is not a valid time`,
      hint: 'For example: 30d.',
    });
  // A database is in use if its Service is.
  const usedTogether = new Set(all.flatMap((one) => (one.usedBy.length === 0 ? [] : togetherOf(one))));
  const unused = all.filter((one) => one.usedBy.length === 0 && !togetherOf(one).some((key) => usedTogether.has(key)));
  const since = await unusedSince(unused, place);
  return unused.flatMap((one) => {
    const at = since(one);
    return Date.parse(at) <= before.getTime() ? [{...one, unusedSince: at}] : [];
  });
}

/** Returns the key of the resources that were made for the same claim; none for others. */
const togetherOf = ({stack, claim}: SharedResource): readonly string[] =>
  claim === undefined ? [] : [`${stack} ${claim}`];
