import {findStack} from '../../config/find-project.ts';
import type {StackLocation} from '../../config/stack-location.ts';
import {findDependencies} from '../../config/stacks/find-dependencies.ts';
import {type KnownStack, stacksAround, stacksIn} from '../../config/stacks/known-stacks.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {orderStacks, type StackNode} from '../../core/stacks/order-stacks.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {defined} from '../../lib/defined.ts';
import {once} from '../../lib/once.ts';
import type {Deps} from '../deps.ts';
import {loadStack} from '../plan/load-stack.ts';
import {workspaceValues} from '../workspace/workspace-values.ts';
import type {FoundStack} from './found-stack.ts';
import {stacksTakenFrom} from './other-resources.ts';
import type {SelectedStack, StackSelection} from './selection.ts';
import {stacksWithin} from './stacks-within.ts';

/**
 * Puts the stacks of a run in their order, by what they depend on and by the values that they take from each other. Stacks that are
 * not part of the run pass on what they depend on.
 * @throws GantryError `input/invalid` for unknown stacks and for loops.
 */
export async function orderSelected(
  found: readonly FoundStack[],
  selection: Pick<StackSelection, 'directory' | 'operation'>,
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
  for (const one of found) await add(one.name, one.location, found.length > 1 ? await takenBy(one, deps) : []);
  if (problems.length > 0) throw new GantryError({code: 'input/invalid', diagnostics: problems});
  const written = [...nodes.values()];
  if (selection.operation !== 'destroy' || found.length < 2) return inOrder(found, written, selection.operation);
  const within = await stacksWithin(found, deps);
  const all = written.map(({name, after}) => ({name, after: [...after, ...(within.get(name) ?? [])]}));
  // Dependencies in the files take precedence if the locations of the objects contradict them.
  return inOrder(found, 'cycle' in orderStacks(all, 'destroy') ? written : all, 'destroy');
}

function inOrder(
  found: readonly FoundStack[],
  nodes: readonly StackNode[],
  operation: StackSelection['operation'],
): readonly SelectedStack[] {
  const ordered = orderStacks(nodes, operation);
  if ('cycle' in ordered) throw new GantryError({code: 'input/invalid', diagnostics: [loop(ordered.cycle)]});
  const byName = new Map(found.map((one) => [one.name, one]));
  const nearest = (name: string): readonly string[] =>
    (ordered.after.get(name) ?? []).flatMap((other) => (byName.has(other) ? [other] : nearest(other)));
  return ordered.order.flatMap((name) => {
    const one = byName.get(name);
    return one === undefined ? [] : [{...one, after: [...new Set(nearest(name))]}];
  });
}

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

/** Returns the stacks that a stack takes values from. Errors are reported when the stack itself is run. */
async function takenBy({location, request, project}: FoundStack, deps: Deps): Promise<readonly string[]> {
  if (location === undefined) return [];
  try {
    const workspace = await workspaceValues(request, location, deps);
    const {loaded} = await loadStack(location, {allowEmpty: true, ...defined({workspace})}, deps);
    return stacksTakenFrom(loaded, {project}).filter((name) => name !== `${project}/${location.stack.name}`);
  } catch {
    return [];
  }
}
