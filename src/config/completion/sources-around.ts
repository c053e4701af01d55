import {dirname, join} from 'node:path';
import {PROJECT_FILE, STACK_FILE} from '../own-files.ts';
import {isRepository, isTooWide, nearestWith} from '../stack-search.ts';
import {userConfigFile} from '../user-config.ts';
import {fileSource, pathSource, type Source, searchSource} from './source.ts';

/** Returns the files that decide which project and stack a directory belongs to, and the user's own configuration. */
export function sourcesAround(directory: string, home: string): readonly Source[] {
  return [...upwards(directory), fileSource(userConfigFile(home))];
}

/** Returns the same files, and all stacks below the project (outside of projects: below the directory). */
export function sourcesBelow(directory: string, home: string): readonly Source[] {
  const base = nearestWith(PROJECT_FILE, directory) ?? directory;
  if (isTooWide(base)) return sourcesAround(directory, home);
  const search = searchSource(base);
  const stacks = 'stacks' in search ? search.stacks : [];
  const all = [...sourcesAround(directory, home), search, ...stacks.flatMap(upwards)];
  return [...new Map(all.map((source) => [JSON.stringify(source), source])).values()];
}

/** Returns the files of a project and a stack in a directory and in those above it, up to the root of the repository. */
function upwards(directory: string): readonly Source[] {
  const here = [
    fileSource(join(directory, PROJECT_FILE)),
    fileSource(join(directory, STACK_FILE)),
    pathSource(join(directory, '.git')),
  ];
  return isRepository(directory) || dirname(directory) === directory ? here : [...here, ...upwards(dirname(directory))];
}
