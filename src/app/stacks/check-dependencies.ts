import type {StackLocation} from '../../config/stack-location.ts';
import {findDependencies} from '../../config/stacks/find-dependencies.ts';
import {stacksAround} from '../../config/stacks/known-stacks.ts';
import {type Diagnostic, isError} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import type {Deps} from '../deps.ts';
import type {SameRunStacks} from './same-run-stacks.ts';

/** A stack whose `dependsOn` is checked. */
export type CheckDependencies = {
  readonly location: StackLocation;
  /** The name of the workspace; without it, its releases are unknown. */
  readonly workspace?: string;
  readonly sameRun?: SameRunStacks | undefined;
  /** The directory where the stack was searched. */
  readonly within?: string;
};

/**
 * Checks the dependencies of a stack. An unknown name is an error. A stack that is not part of the run and has no release in the workspace
 * is a warning, because nothing applies it.
 * @throws GantryError `input/invalid`.
 */
export async function checkDependencies(
  {location, workspace, sameRun, within}: CheckDependencies,
  deps: Deps,
): Promise<readonly Diagnostic[]> {
  if (location.stack.dependsOn === undefined) return [];
  const around = stacksAround(location.stack.dir, within);
  const {names, problems} = findDependencies(location, around);
  // A run over several stacks has already checked all files.
  if (problems.some(isError) && sameRun === undefined)
    throw new GantryError({code: 'input/invalid', diagnostics: problems});
  if (workspace === undefined) return [];
  const found = await Promise.all(
    names.map(async (name): Promise<readonly Diagnostic[]> => {
      if (sameRun?.stacks.has(name) === true) return [];
      const [project = '', stack = ''] = name.split('/');
      const place = around.find((one) => stackText(one) === name)?.dir;
      const isOther = project !== location.project.name && place !== undefined;
      const backend = isOther ? await deps.backendFor({directory: place}) : await deps.backend();
      const {last} = await openHistory({backend, project, stack, workspace});
      return last === undefined || last.operation === 'destroy' ? [notReleased(name, workspace, location)] : [];
    }),
  );
  return found.flat();
}

const notReleased = (name: string, workspace: string, {project, stack}: StackLocation): Diagnostic => ({
  severity: 'warning',
  code: 'stack/dependency-not-released',
  message: `${project.name}/${stack.name} depends on ${name}, which has no release in ${workspace} and is not part of this run`,
  hint: `Apply it first, or both in one run: -s ${name} -s ${project.name}/${stack.name}.`,
});
