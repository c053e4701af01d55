import {resolve} from 'node:path';
import {findStack} from '../../config/find-project.ts';
import {shownPath} from '../../config/read-text.ts';
import {stackDirectory, stackNamesIn, wrongInput} from '../../config/stack-search.ts';
import {stacksIn} from '../../config/stacks/known-stacks.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {looksLikeFile} from '../../core/workspace/workspace-name.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {findHistories} from '../release/find-histories.ts';
import {whereAt} from '../release/locate-history.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import {changedStacks} from './changed-stacks.ts';
import type {FoundStack} from './found-stack.ts';
import {orderSelected} from './order-selected.ts';
import {refuseUnknownWorkspace} from './refuse-unknown-workspace.ts';
import {selectInEach} from './select-in-each.ts';
import type {SelectedStacks, StackSelection} from './selection.ts';
import {withDependants} from './with-dependants.ts';

/**
 * Selects the stacks of a run, in order.
 * @throws GantryError `input/invalid` with every unknown name, two stacks with the same name, and cycles.
 */
export async function selectStacks(selection: StackSelection, deps: Deps): Promise<SelectedStacks> {
  const {withDependants: request, ...own} = selection;
  if (request !== undefined)
    return selectStacks(await withDependants(own, {request, select: selectStacks}, deps), deps);
  return selection.workspaces === undefined
    ? selectIn(selection, await foundStacks(selection, deps), deps)
    : selectInEach({...selection, workspaces: selection.workspaces}, {foundStacks, selectIn}, deps);
}

/** Orders the found stacks, or only the changed ones. */
async function selectIn(selection: StackSelection, found: readonly FoundStack[], deps: Deps): Promise<SelectedStacks> {
  refuseSameNames(found);
  if (selection.mayBeUnknown !== true) await refuseUnknownWorkspace(found, deps);
  const {changedSince: ref} = selection;
  const ordering = {...selection, find: (dir: string) => inDirectory(dir, selection)};
  if (ref === undefined)
    return {stacks: await orderSelected(found, ordering, deps), among: found.length, diagnostics: []};
  const {changed, diagnostics} = await changedStacks(found, {...selection, ref}, deps);
  return {stacks: await orderSelected(changed, ordering, deps), among: found.length, diagnostics};
}

/** Finds the stacks, with their dependants. */
async function foundStacks(selection: StackSelection, deps: Deps): Promise<readonly FoundStack[]> {
  const found = await selectedStacks(selection, deps);
  const {dependants = []} = selection;
  return [...found, ...(await Promise.all(dependants.map((dir) => inDirectory(dir, selection))))];
}

/** Finds the stacks; `--changed-since` considers stacks with files only. */
function selectedStacks(selection: StackSelection, deps: Deps): Promise<readonly FoundStack[]> {
  if (selection.stacks.length > 0) return named(selection);
  if (selection.onlyHere === true)
    return inDirectory(stackDirectory({directory: selection.directory}), selection).then((one) => [one]);
  return selection.released === true && selection.changedSince === undefined
    ? releasedStacks(selection, deps)
    : allBelow(selection);
}

/** Returns every stack with a release in the workspace, wherever its files are. */
async function releasedStacks(selection: StackSelection, deps: Deps): Promise<readonly FoundStack[]> {
  const request = requestFor(selection.directory, selection);
  const chosen = await chooseWorkspace({request, ...(await whereAt(request, deps))}, deps);
  const history = await findHistories(await deps.backend(), {workspace: chosen.name});
  return history.map(({project, stack}) => {
    const name = `${project}/${stack}`;
    return {project, stack, name, request: {...request, stack: name}};
  });
}

async function allBelow(selection: StackSelection): Promise<readonly FoundStack[]> {
  const {directory} = selection;
  const known = stacksIn(directory);
  // With `--changed-since` the last stack may have been deleted, which is reported later.
  if (known.length === 0 && selection.changedSince === undefined)
    throw wrongInput(
      'stack/none',
      `there is no stack at or below ${shownPath(directory)}`,
      '--all runs every stack in and below the current directory: change to the directory of the project or of the repository, or pass -C DIR.',
    );
  return Promise.all(known.map(({dir}) => inDirectory(dir, selection)));
}

async function named(selection: StackSelection): Promise<readonly FoundStack[]> {
  const problems: Diagnostic[] = [];
  const found = new Map<string, FoundStack>();
  for (const stack of selection.stacks) {
    try {
      const one = await inDirectory(stackDirectory({directory: selection.directory, stack}), selection);
      found.set(one.name, one);
    } catch (error) {
      if (!(error instanceof GantryError) || error.failure.code !== 'input/invalid') throw error;
      const one =
        selection.withoutFiles === true || selection.released === true ? withoutFiles(stack, selection) : undefined;
      if (one === undefined) problems.push(...error.failure.diagnostics);
      else found.set(one.name, one);
    }
  }
  if (problems.length > 0) throw new GantryError({code: 'input/invalid', diagnostics: problems});
  return [...found.values()];
}

async function inDirectory(dir: string, selection: StackSelection): Promise<FoundStack> {
  const request = requestFor(dir, selection);
  try {
    const location = await findStack({directory: dir});
    const names = {project: location.project.name, stack: location.stack.name};
    return {...names, name: stackText(names), request, location};
  } catch (error) {
    // The stack's own run reports errors in its files, so that the other stacks still run.
    if (!(error instanceof GantryError) || error.failure.code !== 'input/invalid') throw error;
    const names = stackNamesIn(dir);
    return {...names, name: stackText(names), request};
  }
}

/** Returns a stack without files here: the backend may know it. */
function withoutFiles(stack: string, selection: StackSelection): FoundStack | undefined {
  const [project, name, ...more] = stack.split('/');
  if (!project || !name || more.length > 0) return undefined;
  const {directory} = selection;
  return {project, stack: name, name: stack, request: {...requestFor(directory, selection), stack}};
}

const requestFor = (dir: string, {directory, workspace}: StackSelection): FoundStack['request'] => ({
  directory: dir,
  within: directory,
  // A relative path starts at the user's directory, not at the stack's.
  ...defined({
    workspace:
      workspace === undefined ? undefined : looksLikeFile(workspace) ? resolve(directory, workspace) : workspace,
  }),
});

function refuseSameNames(found: readonly FoundStack[]): void {
  const twice = [...Map.groupBy(found, ({name}) => name)].filter(([, alike]) => alike.length > 1);
  if (twice.length === 0) return;
  throw new GantryError({
    code: 'input/invalid',
    diagnostics: twice.map(([name, alike]) => ({
      severity: 'error',
      code: 'stack/ambiguous',
      message: `several stacks are named ${name}: ${alike.map(({request}) => shownPath(request.directory ?? '')).join(', ')}`,
      hint: 'They would share their releases: give one of them another `name`.',
    })),
  });
}
