import type {SourceTools} from '../source-tools.ts';
import {sourcesOf} from '../sources/sources-of.ts';
import type {StackLocation} from '../stack-location.ts';

/** The inputs of a stack: paths that need not exist. */
export type StackInputs = {
  /** The stack's own directory. All files below it are inputs, except those below `without`. */
  readonly own: string;
  /** Directories in `own` that are not inputs. */
  readonly without: readonly string[];
  /** Directories with inputs: all files below them. */
  readonly directories: readonly string[];
  readonly files: readonly string[];
};

/**
 * Returns the inputs of a stack, rather too many than too few: its directory, the paths of its sources, project.yaml and the files of its
 * workspace.
 * @param workspaceFiles the files of the chosen workspace; undefined: no workspace is chosen, and those of all workspaces are inputs
 */
export async function stackInputs(
  location: StackLocation,
  {source}: Pick<SourceTools, 'source'>,
  workspaceFiles?: readonly string[],
): Promise<StackInputs> {
  const {project, stack} = location;
  const named = await Promise.all(
    sourcesOf(location, () => ({})).map(async ({kind, entry}) => (await source(kind)).inputs(entry)),
  );
  return {
    own: stack.dir,
    // Files of other workspaces do not affect this stack.
    without: workspaceFiles === undefined ? [] : [project.workspacesDir],
    directories: [
      ...named.flatMap(({directories}) => directories),
      ...(workspaceFiles === undefined ? [project.workspacesDir] : []),
    ],
    files: [
      ...(project.file === undefined ? [] : [project.file]),
      ...(workspaceFiles ?? []),
      ...named.flatMap(({files}) => files),
    ],
  };
}
