import {resolve} from 'node:path';
import {probeFile} from '../../config/probe-file.ts';
import {trustedPath} from '../../config/untrusted/checkout.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {workspaceKey} from '../../core/release/keys.ts';
import {looksLikeFile, nameOfWorkspaceFile} from '../../core/workspace/workspace-name.ts';
import {defined} from '../../lib/defined.ts';
import type {ChosenFrom, FoundWorkspace} from './chosen-workspace.ts';
import type {KnownWorkspace} from './known-workspace.ts';
import {knownNames, knownWorkspaces, type WorkspacePlaces} from './known-workspaces.ts';
import {readWorkspace} from './read-workspace.ts';

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

const lookedIn = ({directory, backend, wanted}: FindWorkspace): readonly string[] => [
  ...(directory === undefined ? [] : [resolve(directory, `${wanted}.yaml`)]),
  `${workspaceKey(wanted)} in the backend ${backend.name}`,
];

const notFound = ({wanted, from}: FindWorkspace, known: readonly string[], looked: readonly string[]): GantryError =>
  new GantryError({code: 'workspace/not-found', name: wanted, known, looked, ...defined({from})});

function twoFiles(first: KnownWorkspace, second: KnownWorkspace): GantryError {
  const message = `the workspace ${first.name} is defined in two files: ${first.file} and ${second.file}`;
  const diagnostic = {severity: 'error', code: 'workspace/two-files', message, hint: 'Remove one of them.'} as const;
  return new GantryError({code: 'input/invalid', diagnostics: [diagnostic]});
}
