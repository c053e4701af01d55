import {listWorkspaceFiles} from '../../config/list-workspace-files.ts';
import {protectionIn} from '../../config/protected.ts';
import {readText} from '../../config/read-text.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {FoundProtection} from '../../core/protection/protection.ts';
import {workspaceKey} from '../../core/release/keys.ts';
import type {WorkspaceScope} from '../../core/workspace/workspace-scope.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import type {KnownWorkspace} from '../workspace/known-workspace.ts';
import {isOwnBackend, ownDirectory, type WorkspacePlaces} from '../workspace/known-workspaces.ts';
import {readWorkspace} from '../workspace/read-workspace.ts';
import {dataOf, isUnparsable} from '../workspace/workspace-edits.ts';
import {ownProtection, protectionAt} from './own-protection.ts';

/** A field that counts in each workspace with the same name, wherever that workspace is stored. */
export type GuardingField<T> = {
  readonly name: 'protected' | 'signatures';
  /** Returns its content in a workspace that was read. */
  readonly of: (found: FoundWorkspace) => T | undefined;
  /** Returns its content in an invalid workspace: `value`, or `unknown` if a base that cannot be read may have set it. */
  readonly unread: (known: KnownWorkspace, value: unknown) => T | undefined;
  readonly unknown: unknown;
};

/**
 * Returns the content of a field in all workspaces with this name: in the backend with the releases, in the user's home and in the project. A file
 * of a project hides a workspace in the backend, but not what the field guards.
 */
export async function guardedBy<T>(
  field: GuardingField<T>,
  name: string,
  places: WorkspacePlaces,
): Promise<readonly T[]> {
  const known = await workspacesNamed(name, places);
  const found = await Promise.all(known.map((one) => readField(field, one, places)));
  return found.filter((one) => one !== undefined);
}

/** Returns the protections of all workspaces with this name. */
export const protectionsOf = (name: string, places: WorkspacePlaces): Promise<readonly FoundProtection[]> =>
  guardedBy(PROTECTED, name, places);

const PROTECTED: GuardingField<FoundProtection> = {
  name: 'protected',
  of: ownProtection,
  unread: (known, value) => protectionAt(known, protectionIn(value)),
  unknown: true,
};

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

async function readField<T>(
  field: GuardingField<T>,
  known: KnownWorkspace,
  places: WorkspacePlaces,
): Promise<T | undefined> {
  try {
    return field.of(await readWorkspace(known, places));
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    if (error.failure.code === 'workspace/not-found') return undefined;
    if (error.failure.code !== 'input/invalid') throw error;
    return unreadField(field, known, places);
  }
}

/**
 * Returns the field of an invalid workspace: an error elsewhere in it must not remove a guard. In a text that cannot be parsed, or whose base may
 * set the field, it is unknown.
 */
async function unreadField<T>(
  field: GuardingField<T>,
  known: KnownWorkspace,
  {backend}: WorkspacePlaces,
): Promise<T | undefined> {
  const {file, place} = known;
  const stored = place === 'backend' ? await backend.get(file) : undefined;
  const text = place === 'backend' ? new TextDecoder().decode(stored?.value) : (readText(file).text ?? '');
  const {[field.name]: own, extends: base} = dataOf(text);
  const isUnknown = isUnparsable(text) || ((own ?? null) === null && (base ?? null) !== null);
  return field.unread(known, isUnknown ? field.unknown : own);
}
