import type {ShownWorkspace} from '../../config/documents/workspace-output.ts';
import {pathText} from '../../config/issues/path-text.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {maskedObject} from '../../core/workspace/mask.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {chooseWorkspace} from './choose-workspace.ts';
import type {ChosenWorkspace} from './chosen-workspace.ts';
import {looseSurroundings} from './surroundings.ts';

/** `name` is the same as `-w`; without both it is the current workspace. */
export type ShowWorkspace = StackRequest & {
  readonly name?: string;
  /** Credentials in plain text as they are. */
  readonly reveal?: boolean;
};

/** A workspace as it is written, with its secrets masked unless somebody asks for them. */
export async function showWorkspace(request: ShowWorkspace, deps: Deps): Promise<ShownWorkspace> {
  const chosen = await chooseWorkspace(
    {request: named(request), ...(await looseSurroundings(named(request), deps))},
    deps,
  );
  const {name, from, place, file, workspace, bases} = chosen;
  const whole = written({name, ...workspace});
  const shown = request.reveal === true ? whole : maskedObject(whole);
  const head = {formatVersion: 1, name, from, place, file, workspace: shown} as const;
  return bases === undefined ? head : {...head, extends: bases, inherited: inheritedOf(shown, chosen)};
}

/** Down to the keys of mappings and the items of lists. */
function inheritedOf(shown: JsonObject, {origin}: ChosenWorkspace): NonNullable<ShownWorkspace['inherited']> {
  const paths = Object.entries(shown).flatMap(([name, value]): JsonPath[] => {
    if (isList(value)) return value.map((_, index) => [name, index]);
    return isObject(value) ? Object.keys(value).map((key) => [name, key]) : [[name]];
  });
  const own = origin.position(['extends']).file;
  return paths.flatMap((path) => {
    const {file, line} = origin.position(path);
    return file === own ? [] : [{path: pathText(path), file, line}];
  });
}

/** An argument that names a workspace means the same as `-w`: of two, one would silently win. */
export function named({name, ...request}: StackRequest & {readonly name?: string}): StackRequest {
  if (name === undefined) return request;
  if (request.workspace === undefined || request.workspace === name) return {...request, workspace: name};
  const message = `two workspaces are named: ${name}, and ${request.workspace} by -w`;
  throw new GantryError({code: 'input/usage', message, hint: 'Leave out one of them.'});
}

/** Keys that the schema knows and the user left empty are not shown. */
const written = (workspace: object): JsonObject => {
  const entries = Object.entries(workspace) as [string, Json | undefined][];
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (value === undefined || value === null ? [] : [[key, value]])),
  );
};
