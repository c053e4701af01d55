import {GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';
import {once} from '../../lib/once.ts';
import type {Deps} from '../deps.ts';
import {workspacesAround} from '../workspace/surroundings.ts';
import {clusterOfWorkspace} from './cluster-of-workspace.ts';
import type {FoundStack} from './found-stack.ts';
import {inWorkspace} from './in-workspace.ts';
import {type ClusterOfWorkspace, linkClusters, orderWorkspaces} from './order-workspaces.ts';
import {type SelectedWorkspace, selectWorkspaces} from './select-workspaces.ts';
import type {SelectedStacks, StackSelection} from './selection.ts';
import type {WantedWorkspaces} from './wanted-workspaces.ts';

type InEach = Omit<StackSelection, 'workspace'> & {readonly workspaces: WantedWorkspaces};

/** The selection of stacks in one workspace. */
type InOne = {
  readonly foundStacks: (selection: StackSelection, deps: Deps) => Promise<readonly FoundStack[]>;
  readonly selectIn: (selection: StackSelection, found: readonly FoundStack[], deps: Deps) => Promise<SelectedStacks>;
};

/**
 * Selects the stacks of a run in each of several workspaces: all stacks of the first workspace, then those of the next. Stacks of different
 * workspaces do not wait for each other, except for shared stacks that may make the cluster of another workspace.
 */
export async function selectInEach(
  {workspaces: wanted, ...selection}: InEach,
  {foundStacks, selectIn}: InOne,
  deps: Deps,
): Promise<SelectedStacks> {
  const {directory} = selection;
  const places = await placesIn(selection, foundStacks, deps);
  const selected: (SelectedStacks & ClusterOfWorkspace)[] = [];
  const all: readonly Found[] = await findInEach(await selectWorkspaces(wanted, {directory, places}, deps), (one) =>
    foundStacks({...selection, workspace: one.reference}, depsIn(selection, one, deps)),
  );
  const found = orderWorkspaces(await withClusters(all, selection, deps), selection.operation);
  for (const {name, workspace, stacks: own, cluster} of found) {
    const stacks = own.filter((one) => isWithin(one, workspace));
    const here = {...selection, workspace: workspace.reference};
    const {stacks: ordered, ...rest} = await selectIn(here, stacks, depsIn(selection, workspace, deps));
    selected.push({...rest, name, cluster, stacks: ordered.map((one) => inWorkspace(one, name))});
  }
  return {
    stacks: linkClusters(selected, selection.operation),
    among: Math.max(0, ...selected.map(({among}) => among)),
    ...defined({
      listed: isOfAll(selection)
        ? found.filter(({isListed}) => isListed).map(({workspace}) => workspace.name)
        : undefined,
    }),
    diagnostics: selected.flatMap(({diagnostics}) => diagnostics),
  };
}

/** Returns the `workspaces/` of the projects of the run. Stacks with releases need no files, so that only the directory counts. */
async function placesIn(
  selection: Omit<InEach, 'workspaces'>,
  foundStacks: InOne['foundStacks'],
  deps: Deps,
): Promise<ReadonlySet<string | undefined>> {
  const around = workspacesAround({directory: selection.directory}, deps);
  if (selection.released === true) return new Set([around]);
  const stacks = await foundStacks(selection, deps);
  const places = stacks.flatMap(({location}) => location?.project.workspacesDir ?? []);
  return new Set(places.length > 0 ? places : [around]);
}

const isWithin = ({location}: FoundStack, {within}: SelectedWorkspace): boolean =>
  within === undefined || location === undefined || within.has(location.project.workspacesDir);

/** Returns the dependencies for one workspace: it may have its own backend. */
const depsIn = ({directory}: Pick<StackSelection, 'directory'>, {reference}: SelectedWorkspace, deps: Deps): Deps => ({
  ...deps,
  backend: once(() => deps.backendFor({directory, workspace: reference})),
});

/** Reports whether the backend lists the stacks, and no flag limits them. */
const isOfAll = ({released, stacks, onlyHere, changedSince}: StackSelection): boolean =>
  released === true && stacks.length === 0 && onlyHere !== true && changedSince === undefined;

type Found = {
  readonly workspace: SelectedWorkspace;
  readonly stacks: readonly FoundStack[];
  /** False if its own stacks could not be found. */
  readonly isListed: boolean;
};

/**
 * Finds the stacks in each workspace. If the releases of one workspace cannot be listed, this workspace gets the stacks of the others. The run of
 * each stack then reports the error, and the other workspaces continue.
 */
async function findInEach(
  workspaces: readonly SelectedWorkspace[],
  find: (workspace: SelectedWorkspace) => Promise<readonly FoundStack[]>,
): Promise<readonly Found[]> {
  let failure: GantryError | undefined;
  const found: {readonly workspace: SelectedWorkspace; readonly stacks: readonly FoundStack[] | undefined}[] = [];
  for (const workspace of workspaces) {
    try {
      found.push({workspace, stacks: await find(workspace)});
    } catch (error) {
      if (!(error instanceof GantryError) || MUST_EXIST.has(error.failure.code)) throw error;
      failure ??= error;
      found.push({workspace, stacks: undefined});
    }
  }
  const others = new Map(found.flatMap(({stacks = []}) => stacks.map((one) => [one.name, one] as const)));
  if (failure !== undefined && others.size === 0) throw failure;
  return found.map(({workspace, stacks}) => ({
    workspace,
    isListed: stacks !== undefined,
    stacks:
      stacks ??
      [...others.values()].map((one) => ({...one, request: {...one.request, workspace: workspace.reference}})),
  }));
}

/** Adds to each workspace the shared resource that holds its kubeconfig. */
const withClusters = (all: readonly Found[], selection: Pick<StackSelection, 'directory'>, deps: Deps) =>
  Promise.all(
    all.map(async ({workspace, stacks, ...rest}) => {
      const [first] = stacks;
      const own = depsIn(selection, workspace, deps);
      const cluster = first === undefined ? undefined : await clusterOfWorkspace(first, own);
      return {...rest, workspace, stacks, name: workspace.name, cluster};
    }),
  );

/** Errors of the command line, which end the run. */
const MUST_EXIST: ReadonlySet<string> = new Set(['workspace/not-found', 'workspace/ambiguous', 'cancelled']);
