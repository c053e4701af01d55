import {stacksAround, stacksIn} from '../../config/stacks/known-stacks.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {NO_PERMISSIONS} from '../../core/plan/permissions.ts';
import {isSharedProject} from '../../core/stacks/shared-stacks.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import type {Deps} from '../deps.ts';

import type {PlanStacks} from './plan-stacks.ts';
import type {SelectedStack, SelectedStacks, StackSelection} from './selection.ts';

/** The request of the plan that finds the dependants, and the selection of stacks. */
export type FindDependants = {
  readonly request: PlanStacks['request'];
  readonly select: (selection: StackSelection, deps: Deps) => Promise<SelectedStacks>;
};

/**
 * Adds to the selected shared stacks the stacks that use values which a plan of these changes, as far as their files are here. Their users are
 * known only by that plan, which is repeated with them.
 * @throws GantryError `input/usage` if none of the stacks is a shared one
 */
export async function withDependants(
  selection: StackSelection,
  {request, select}: FindDependants,
  deps: Deps,
): Promise<StackSelection> {
  const quiet: Deps = {...deps, onEvent: () => {}};
  const {directory} = selection;
  const here = new Map([...stacksAround(directory), ...stacksIn(directory)].map((one) => [stackText(one), one.dir]));
  for (let current = selection; ; ) {
    const {stacks} = await select(current, quiet);
    const shared = stacks.filter(isSharedProject);
    if (shared.length === 0) throw notShared(stacks);
    const names = new Set(stacks.map(({name}) => name));
    const users = (await usersOf(shared, request, quiet)).filter((name) => !names.has(name));
    const more = users.flatMap((name) => here.get(name) ?? []);
    if (more.length === 0) return current;
    current = {...current, dependants: [...(current.dependants ?? []), ...more]};
  }
}

/** Returns the stacks that use changed values. A plan that fails is reported in the run itself. */
async function usersOf(
  stacks: readonly SelectedStack[],
  request: PlanStacks['request'],
  deps: Deps,
): Promise<readonly string[]> {
  // Flags for other stacks of the run would be refused here.
  const asked = {...request, permissions: NO_PERMISSIONS, images: [], regenerate: [], replace: []};
  const {planStacks} = await import('./plan-stacks.ts');
  const runs = await planStacks({stacks, request: asked, use: 'look'}, deps);
  const dependants = runs.flatMap((one) => (one.kind === 'done' ? (one.value.plan.dependants ?? []) : []));
  return [...new Set(dependants.map(({stack}) => stack))];
}

const notShared = (stacks: readonly SelectedStack[]): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `--with-dependants: ${stacks.map(({name}) => name).join(', ')} is not a shared stack`,
    hint: 'Name a stack of the project shared with -s, or leave the flag out.',
  });
