import {placeFieldPaths, storeFieldPaths} from '../../config/field-paths.ts';
import {loadWorkspaceFile, parseWorkspaceText, type WorkspaceFile} from '../../config/workspace-file.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {isObject, type Json} from '../../core/json.ts';
import {jsonAt} from '../../core/json-at.ts';
import {limitConcurrency} from '../../lib/limit-concurrency.ts';
import type {Backend} from '../../ports/backend.ts';
import type {KnownWorkspace} from './known-workspace.ts';
import {knownWorkspaces, type WorkspacePlaces} from './known-workspaces.ts';

/** A workspace that names another one, and the fields that do. */
export type Dependent = KnownWorkspace & {readonly paths: readonly (readonly string[])[]};

const AT_ONCE = 8;

/** Finds the workspaces that need one in the backend: to be read, or to reach their cluster or their secrets. */
export async function dependentsOf(name: string, places: WorkspacePlaces): Promise<readonly Dependent[]> {
  const inTurn = limitConcurrency(AT_ONCE);
  const known = (await knownWorkspaces(places)).filter(({place}) => place !== 'built-in');
  // Inside of a project a file with this name takes precedence, so its neighbours refer to the file.
  const isHidden = known.some((entry) => entry.place === 'file' && entry.name === name);
  const others = known.filter((entry) => (entry.place === 'file' ? !isHidden : entry.name !== name));
  const found = await Promise.all(others.map((entry) => inTurn(() => dependent(entry, name, places.backend))));
  return found.flat();
}

async function dependent(entry: KnownWorkspace, name: string, backend: Backend): Promise<readonly Dependent[]> {
  const workspace = await readOwn(entry, backend);
  if (workspace === undefined) return [];
  const paths = pathsTo(name, workspace).filter(
    // A file extends another file beside it.
    ([first]) => entry.place === 'backend' || first !== 'extends',
  );
  return paths.length === 0 ? [] : [{...entry, paths}];
}

/** Reads a workspace as written, without its bases; an invalid one is skipped. */
async function readOwn(entry: KnownWorkspace, backend: Backend): Promise<WorkspaceFile | undefined> {
  try {
    if (entry.place === 'file') return (await loadWorkspaceFile(entry.file)).workspace;
    const stored = await backend.get(entry.file);
    return stored === undefined
      ? undefined
      : parseWorkspaceText(new TextDecoder().decode(stored.value), entry.file).workspace;
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'input/invalid') return undefined;
    throw error;
  }
}

/** Returns every field of a workspace file that names another workspace. */
function pathsTo(name: string, workspace: WorkspaceFile): readonly (readonly string[])[] {
  const value = workspace as unknown as Json;
  const stores = workspace.secretStores ?? {};
  const candidates = [
    ['extends'],
    ...placeFieldPaths('workspace').map((path) => ['context', ...path]),
    ...[['secretStore'], ...Object.keys(stores).map((store) => ['secretStores', store])].flatMap((store) =>
      storeFieldPaths('workspace').map((path) => [...store, 'provider', ...path]),
    ),
  ];
  return isObject(value) ? candidates.filter((path) => jsonAt(value, path) === name) : [];
}

/** Describes a dependent: `tenant-1 (context.kubeconfig_secret.workspace)`. */
export const dependentText = ({name, paths}: Dependent): string =>
  `${name} (${paths.map((path) => path.join('.')).join(', ')})`;
