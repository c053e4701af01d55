import {realpathSync} from 'node:fs';
import {join, sep} from 'node:path';
import type {LoadedResources} from '../../config/load-resources.ts';
import type {SourceTools} from '../../config/source-tools.ts';
import type {StackLocation} from '../../config/stack-location.ts';
import {stackInputs} from '../../config/stacks/stack-inputs.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';

/** A stack's files, in a workspace. */
export type Read = {
  readonly location: StackLocation;
  readonly loaded: Pick<LoadedResources, 'origins'>;
  readonly chosen: ChosenWorkspace;
};

/**
 * Returns a predicate for the files that a release was made of. The directory of the stack is not enough: it may also hold saved plans and
 * reports. Below the directories of other sources every file counts.
 * @returns takes real, absolute paths
 */
export async function filesRead(
  {location, loaded, chosen}: Read,
  tools: Pick<SourceTools, 'source'>,
): Promise<(file: string) => boolean> {
  const {project, stack} = location;
  const workspace = chosen.place === 'file' ? [chosen.file, ...(chosen.bases ?? [])] : [];
  const {files, directories} = await stackInputs(location, tools, workspace);
  const origins = [...loaded.origins.values()].map((origin) => origin.file);
  const read = new Set([stack.file, ...files, ...origins].map(real));
  const below = [...directories, join(stack.dir, 'patches')].map(real).filter((one) => one !== real(stack.dir));
  return (file) =>
    read.has(file) || below.some((directory) => file.startsWith(directory + sep) && !isWorkspace(file, project));
}

const isWorkspace = (file: string, {workspacesDir}: StackLocation['project']): boolean =>
  file.startsWith(real(workspacesDir) + sep);

/** Resolves links, as git does. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
