import {resolve} from 'node:path';
import type {NewFile} from '../../../config/init/write-new-files.ts';
import {takeWorkspace} from '../../../config/kusion/take-workspace.ts';
import {parseWorkspaceText} from '../../../config/workspace-file.ts';
import type {NotTaken} from '../../../core/import/kusion/not-taken.ts';
import {workspaceKey} from '../../../core/release/keys.ts';
import {plaintextCredentials} from '../../../core/workspace/plaintext-credentials.ts';
import {defined} from '../../../lib/defined.ts';
import type {Backend} from '../../../ports/backend.ts';
import type {ChosenWorkspace} from '../../workspace/chosen-workspace.ts';
import type {KusionFinds} from './kusion-finds.ts';
import {ownWorkspaces} from './own-workspaces.ts';
import type {TakeoverPlan} from './plan-takeover.ts';

/** The target of workspaces: the backend, the projects that use them, or none, if Gantry's own workspaces of the same names are used. */
export type WorkspacePlace = 'backend' | 'project' | 'none';

/** Workspaces that an import from Kusion takes over or uses. */
export type TakenWorkspaces = {
  /** Returns the workspace of a name, for a project (if it is in its own files). */
  readonly chosen: (project: string, name: string) => Promise<ChosenWorkspace | undefined>;
  readonly files: readonly NewFile[];
  /** The workspaces for the backend. */
  readonly stored: readonly {
    readonly name: string;
    readonly text: string;
    readonly state: 'fresh' | 'same' | 'different';
  }[];
  readonly left: readonly NotTaken[];
};

/** The Kusion workspaces to take over, and their target. */
export type TakeWorkspaces = {
  readonly finds: KusionFinds;
  readonly plan: TakeoverPlan;
  readonly place: WorkspacePlace;
  readonly directory: string;
  readonly backend: Backend;
};

/** Plans the workspaces of an import. With the place `none` the user's own are used and nothing is written. */
export async function takeWorkspaces(request: TakeWorkspaces): Promise<TakenWorkspaces> {
  const {finds, plan, place, directory, backend} = request;
  const used = new Set(plan.histories.map(({workspace}) => workspace));
  if (place === 'none') return {chosen: ownWorkspaces(request), files: [], stored: [], left: []};
  const taken = [...finds.workspaces]
    .filter(([name, {workspace}]) => name !== 'default' || used.has(name) || !isEmpty(workspace))
    .map(([name, {workspace, where}]) => ({name, where, ...takeWorkspace(name, workspace, where)}));
  const shared = place === 'backend' && backend.isPrivate !== true;
  const usable = taken.flatMap(({name, where, text}) => {
    const keys =
      text === undefined ? [] : plaintextCredentials(parseWorkspaceText(text, where).workspace.context ?? {});
    return text === undefined || (shared && keys.length > 0) ? [] : [{name, text, holdsSecrets: keys.length > 0}];
  });
  const refused = taken.filter(({name, text}) => text !== undefined && !usable.some((one) => one.name === name));
  const left = [...taken.flatMap((one) => one.left), ...refused.map(({name, where}) => inClear(name, where, backend))];
  const texts = new Map(usable.map((one) => [one.name, one]));
  const chosen = async (project: string, name: string): Promise<ChosenWorkspace | undefined> => {
    const one = texts.get(name);
    if (one === undefined) return undefined;
    const file = place === 'backend' ? workspaceKey(name) : resolve(directory, project, 'workspaces', `${name}.yaml`);
    const {workspace, origin} = parseWorkspaceText(one.text, file);
    return {name, place: place === 'backend' ? 'backend' : 'file', file, workspace, origin, from: '-w'};
  };
  if (place === 'project') return {chosen, files: filesOf(usable, plan), stored: [], left};
  const stored = await Promise.all(
    usable.map(async ({name, text}) => ({name, text, state: await stateOf(backend, name, text)})),
  );
  return {chosen, files: [], stored, left};
}

const isEmpty = ({
  modules,
  secretStore,
  context,
}: {
  modules?: unknown;
  secretStore?: unknown;
  context?: unknown;
}): boolean =>
  [modules, secretStore, context].every(
    (part) => part === undefined || part === null || Object.keys(part).length === 0,
  );

const inClear = (name: string, where: string, {name: backend}: Backend): NotTaken => ({
  what: `workspace ${name}`,
  where,
  because: `it holds credentials in plain text, and others can read the backend ${backend}: pass --workspaces project to write it to a file`,
});

async function stateOf(backend: Backend, name: string, text: string): Promise<'fresh' | 'same' | 'different'> {
  const stored = await backend.get(workspaceKey(name));
  if (stored === undefined) return 'fresh';
  return new TextDecoder().decode(stored.value) === text ? 'same' : 'different';
}

type Usable = {readonly name: string; readonly text: string; readonly holdsSecrets: boolean};

/** Returns files for each project with the workspaces that its stacks were applied to. */
const filesOf = (usable: readonly Usable[], {projects, stacks}: TakeoverPlan): readonly NewFile[] =>
  [...projects.keys()].flatMap((project) => {
    const used = new Set(stacks.filter((one) => one.project === project).flatMap(({workspaces}) => workspaces));
    return usable
      .filter(({name}) => used.has(name))
      .map(({name, text, holdsSecrets}) => ({
        path: `${project}/workspaces/${name}.yaml`,
        text,
        ...defined({isPrivate: holdsSecrets ? (true as const) : undefined}),
      }));
  });
