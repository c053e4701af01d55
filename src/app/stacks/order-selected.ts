import {findStack} from '../../config/find-project.ts';
import {loadResources} from '../../config/load-resources.ts';
import type {StackLocation} from '../../config/stack-location.ts';
import {findDependencies} from '../../config/stacks/find-dependencies.ts';
import {type KnownStack, stacksAround, stacksIn} from '../../config/stacks/known-stacks.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {orderStacks, type StackNode} from '../../core/stacks/order-stacks.ts';
import {ANY_SHARED, isSharedStack} from '../../core/stacks/shared-stacks.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import type {WorkspaceValues} from '../../core/variation/expand-context.ts';
import {type SharedKubeconfig, sharedKubeconfig} from '../../core/workspace/shared-kubeconfig.ts';
import {defined} from '../../lib/defined.ts';
import {once} from '../../lib/once.ts';
import type {Deps} from '../deps.ts';
import {workspaceValues} from '../workspace/workspace-values.ts';
import {claimsIn} from './claims-in.ts';
import type {FoundStack} from './found-stack.ts';
import {mayHave, orderWorkspaces, withCluster} from './order-workspaces.ts';
import {stacksTakenFrom} from './other-resources.ts';
import type {SelectedStack, StackSelection} from './selection.ts';
import {type Behind, behindOf, type DeclaredStack, type Link, linksToFirst, linksToMakers} from './stacks-behind.ts';
import {stacksWithin} from './stacks-within.ts';
import {type ClaimingStack, withClaimMakers} from './with-claim-makers.ts';

/** The selection of the stacks, and the search for a stack by its directory. */
type Ordered = Pick<StackSelection, 'directory' | 'operation' | 'workspace' | 'withMakers'> & {
  readonly find: (dir: string) => Promise<FoundStack>;
};

/**
 * Sorts the stacks of a run by their dependencies, by the values that they take from each other, and by the objects that several of them need or
 * write. Dependencies through stacks outside of the run count, too.
 * @throws GantryError `input/invalid` for unknown stacks and for loops.
 */
export async function orderSelected(
  selected: readonly FoundStack[],
  selection: Ordered,
  deps: Deps,
): Promise<readonly SelectedStack[]> {
  const known = once(() => knownStacks(selection.directory));
  const nodes = new Map<string, StackNode>();
  const problems: Diagnostic[] = [];
  const add = async (name: string, location: StackLocation | undefined, taken: readonly string[]): Promise<void> => {
    const isWritten = location?.stack.dependsOn !== undefined;
    const needs = isWritten ? findDependencies(location, known()) : {names: [], problems: []};
    problems.push(...needs.problems);
    nodes.set(name, {name, after: [...needs.names, ...taken]});
    for (const other of [...needs.names, ...taken]) {
      if (nodes.has(other) || found.some((one) => one.name === other)) continue;
      await add(other, await locationOf(other, known()), []);
    }
  };
  const read: ReadStack[] = [];
  if (selected.length > 1 || selection.withMakers === true)
    for (const one of selected) read.push(await readStack(one, deps));
  const found = await withClaimMakers({found: selected, read, ...selection}, deps);
  const makers = makersIn(read);
  for (const [i, one] of found.entries())
    await add(one.name, one.location, [
      ...inRun(read[i]?.taken ?? [], one.name, found),
      ...(makers.get(one.name) ?? []),
    ]);
  if (problems.length > 0) throw new GantryError({code: 'input/invalid', diagnostics: problems});
  const written = [...nodes.values()];
  const {operation} = selection;
  if (found.length < 2) return inOrder(found, {nodes: written, operation});
  if (operation === 'apply')
    return inOrder(found, {nodes: written, operation, declared: read}).map((stack) =>
      withCluster(stack, read.find(({name}) => name === stack.name)?.cluster, makers.get(stack.name) ?? []),
    );
  const within = await stacksWithin(found, deps);
  const all = written.map(({name, after}) => ({name, after: [...after, ...(within.get(name) ?? [])]}));
  // Dependencies in the files take precedence if the locations of the objects contradict them.
  return inOrder(found, {nodes: 'cycle' in orderStacks(all, 'destroy') ? written : all, operation});
}

/**
 * Returns the shared stacks of the run that may make the cluster of a stack, by the stack.
 * @throws GantryError 'input/usage' for workspaces that need each other
 */
function makersIn(read: readonly ReadStack[]): ReadonlyMap<string, readonly string[]> {
  if (read.every(({cluster}) => cluster === undefined)) return new Map();
  const clusters = new Map(read.map(({workspace = '', cluster}) => [workspace, {name: workspace, cluster}]));
  orderWorkspaces([...clusters.values()], 'apply');
  return new Map(
    read.map(({name, cluster}) => [
      name,
      cluster === undefined
        ? []
        : read
            .filter((one) => one.workspace === cluster.workspace && one.name !== name && mayHave(cluster, one.name))
            .map((one) => one.name),
    ]),
  );
}

