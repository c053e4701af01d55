import {resolve} from 'node:path';
import {pathText} from '../../config/issues/path-text.ts';
import {readText} from '../../config/read-text.ts';
import {parseWorkspaceText} from '../../config/workspace-file.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {isClusterKey} from '../../core/workspace/context-keys.ts';
import {type WorkspaceChange, workspaceChanges} from '../../core/workspace/workspace-changes.ts';
import {settledPut} from '../../engine/release/settled-put.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {checkKubeconfig} from './check-kubeconfig.ts';
import {givenPath} from './given-path.ts';
import {homeRelative, refuseHomePaths} from './home-paths.ts';
import {type KeptWorkspace, keptWorkspace, textOf} from './kept-workspace.ts';
import {nameOfCurrent} from './name-of-current.ts';
import {readBases} from './read-bases.ts';
import {refusePlaintext} from './refuse-plaintext.ts';
import {refuseRelativePath} from './refuse-relative-path.ts';
import {dataOf, editedText, type WorkspaceEdits} from './workspace-edits.ts';

/** Request of `gantry workspace update`. */
export type UpdateWorkspace = StackRequest &
  WorkspaceEdits & {
    /** Default: the current workspace. */
    readonly name?: string;
    /** A file that replaces the whole workspace. */
    readonly file?: string;
    readonly allowPlaintext?: boolean;
    /** Asks for confirmation, when the changes are known. */
    readonly confirm: (update: WorkspaceUpdate) => Promise<boolean>;
  };

type NamedUpdate = Edits & {readonly name: string};

/** A change. `path` as people write it: `context.AWS_REGION`, `labels["example.com/tier"]`. */
export type ShownChange = Omit<WorkspaceChange, 'path'> & {readonly path: string};

/** The changes of an update, for the confirmation. */
export type WorkspaceUpdate = {
  readonly name: string;
  /** The backend's key. */
  readonly file: string;
  /** The changes; secrets are `***`. Empty if only comments differ. */
  readonly changes: readonly ShownChange[];
  /** True if the values about the cluster change; the pin stays. */
  readonly leadsElsewhere: boolean;
};

/** The answer of `gantry workspace update`. */
export type UpdatedWorkspace = WorkspaceUpdate & {
  readonly formatVersion: 1;
  readonly outcome: 'updated' | 'unchanged' | 'declined';
};

/**
 * Changes a workspace that the backend keeps, as a whole by a file or value by value, its comments kept.
 * @throws GantryError 'input/invalid' for what would be no workspace, 'workspace/plaintext', 'workspace/changed'
 */
export async function updateWorkspace(request: UpdateWorkspace, deps: Deps): Promise<UpdatedWorkspace> {
  const planned = await planUpdate(request, deps);
  const {update, before, after, kept} = planned;
  const {name, file} = update;
  if (before === after) return {formatVersion: 1, ...update, outcome: 'unchanged'};
  if (!(await request.confirm(update))) return {formatVersion: 1, ...update, outcome: 'declined'};
  const written = await settledPut(kept.backend, file, new TextEncoder().encode(after), kept.stored.version);
  if (written === 'conflict') throw new GantryError({code: 'workspace/changed', name});
  return {formatVersion: 1, ...update, outcome: 'updated'};
}

type Edits = Omit<UpdateWorkspace, 'confirm'>;

/** A change of a stored workspace that was checked, with its texts before and after. */
export type PlannedUpdate = {
  readonly kept: KeptWorkspace;
  readonly update: WorkspaceUpdate;
  readonly before: string;
  readonly after: string;
};

/** Returns the new text of a workspace without writing it. @throws GantryError as `updateWorkspace` */
export async function planUpdate(request: Edits, deps: Deps): Promise<PlannedUpdate> {
  const kept = await keptWorkspace({...request, name: request.name ?? (await nameOfCurrent(request, deps))}, deps);
  const {name, file, backend} = kept;
  const before = textOf(kept);
  const asked: NamedUpdate = {...request, name, ...defined({kubeconfig: pathFor(request, backend, deps)})};
  const after = textAfter(before, await withContext(asked, kept, deps), deps);
  const loaded = parseWorkspaceText(after, request.file ?? file);
  if (loaded.workspace.extends) await readBases({name, place: 'backend', file}, loaded, backend);
  const changes = workspaceChanges(dataOf(before), dataOf(after));
  const shown = changes.map(({path, ...change}): ShownChange => ({path: pathText(path), ...change}));
  const update = {name, file, changes: shown, leadsElsewhere: changes.some(isAboutCluster)};
  const planned = {kept, update, before, after};
  if (before === after) return planned;
  const {workspace} = loaded;
  refuseHomePaths({loaded, backend, changed: changes.map(({path}) => path)}, deps);
  refusePlaintext({name, workspace, backend, allowed: request.allowPlaintext === true});
  if (request.kubeContext !== undefined) await checkKubeconfig(kept, after, deps);
  return planned;
}

/** Returns the path of `--kubeconfig` for the backend: other users have theirs below their own home directory. */
function pathFor({kubeconfig, directory = '.'}: Edits, backend: Backend, deps: Deps): string | undefined {
  if (kubeconfig === undefined || backend.isPrivate === true) return kubeconfig;
  return homeRelative(givenPath(kubeconfig, resolve(deps.cwd, directory)), deps);
}

/** Adds the current context of another kubeconfig, as for a new workspace. */
async function withContext(request: NamedUpdate, kept: KeptWorkspace, deps: Deps): Promise<NamedUpdate> {
  if (request.kubeconfig === undefined || request.kubeContext !== undefined) return request;
  const kubeContext = await checkKubeconfig(kept, textAfter(textOf(kept), request, deps), deps);
  return kubeContext === undefined ? request : {...request, kubeContext};
}

function textAfter(before: string, request: NamedUpdate, deps: Deps): string {
  const {set = [], unset = [], kubeconfig, kubeContext, suspended, file} = request;
  const isEdited =
    set.length > 0 || unset.length > 0 || [kubeconfig, kubeContext, suspended].some((flag) => flag !== undefined);
  if (file === undefined && !isEdited) throw usage('no change is given', CHANGES);
  if (file !== undefined && isEdited)
    throw usage('--file replaces the whole workspace: it cannot be combined with other changes', CHANGES);
  const base = resolve(deps.cwd, request.directory ?? '.');
  if (file !== undefined) return textOfFile(file, base, request.name);
  return editedText(before, kubeconfig === undefined ? request : {...request, kubeconfig: givenPath(kubeconfig, base)});
}

const CHANGES = 'Use --file FILE, or --set KEY=VALUE, --unset KEY, --kubeconfig, --kube-context, --suspend, --resume.';

function textOfFile(path: string, base: string, name: string): string {
  const {file, text, diagnostics} = readText(resolve(base, path));
  if (text === undefined) throw new GantryError({code: 'input/invalid', diagnostics});
  const loaded = parseWorkspaceText(text, file);
  refuseRelativePath(loaded, resolve(base, path));
  const own = dataOf(text)['name'];
  if (own !== undefined && own !== null && own !== name)
    throw usage(
      `${path} has the name ${JSON.stringify(own)}, not ${name}`,
      'Run "gantry workspace rename" to rename a workspace.',
    );
  return text;
}

const isAboutCluster = ({path: [root, key = '']}: WorkspaceChange): boolean =>
  root === 'extends' || (root === 'context' && isClusterKey(key));

const usage = (message: string, hint: string): GantryError => new GantryError({code: 'input/usage', message, hint});
