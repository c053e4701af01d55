import {resolve} from 'node:path';
import type {CreatedWorkspace} from '../../config/documents/workspace-output.ts';
import {readText} from '../../config/read-text.ts';
import {parseWorkspaceText} from '../../config/workspace-file.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {workspaceKey} from '../../core/release/keys.ts';
import {KUBE_CONTEXT_KEY} from '../../core/workspace/context-keys.ts';
import {newWorkspaceNameProblem} from '../../core/workspace/workspace-name.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {checkKubeconfig} from './check-kubeconfig.ts';
import {chooseStore, type StoreChoice} from './choose-store.ts';
import {forgetPin} from './forget-pin.ts';
import {givenPath} from './given-path.ts';
import {homeRelative, refuseHomePaths} from './home-paths.ts';
import {readBases} from './read-bases.ts';
import {refusePlaintext} from './refuse-plaintext.ts';
import {refuseRelativePath} from './refuse-relative-path.ts';
import {sameNames} from './same-names.ts';
import {workspacesAround} from './surroundings.ts';

/** A new workspace: from a file, or NAME with a kubeconfig (and a context of it). */
export type CreateWorkspace = StackRequest &
  StoreChoice & {
    readonly name?: string;
    readonly file?: string;
    readonly kubeconfig?: string;
    readonly kubeContext?: string | undefined;
    /** True to store credentials in plain text where others can read them. */
    readonly allowPlaintext?: boolean;
  };

/**
 * Stores a new workspace in `$GANTRY_HOME`, or in the backend for everyone who uses it. Never replaces a workspace.
 * @throws GantryError 'workspace/exists', 'workspace/plaintext', 'input/usage', 'input/invalid', or what is wrong with the kubeconfig
 */
export async function createWorkspace(request: CreateWorkspace, deps: Deps): Promise<CreatedWorkspace> {
  const base = resolve(deps.cwd, request.directory ?? '.');
  const {name, textFor, kubeContext} =
    request.file === undefined ? await fromKubeconfig(request, base, deps) : fromFile(request.file, request, base);
  const workspacesDir = workspacesAround(request, deps);
  const {scope, backend} = await chooseStore(request, deps);
  const file = workspaceKey(name);
  const text = textFor(backend);
  const loaded = parseWorkspaceText(text, request.file ?? file);
  // Its bases must be in the backend, too; otherwise it could not be read again.
  if (loaded.workspace.extends) await readBases({name, place: 'backend', file}, loaded, backend);
  const {workspace} = loaded;
  refuseHomePaths({loaded, backend}, deps);
  refusePlaintext({name, workspace, backend, allowed: request.allowPlaintext === true});
  // A pin without a workspace is left over from an interrupted deletion.
  if ((await backend.get(file)) === undefined) await forgetPin(name, backend, deps.home);
  const written = await backend.put(file, new TextEncoder().encode(text), undefined);
  if (written === 'conflict') throw new GantryError({code: 'workspace/exists', name});
  const same = await sameNames({name, scope, workspacesDir}, deps);
  return {formatVersion: 1, name, scope, file, backend: backend.name, ...defined({kubeContext}), ...same};
}

/** `textFor`: the text for the backend that stores it. */
type Written = {
  readonly name: string;
  readonly textFor: (backend: Pick<Backend, 'isPrivate'>) => string;
  readonly kubeContext?: string | undefined;
};

function fromFile(path: string, request: CreateWorkspace, base: string): Written {
  if (request.kubeconfig !== undefined || request.kubeContext !== undefined) {
    throw usage('--file cannot be combined with --kubeconfig and --kube-context', 'Write them into the file.');
  }
  const {file, text, diagnostics} = readText(resolve(base, path));
  if (text === undefined) throw new GantryError({code: 'input/invalid', diagnostics});
  const loaded = parseWorkspaceText(text, file);
  const name = request.name ?? loaded.workspace.name;
  checkName(name);
  refuseRelativePath(loaded, resolve(base, path));
  // A text without a name takes the name of its new key.
  const own = parseWorkspaceText(text, workspaceKey(name)).workspace.name;
  if (own === name) return {name, textFor: () => text};
  throw usage(`${path} has the name ${own}, not ${name}`, 'Leave out NAME, or the `name` in the file.');
}

async function fromKubeconfig(
  {name, kubeconfig, kubeContext}: CreateWorkspace,
  base: string,
  deps: Deps,
): Promise<Written> {
  if (name === undefined) throw usage('the name of the new workspace or --file is required', undefined);
  checkName(name);
  if (kubeconfig === undefined) {
    throw usage(
      `no cluster is given for the workspace ${name}`,
      'Name a kubeconfig with --kubeconfig PATH, or a workspace file with --file.',
    );
  }
  const path = givenPath(kubeconfig, base);
  // The current context is stored, because `kubectl config use-context` would switch the workspace to another cluster.
  // The user names it on the command line, also for a shared workspace.
  const opened = await checkKubeconfig({name, scope: 'mine'}, workspaceText(name, path, kubeContext), deps);
  const kept = kubeContext ?? opened;
  // Others have their kubeconfig below their own home directory.
  const textFor = ({isPrivate}: Pick<Backend, 'isPrivate'>): string =>
    workspaceText(name, isPrivate === true ? path : homeRelative(path, deps), kept);
  return {name, textFor, kubeContext: kept};
}

function workspaceText(name: string, path: string, kubeContext: string | undefined): string {
  const context = {kubeconfig_path: path, ...defined({[KUBE_CONTEXT_KEY]: kubeContext})};
  const lines = Object.entries(context).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`);
  return `name: ${JSON.stringify(name)}\ncontext:\n${lines.join('')}`;
}

function checkName(name: string): void {
  const problem = newWorkspaceNameProblem(name);
  if (problem !== undefined) throw usage(problem, undefined);
}

const usage = (message: string, hint: string | undefined): GantryError =>
  new GantryError({code: 'input/usage', message, ...defined({hint})});
