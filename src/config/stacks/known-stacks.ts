import {dirname, sep} from 'node:path';
import type {StackName} from '../../core/stacks/stack-name.ts';
import {PROJECT_FILE} from '../own-files.ts';
import {isRepository, isTooWide, nearestWith, stackNamesIn, stacksBelow} from '../stack-search.ts';

/** A stack by its names and its place, as far as its files can be read: they need not be right. */
export type KnownStack = StackName & {readonly dir: string};

/** A run of everything must not pass over what lies deep. */
const DEEP = 32;

/** Every stack at or below a directory, in the order of their paths. */
export const stacksIn = (directory: string): readonly KnownStack[] =>
  stacksBelow(directory, DEEP).map((dir) => ({...stackNamesIn(dir), dir}));

/**
 * Every stack that one of this directory may name: those of its repository; outside of one, those of its project, and of the
 * directory in which it was looked for.
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
