import {dirname, sep} from 'node:path';
import type {StackName} from '../../core/stacks/stack-name.ts';
import {PROJECT_FILE} from '../own-files.ts';
import {isRepository, isTooWide, nearestWith, stackNamesIn} from '../stack-search.ts';
import {stacksBelow} from '../stacks-below.ts';

/** A stack with its names and its directory. Its files need not be valid. */
export type KnownStack = StackName & {readonly dir: string};

/** The maximum depth of the search for all stacks, so that a run with `--all` does not miss one. */
const DEEP = 32;

/** Returns every stack at or below a directory, sorted by path. */
export const stacksIn = (directory: string): readonly KnownStack[] =>
  stacksBelow(directory, DEEP).map((dir) => ({...stackNamesIn(dir), dir}));

/**
 * Returns every stack that a stack in this directory can depend on: the stacks of its repository. Outside of a repository, those of its
 * project, and of the directory in which the search started.
 */
export function stacksAround(directory: string, within = directory): readonly KnownStack[] {
  const repository = repositoryOf(directory);
  if (repository !== undefined && !isTooWide(repository)) return stacksIn(repository);
  const project = nearestWith(PROJECT_FILE, directory) ?? directory;
  return stacksIn(project.startsWith(within + sep) && !isTooWide(within) ? within : project);
}

function repositoryOf(directory: string): string | undefined {
  if (isRepository(directory)) return directory;
  return dirname(directory) === directory ? undefined : repositoryOf(dirname(directory));
}