/** Replaces "any shared stack" by those of the run. */
const inRun = (taken: readonly string[], own: string, found: readonly FoundStack[]): readonly string[] => {
  const shared = found.map(({name}) => name).filter((name) => name !== own && isSharedStack(name));
  return taken.flatMap((name) => (name === ANY_SHARED ? shared : [name]));
};

type Ordering = {
  /** The order by the files and by the values that stacks take from each other. */
  readonly nodes: readonly StackNode[];
  readonly operation: StackSelection['operation'];
  readonly declared?: readonly DeclaredStack[];
};

function inOrder(found: readonly FoundStack[], {nodes, operation, declared = []}: Ordering): readonly SelectedStack[] {
  const depended = orderStacks(nodes, operation);
  if ('cycle' in depended) throw new GantryError({code: 'input/invalid', diagnostics: [loop(depended.cycle)]});
  const {order, behind} = withObjects(nodes, declared) ?? {order: depended.order, behind: new Map()};
  const byName = new Map(found.map((one) => [one.name, one]));
  const nearest = (name: string): readonly string[] =>
    (depended.after.get(name) ?? []).flatMap((other) => (byName.has(other) ? [other] : nearest(other)));
  return order.flatMap((name) => {
    const one = byName.get(name);
    if (one === undefined) return [];
    const after = [...new Set(nearest(name))];
    return [{...one, after, ...defined({behind: behind.get(name)})}];
  });
}

type WithObjects = {readonly order: readonly string[]; readonly behind: ReadonlyMap<string, readonly Behind[]>};

/** Adds the objects that several stacks need or write to the order. Dependencies in the files take precedence. */
function withObjects(nodes: readonly StackNode[], declared: readonly DeclaredStack[]): WithObjects | undefined {
  if (declared.length === 0) return undefined;
  const links = withoutLoops(nodes, linksToMakers(declared));
  const first = orderStacks(waiting(nodes, behindOf(links)));
  if ('cycle' in first) return undefined;
  const behind = behindOf([...links, ...linksToFirst(declared, first.order)]);
  const all = orderStacks(waiting(nodes, behind));
  return 'cycle' in all ? undefined : {order: all.order, behind};
}

/** Leaves out the links of stacks that need each other's objects. The links of all other stacks remain. */
function withoutLoops(nodes: readonly StackNode[], links: readonly Link[]): readonly Link[] {
  const made = orderStacks(waiting(nodes, behindOf(links)));
  if (!('cycle' in made)) return links;
  const looped = new Set(made.cycle);
  const rest = links.filter(({later, earlier}) => !looped.has(later) || !looped.has(earlier));
  return rest.length === links.length ? [] : withoutLoops(nodes, rest);
}

const waiting = (nodes: readonly StackNode[], behind: ReadonlyMap<string, readonly Behind[]>): readonly StackNode[] =>
  nodes.map(({name, after}) => ({
    name,
    after: [...after, ...(behind.get(name) ?? []).map(({stack}) => stack)],
  }));

const loop = (cycle: readonly string[]): Diagnostic => ({
  severity: 'error',
  code: 'stack/cycle',
  message: `these stacks wait for each other: ${cycle.join(' → ')}`,
  hint: 'Remove one of them from `dependsOn`, or do not use its values: each depends on the next.',
});

/** Returns all stacks that a stack may name: those of the repository, and those of the user's directory. */
function knownStacks(directory: string): readonly KnownStack[] {
  const all = [...stacksAround(directory), ...stacksIn(directory)];
  return [...new Map(all.map((one) => [one.dir, one])).values()];
}

/** Finds a stack that is not part of the run; errors in its files are ignored. */
async function locationOf(name: string, known: readonly KnownStack[]): Promise<StackLocation | undefined> {
  const place = known.find((one) => stackText(one) === name);
  if (place === undefined) return undefined;
  try {
    return await findStack({directory: place.dir});
  } catch {
    return undefined;
  }
}

type ReadStack = ClaimingStack & {
  /** The stacks that it takes values from. */
  readonly taken: readonly string[];
  /** The shared resource that holds the kubeconfig of its workspace. */
  readonly cluster?: SharedKubeconfig | undefined;
};

/**
 * Reads the files of a stack for its place in the order. The cluster is not asked, so a chart that looks up objects may not render: its
 * references are then taken from its values. Errors are reported when the stack itself is run.
 */
async function readStack({name, location, request, project}: FoundStack, deps: Deps): Promise<ReadStack> {
  const unread = {name, resources: [], taken: [], claims: []};
  if (location === undefined) return unread;
  try {
    const workspace = await workspaceValues(request, location, deps);
    const options = {allowEmpty: true, valuesSuffice: true, ...defined({workspace})};
    const loaded = await loadResources(location, {...options, tools: deps});
    const taken = stacksTakenFrom(loaded, {project}).filter((other) => other !== name);
    const {namespace, resources} = loaded;
    const cluster = clusterOf(workspace);
    return {name, workspace: workspace?.name, cluster, namespace, resources, taken, claims: claimsIn(loaded)};
  } catch {
    return unread;
  }
}

const clusterOf = (workspace: WorkspaceValues | undefined): SharedKubeconfig | undefined =>
  workspace?.context === undefined ? undefined : sharedKubeconfig(workspace.context);
