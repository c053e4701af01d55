import {dirname, resolve} from 'node:path';
import {probeFile} from '../../config/probe-file.ts';
import {trustedPath} from '../../config/untrusted/checkout.ts';
import {type LoadedWorkspace, loadWorkspaceFile, parseWorkspaceText} from '../../config/workspace-file.ts';
import {maskedPosition} from '../../config/yaml/masked-position.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {workspaceKey} from '../../core/release/keys.ts';
import {looksLikeFile, nameOfWorkspaceFile} from '../../core/workspace/workspace-name.ts';
import {unreachable} from '../../lib/unreachable.ts';
import {readBuiltIn} from './built-in-workspace.ts';
import type {ChosenFrom, FoundWorkspace} from './chosen-workspace.ts';
import type {KnownWorkspace} from './known-workspace.ts';
import {knownNames, knownWorkspaces, type WorkspacePlaces} from './known-workspaces.ts';

/** A workspace to find, in the order of the places. */
export type FindWorkspace = WorkspacePlaces & {
  /** A name, or (with `/` or `.yaml`) a file. */
  readonly wanted: string;
  /** The base of a relative file. */
  readonly base: string;
  readonly from?: ChosenFrom | undefined;
};

/** Finds and reads one workspace: a file, else the project's `workspaces/`, else the backend, else the one that is built in. */
export async function findWorkspace(find: FindWorkspace): Promise<FoundWorkspace> {
  if (looksLikeFile(find.wanted)) {
    const found = await readWorkspace(await fileOf(find), find);
    return find.from === 'stack.yaml' ? {...found, inProject: true} : found;
  }
  const known = await knownWorkspaces(find);
  const [first, second] = known.filter(({name}) => name === find.wanted);
  if (first === undefined) throw notFound(find, knownNames(known), lookedIn(find));
  if (first.place === 'file' && second?.place === 'file') throw twoFiles(first, second);
  return readWorkspace(first, find);
}

async function fileOf(find: FindWorkspace): Promise<KnownWorkspace> {
  const file = resolve(find.base, find.wanted);
  if ((await probeFile(trustedPath(file))) === 'missing')
    throw notFound(find, knownNames(await knownWorkspaces(find)), [file]);
  return {name: nameOfWorkspaceFile(file), place: 'file', file};
}

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
  throw invalid({code: 'workspace/name-differs', message, at, hint});
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

const lookedIn = ({directory, backend, wanted}: FindWorkspace): readonly string[] => [
  ...(directory === undefined ? [] : [resolve(directory, `${wanted}.yaml`)]),
  `${workspaceKey(wanted)} in the backend ${backend.name}`,
];

const notFound = ({wanted, from}: FindWorkspace, known: readonly string[], looked: readonly string[]): GantryError =>
  new GantryError({code: 'workspace/not-found', name: wanted, known, looked, ...(from === undefined ? {} : {from})});

const twoFiles = (first: KnownWorkspace, second: KnownWorkspace): GantryError =>
  invalid({
    code: 'workspace/two-files',
    message: `the workspace ${first.name} is defined in two files: ${first.file} and ${second.file}`,
    hint: 'Remove one of them.',
  });

const invalid = (problem: {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly at?: ReturnType<FoundWorkspace['origin']['position']>;
}): GantryError => new GantryError({code: 'input/invalid', diagnostics: [{severity: 'error', ...problem}]});
