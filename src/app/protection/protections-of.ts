import {listWorkspaceFiles} from '../../config/list-workspace-files.ts';
import {protectionIn} from '../../config/protected.ts';
import {readText} from '../../config/read-text.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {FoundProtection} from '../../core/protection/protection.ts';
import {workspaceKey} from '../../core/release/keys.ts';
import type {WorkspaceScope} from '../../core/workspace/workspace-scope.ts';
import type {KnownWorkspace} from '../workspace/known-workspace.ts';
import {isOwnBackend, ownDirectory, type WorkspacePlaces} from '../workspace/known-workspaces.ts';
import {readWorkspace} from '../workspace/read-workspace.ts';
import {dataOf, isUnparsable} from '../workspace/workspace-edits.ts';
import {ownProtection, protectionAt} from './own-protection.ts';

/**
 * Returns the protections of all workspaces with this name: in the backend with the releases, in the user's home and in the project. A file of a
 * project hides a workspace in the backend, but not its protection.
 */
export async function protectionsOf(name: string, places: WorkspacePlaces): Promise<readonly FoundProtection[]> {
  const known = await workspacesNamed(name, places);
  const found = await Promise.all(known.map((one) => readProtection(one, places)));
  return found.filter((one) => one !== undefined);
}

async function workspacesNamed(name: string, places: WorkspacePlaces): Promise<readonly KnownWorkspace[]> {
  const {directory, home} = places;
  const isOwn = isOwnBackend(places);
  const kept: KnownWorkspace = {name, place: 'backend', file: workspaceKey(name), scope: isOwn ? 'mine' : 'shared'};
  const mine = home === undefined || isOwn ? undefined : ownDirectory(home);
  const files = await Promise.all([
    mine === undefined ? noFiles : filesNamed(name, mine, 'mine'),
    directory === undefined || directory === mine ? noFiles : filesNamed(name, directory, 'shared'),
  ]);
  return [kept, ...files.flat()];
}

const noFiles: Promise<readonly KnownWorkspace[]> = Promise.resolve([]);

async function filesNamed(name: string, directory: string, scope: WorkspaceScope): Promise<readonly KnownWorkspace[]> {
  const files = await listWorkspaceFiles(directory);
  return files.filter((one) => one.name === name).map(({path}) => ({name, place: 'file', file: path, scope}));
}

async function readProtection(known: KnownWorkspace, places: WorkspacePlaces): Promise<FoundProtection | undefined> {
  try {
    return ownProtection(await readWorkspace(known, places));
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    if (error.failure.code === 'workspace/not-found') return undefined;
    if (error.failure.code !== 'input/invalid') throw error;
    return unreadProtection(known, places);
  }
}

/**
 * Returns the protection in an invalid workspace: an error elsewhere in it must not remove the protection. A text that cannot be parsed, or whose
 * base may protect it, is protected without rules.
 */
async function unreadProtection(
  known: KnownWorkspace,
  {backend}: WorkspacePlaces,
): Promise<FoundProtection | undefined> {
  const {file, place} = known;
  const stored = place === 'backend' ? await backend.get(file) : undefined;
  const text = place === 'backend' ? new TextDecoder().decode(stored?.value) : (readText(file).text ?? '');
  const {protected: own, extends: base} = dataOf(text);
  const isUnknown = isUnparsable(text) || ((own ?? null) === null && (base ?? null) !== null);
  return protectionAt(known, protectionIn(isUnknown ? true : own));
}
