import type {SourceTools} from '../source-tools.ts';
import {sourcesOf} from '../sources/sources-of.ts';
import type {StackLocation} from '../stack-location.ts';

/** What a stack is read from: paths that need not exist. */
export type StackInputs = {
  /** The stack's own directory, */
  readonly own: string;
  /** but for what lies below these. */
  readonly without: readonly string[];
  /** Anything below. */
  readonly directories: readonly string[];
  readonly files: readonly string[];
};

/**
 * The files that a stack is made of, rather too many than too few: its directory and what its sources name elsewhere, project.yaml, and
 * its workspace's files.
 * @param workspaceFiles those of the workspace that is chosen; undefined: nobody chose one, and all of the project count
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
    // Those of other workspaces change nothing here.
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
