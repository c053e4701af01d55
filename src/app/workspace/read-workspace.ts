import {dirname} from 'node:path';
import {type LoadedWorkspace, loadWorkspaceFile, parseWorkspaceText} from '../../config/workspace-file.ts';
import {maskedPosition} from '../../config/yaml/masked-position.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {unreachable} from '../../lib/unreachable.ts';
import {readBuiltIn} from './built-in-workspace.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';
import type {KnownWorkspace} from './known-workspace.ts';
import type {WorkspacePlaces} from './known-workspaces.ts';

/** Reads a workspace where it is known to be. Its own `name`, if it has one, must be the name that leads to it. */
export async function readWorkspace(
  entry: KnownWorkspace,
  {backend, directory}: WorkspacePlaces,
): Promise<FoundWorkspace> {
  // The project names the directory, which may be anywhere.
  const isNamed = entry.place === 'file' && directory !== undefined && dirname(entry.file) === directory;
  const known = isNamed ? ({...entry, inProject: true} as const) : entry;
  const loaded = await load(known, backend);
  const {workspace, origin} = loaded;
  if (workspace.name === known.name) {
    return !workspace.extends
      ? {...known, workspace, origin}
      : {...known, ...(await (await import('./read-bases.ts')).readBases(known, loaded, backend))};
  }
  const message = `this workspace has the name ${workspace.name}, but is stored under the name ${known.name}`;
  const place = origin.position(['name']);
  // The name itself is in the message; only other values on its line may be secret.
  const at = /[{,]/.test(place.text) ? maskedPosition(place) : place;
  const hint = known.place === 'file' ? 'Rename the file, or leave out `name`.' : 'Leave out `name`.';
  const diagnostic = {severity: 'error', code: 'workspace/name-differs', message, at, hint} as const;
  throw new GantryError({code: 'input/invalid', diagnostics: [diagnostic]});
}

async function load(known: KnownWorkspace, backend: WorkspacePlaces['backend']): Promise<LoadedWorkspace> {
  switch (known.place) {
    case 'file':
      return loadWorkspaceFile(known.file);
    case 'backend':
      return readStored(known, backend);
    case 'built-in':
      return readBuiltIn();
    default:
      return unreachable(known.place);
  }
}

async function readStored({name, file}: KnownWorkspace, backend: WorkspacePlaces['backend']) {
  const stored = await backend.get(file);
  if (stored === undefined) throw new GantryError({code: 'workspace/not-found', name, known: [], looked: [file]});
  return parseWorkspaceText(new TextDecoder().decode(stored.value), file);
}
