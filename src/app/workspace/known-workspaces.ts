import {join} from 'node:path';
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
  /** `$GANTRY_HOME`, where the user's own workspaces are; undefined if only those in one place count. */
  readonly home?: string | undefined;
};

/** Returns the directory of the user's own workspaces. It is that of the backend in `$GANTRY_HOME`, so both find the same ones. */
export const ownDirectory = (home: string): string => join(home, 'workspaces');

/**
 * Returns every workspace that a name can select: the project's first, then the backend's, then the user's own, then the built-in one,
 * unless one of the others has its name. A name may occur several times.
 */
export async function knownWorkspaces(places: WorkspacePlaces): Promise<readonly KnownWorkspace[]> {
  const {directory, backend, home} = places;
  const files = directory === undefined ? [] : await listWorkspaceFiles(directory);
  const keys = await backend.list(WORKSPACES_PREFIX);
  const scope = isOwnBackend(places) ? 'mine' : 'shared';
  const kept = [
    ...files.map(({name, path}): KnownWorkspace => ({name, place: 'file', file: path, scope: 'shared'})),
    ...keys.flatMap((key): KnownWorkspace[] => {
      const name = /^workspaces\/([^/]+)\.yaml$/.exec(key)?.[1];
      return name === undefined ? [] : [{name, place: 'backend', file: key, scope}];
    }),
    ...(home === undefined || scope === 'mine' || directory === ownDirectory(home) ? [] : await ownFiles(home)),
  ];
  return kept.some(({name}) => name === BUILT_IN.name) ? kept : [...kept, BUILT_IN];
}

/** Reports whether the backend is the user's own directory: its workspaces are theirs, and not shared. */
export const isOwnBackend = ({backend, home}: Pick<WorkspacePlaces, 'backend' | 'home'>): boolean =>
  home !== undefined && backend.directory === home;

/** Returns the user's own workspaces as files. Only `.yaml` files are stored as workspaces by a backend. */
async function ownFiles(home: string): Promise<readonly KnownWorkspace[]> {
  const files = await listWorkspaceFiles(ownDirectory(home));
  return files
    .filter(({path}) => path.endsWith('.yaml'))
    .map(({name, path}) => ({name, place: 'file', file: path, scope: 'mine'}));
}

/** Returns the entry that the name of another one selects: the first of those with its name and its owner. */
export const selectedBy = (
  {name, scope}: KnownWorkspace,
  known: readonly KnownWorkspace[],
): KnownWorkspace | undefined => known.find((one) => one.name === name && one.scope === scope);

/** Returns each name once, sorted: a project's file and the backend may share one. */
export const knownNames = (known: readonly KnownWorkspace[]): readonly string[] =>
  [...new Set(known.map(({name}) => name))].toSorted(compareNaturally);
