import {resolve} from 'node:path';
import {probeFile} from '../../config/probe-file.ts';
import {trustedPath} from '../../config/untrusted/checkout.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';
import {eachString} from '../../core/reference/map-strings.ts';
import {workspaceKey} from '../../core/release/keys.ts';
import {looksLikeFile, nameOfWorkspaceFile} from '../../core/workspace/workspace-name.ts';
import {parseReference, scopedName} from '../../core/workspace/workspace-scope.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {defined} from '../../lib/defined.ts';
import type {ChosenFrom, FoundWorkspace} from './chosen-workspace.ts';
import type {KnownWorkspace} from './known-workspace.ts';
import {isOwnBackend, knownNames, knownWorkspaces, ownDirectory, type WorkspacePlaces} from './known-workspaces.ts';
import {readWorkspace} from './read-workspace.ts';
import {UNASKED} from './workspace-locations.ts';

/** A workspace to find, in the order of the places. */
export type FindWorkspace = WorkspacePlaces & {
  /** A name, one with its scope (`mine/dev`), or (with `/` or `.yaml`) a file. */
  readonly wanted: string;
  /** The base of a relative file. */
  readonly base: string;
  readonly from?: ChosenFrom | undefined;
};

/**
 * Finds and reads one workspace: a file, else the project's `workspaces/`, else the backend, else the user's own, else the built-in one.
 * @throws GantryError 'workspace/ambiguous' for a name that the user and others have, 'workspace/not-found'
 */
export async function findWorkspace(find: FindWorkspace): Promise<FoundWorkspace> {
  if (looksLikeFile(find.wanted)) {
    const found = await readWorkspace(await fileOf(find), find);
    return find.from === 'stack.yaml' ? {...found, inProject: true} : found;
  }
  const {name, scope} = parseReference(find.wanted);
  // The user's own workspaces can be used even if the backend of the team does not answer.
  const own = scope === 'mine' && !isOwnBackend(find) ? {home: find.home, backend: UNASKED} : find;
  const known = await knownWorkspaces(own);
  const [first, second, ...more] = known.filter(
    (one) => one.name === name && (scope === undefined || one.scope === scope),
  );
  if (first === undefined) throw notFound(find, knownNames(known), lookedIn(find));
  if (first.place === 'file' && second?.place === 'file' && first.scope === second.scope) throw twoFiles(first, second);
  const other = more.concat(second ?? []).find((one) => one.scope !== first.scope);
  if (other !== undefined && !(await areCopies(first, other, find))) throw ambiguous([first, other], find);
  const found = await readWorkspace(first, find);
  return scope === undefined ? found : {...found, isScoped: true};
}

/**
 * Refuses a workspace that `mine/` or `shared/` has selected for a command about releases, if there is another one with its name: their releases would
 * be one history, and each would delete the objects of the other.
 * @throws GantryError 'workspace/ambiguous'
 */
export async function refuseMixedHistory({name, isScoped}: FoundWorkspace, places: WorkspacePlaces): Promise<void> {
  if (isScoped !== true) return;
  const [first, ...others] = (await knownWorkspaces(places)).filter((one) => one.name === name);
  const other = others.find((one) => one.scope !== first?.scope);
  if (first === undefined || other === undefined || (await areCopies(first, other, places))) return;
  throw ambiguous([first, other], {wanted: name, backend: places.backend}, true);
}

/** Refuses a name that the user and others have. `known`: every workspace with that name. */
export function refuseAmbiguous(known: readonly KnownWorkspace[], asked: Asked): void {
  const [first, ...others] = known;
  const other = others.find((one) => one.scope !== first?.scope);
  if (first !== undefined && other !== undefined) throw ambiguous([first, other], asked);
}

type Asked = Pick<FindWorkspace, 'wanted' | 'backend' | 'from'>;

async function fileOf(find: FindWorkspace): Promise<KnownWorkspace> {
  const file = resolve(find.base, find.wanted);
  if ((await probeFile(trustedPath(file))) === 'missing')
    throw notFound(find, knownNames(await knownWorkspaces(find)), [file]);
  return {name: nameOfWorkspaceFile(file), place: 'file', file};
}

/**
 * Reports whether the user's own workspace and that in the backend are copies, as after a move to another backend: then a name leads to
 * the same values. A file of a project is never a copy, because its relative paths start elsewhere.
 */
async function areCopies(first: KnownWorkspace, other: KnownWorkspace, places: WorkspacePlaces): Promise<boolean> {
  if (first.place !== 'backend') return false;
  const [one, two] = await Promise.all([valuesAt(first, places), valuesAt(other, places)]);
  return one !== undefined && deepEqual(one, two) && !namesAnother(one);
}

/** Reports whether a workspace refers to another workspace by its name: in another place this name may lead to another workspace. */
function namesAnother(workspace: JsonObject): boolean {
  let found = false;
  eachString(workspace, (_, path) => {
    if (path.at(-1) === 'workspace' || path[0] === 'extends') found = true;
  });
  return found;
}

async function valuesAt(known: KnownWorkspace, places: WorkspacePlaces): Promise<JsonObject | undefined> {
  try {
    return (await readWorkspace(known, places)).workspace as unknown as JsonObject;
  } catch (error) {
    if (error instanceof GantryError) return undefined;
    throw error;
  }
}

function lookedIn(find: FindWorkspace): readonly string[] {
  const {directory, backend, home} = find;
  const {name, scope} = parseReference(find.wanted);
  const isOwn = isOwnBackend(find);
  const shared = [
    ...(directory === undefined ? [] : [resolve(directory, `${name}.yaml`)]),
    ...(isOwn ? [] : [`${workspaceKey(name)} in the backend ${backend.name}`]),
  ];
  const inHome = isOwn ? `${workspaceKey(name)} in the backend ${backend.name}` : undefined;
  const mine = inHome ?? (home === undefined ? undefined : resolve(ownDirectory(home), `${name}.yaml`));
  return [...(scope === 'mine' ? [] : shared), ...(mine === undefined || scope === 'shared' ? [] : [mine])];
}

const notFound = ({wanted, from}: FindWorkspace, known: readonly string[], looked: readonly string[]): GantryError =>
  new GantryError({code: 'workspace/not-found', name: wanted, known, looked, ...defined({from})});

function ambiguous(
  found: readonly KnownWorkspace[],
  {wanted, backend, from}: Asked,
  mixesReleases?: true,
): GantryError {
  const choices = found.flatMap(({name, scope, place, file}) =>
    scope === undefined
      ? []
      : [{name: scopedName(scope, name), at: place === 'backend' ? `${file} in the backend ${backend.name}` : file}],
  );
  return new GantryError({code: 'workspace/ambiguous', name: wanted, choices, ...defined({from, mixesReleases})});
}

function twoFiles(first: KnownWorkspace, second: KnownWorkspace): GantryError {
  const message = `the workspace ${first.name} is defined in two files: ${first.file} and ${second.file}`;
  const diagnostic = {severity: 'error', code: 'workspace/two-files', message, hint: 'Remove one of them.'} as const;
  return new GantryError({code: 'input/invalid', diagnostics: [diagnostic]});
}
