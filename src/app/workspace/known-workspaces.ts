import {listWorkspaceFiles} from '../../config/list-workspace-files.ts';
import {WORKSPACES_PREFIX} from '../../core/release/keys.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import type {Backend} from '../../ports/backend.ts';
import {BUILT_IN} from './built-in-workspace.ts';
import type {KnownWorkspace} from './known-workspace.ts';

/** The places of workspaces, in the order of the search. */
export type WorkspacePlaces = {
  /** The project's `workspaces/`; undefined outside of projects. */
  readonly directory?: string | undefined;
  readonly backend: Backend;
};

/**
 * Returns every workspace that a name can select: the project's first, then the backend's, then the built-in one, unless one of the others
 * has its name. A name may occur twice.
 */
export async function knownWorkspaces({directory, backend}: WorkspacePlaces): Promise<readonly KnownWorkspace[]> {
  const files = directory === undefined ? [] : await listWorkspaceFiles(directory);
  const keys = await backend.list(WORKSPACES_PREFIX);
  const kept = [
    ...files.map(({name, path}): KnownWorkspace => ({name, place: 'file', file: path})),
    ...keys.flatMap((key): KnownWorkspace[] => {
      const name = /^workspaces\/([^/]+)\.yaml$/.exec(key)?.[1];
      return name === undefined ? [] : [{name, place: 'backend', file: key}];
    }),
  ];
  return kept.some(({name}) => name === BUILT_IN.name) ? kept : [...kept, BUILT_IN];
}

/** Returns each name once, sorted: a project's file and the backend may share one. */
export const knownNames = (known: readonly KnownWorkspace[]): readonly string[] =>
  [...new Set(known.map(({name}) => name))].toSorted(compareNaturally);
