import type {Json, JsonObject} from '../../core/json.ts';
import {maskedObject} from '../../core/workspace/mask.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../release-requests.ts';
import {chooseWorkspace} from './choose-workspace.ts';
import type {ChosenFrom} from './chosen-workspace.ts';
import {surroundings} from './surroundings.ts';

/** `name` goes before `-w`; without both it is the current workspace. */
export type ShowWorkspace = StackRequest & {readonly name?: string};

export type ShownWorkspace = {
  readonly formatVersion: 1;
  readonly name: string;
  readonly from: ChosenFrom;
  readonly place: 'file' | 'backend';
  readonly file: string;
  /** The workspace file as data; what is, or may be, a secret is `***`. */
  readonly workspace: JsonObject;
};

/** A workspace as it is written, with its secrets masked. */
export async function showWorkspace(request: ShowWorkspace, deps: Deps): Promise<ShownWorkspace> {
  const chosen = await chooseWorkspace({request: named(request), ...(await surroundings(request, deps))}, deps);
  const {name, from, place, file, workspace} = chosen;
  return {formatVersion: 1, name, from, place, file, workspace: maskedObject(written({name, ...workspace}))};
}

/** An argument that names a workspace means the same as `-w`. */
export const named = (request: StackRequest & {readonly name?: string}): StackRequest =>
  request.name === undefined ? request : {...request, workspace: request.name};

/** Keys that the schema knows and the user left empty are not shown. */
const written = (workspace: object): JsonObject => {
  const entries = Object.entries(workspace) as [string, Json | undefined][];
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (value === undefined || value === null ? [] : [[key, value]])),
  );
};
