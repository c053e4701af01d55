import type {ShownWorkspace} from '../../config/documents/workspace-output.ts';
import {pathText} from '../../config/issues/path-text.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {maskedObject} from '../../core/workspace/mask.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {chooseWorkspace} from './choose-workspace.ts';
import type {ChosenWorkspace} from './chosen-workspace.ts';
import {looseSurroundings} from './surroundings.ts';

/** A request to show a workspace. `name` is the same as `-w`; without both it is the current one. */
export type ShowWorkspace = StackRequest & {
  readonly name?: string;
  /** True to show credentials in plain text. */
  readonly reveal?: boolean;
};

/** A workspace as it is written, with its secrets masked unless somebody asks for them. */
export async function showWorkspace(request: ShowWorkspace, deps: Deps): Promise<ShownWorkspace> {
  const chosen = await chooseWorkspace(
    {request: named(request), ...(await looseSurroundings(named(request), deps))},
    deps,
  );
  const {name, from, place, file, scope, workspace, bases} = chosen;
  const whole = written({name, ...workspace});
  const shown = request.reveal === true ? whole : maskedObject(whole);
  const head = {formatVersion: 1, name, from, place, file, ...defined({scope}), workspace: shown} as const;
  return bases === undefined ? head : {...head, extends: bases, inherited: inheritedOf(shown, chosen)};
}

/** Returns the inherited values, down to the keys of mappings and the items of lists. */
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

/** Treats an argument that names a workspace like `-w`, and refuses both with different names. */
export function named({name, ...request}: StackRequest & {readonly name?: string}): StackRequest {
  if (name === undefined) return request;
  if (request.workspace === undefined || request.workspace === name) return {...request, workspace: name};
  const message = `two workspaces are named: ${name} as the argument, and ${request.workspace} with -w`;
  throw new GantryError({code: 'input/usage', message, hint: 'Leave out one of them.'});
}

/** Removes keys of the schema that have no value. */
const written = (workspace: object): JsonObject => {
  const entries = Object.entries(workspace) as [string, Json | undefined][];
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (value === undefined || value === null ? [] : [[key, value]])),
  );
};
