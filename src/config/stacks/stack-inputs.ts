import {dirname, join, resolve} from 'node:path';
import {kustomizationsIn} from '../sources/kustomize/kustomization-file.ts';
import {walkKustomization} from '../sources/kustomize/walk.ts';
import type {StackLocation, StackSource} from '../stack-location.ts';

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
export function stackInputs({project, stack}: StackLocation, workspaceFiles?: readonly string[]): StackInputs {
  const sources = stack.sources ?? [];
  const walked = [
    ...sources.flatMap(({kustomize}) => (kustomize === undefined ? [] : [resolve(stack.dir, kustomize)])),
    ...(stack.sources === undefined && kustomizationsIn(stack.dir).length > 0 ? [stack.dir] : []),
  ].flatMap((directory) => [directory, ...basesOf(directory)]);
  return {
    own: stack.dir,
    // Those of other workspaces change nothing here.
    without: workspaceFiles === undefined ? [] : [project.workspacesDir],
    directories: [
      ...sources.flatMap((source) => globDirectory(source, stack.dir)),
      ...walked,
      ...(workspaceFiles === undefined ? [project.workspacesDir] : []),
    ],
    files: [
      ...(project.file === undefined ? [] : [project.file]),
      ...(workspaceFiles ?? []),
      ...sources.flatMap(({manifests}) => (manifests === undefined ? [] : [resolve(stack.dir, manifests)])),
      ...sources.flatMap(({spec}) => (spec === undefined ? [] : [resolve(stack.dir, spec)])),
    ],
  };
}

/** The directories of all kustomizations that one reaches, and of the files that they name. */
function basesOf(directory: string): readonly string[] {
  const {kustomizations, parts} = walkKustomization(directory);
  return [...kustomizations.map((one) => one.directory), ...parts.map(({origin}) => dirname(resolve(origin.file)))];
}

/** The directory below which a glob can match: all before its first part that is a pattern. */
function globDirectory({manifests}: StackSource, dir: string): readonly string[] {
  if (manifests === undefined) return [];
  const steps = manifests.split('/');
  const pattern = steps.findIndex((step) => /[*?[\]{}!()]/.test(step));
  // A plain path is a file, or a directory that is read as a whole.
  const plain = pattern === -1 ? steps : steps.slice(0, pattern);
  const base = join(dir, ...plain);
  // The stack's own directory counts anyway.
  return base === dir ? [] : [base];
}
