import {GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';
import {once} from '../../lib/once.ts';
import type {Deps} from '../deps.ts';
import {workspacesAround} from '../workspace/surroundings.ts';
import type {FoundStack} from './found-stack.ts';
import {inWorkspace} from './in-workspace.ts';
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
 * workspaces do not wait for each other.
 */
export async function selectInEach(
  {workspaces: wanted, ...selection}: InEach,
  {foundStacks, selectIn}: InOne,
  deps: Deps,
): Promise<SelectedStacks> {
  const {directory} = selection;
  const places = await placesIn(selection, foundStacks, deps);
  const selected: SelectedStacks[] = [];
  const found: readonly Found[] = await findInEach(await selectWorkspaces(wanted, {directory, places}, deps), (one) =>
    foundStacks({...selection, workspace: one.reference}, depsIn(selection, one, deps)),
  );
  for (const {workspace, stacks: all} of found) {
    const stacks = all.filter((one) => isWithin(one, workspace));
    const own = {...selection, workspace: workspace.reference};
    const {stacks: ordered, ...rest} = await selectIn(own, stacks, depsIn(selection, workspace, deps));
    selected.push({...rest, stacks: ordered.map((one) => inWorkspace(one, workspace.name))});
  }
  return {
    stacks: selected.flatMap(({stacks}) => stacks),
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

/** Errors of the command line, which end the run. */
const MUST_EXIST: ReadonlySet<string> = new Set(['workspace/not-found', 'workspace/ambiguous', 'cancelled']);
