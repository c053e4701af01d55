import {resolve} from 'node:path';
import type {RenamedWorkspace} from '../../config/documents/workspace-output.ts';
import {readProject} from '../../config/read-project.ts';
import {readSwitch, writeSwitch} from '../../config/user-switch.ts';
import {editYaml} from '../../config/yaml/edit-yaml.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {changeDigest} from '../../core/protection/approval.ts';
import {historyText} from '../../core/release/history-names.ts';
import {sharedPrefix, workspaceKey} from '../../core/release/keys.ts';
import {pinKey, pinText, signPin} from '../../core/workspace/cluster-pin.ts';
import {newWorkspaceNameProblem} from '../../core/workspace/workspace-name.ts';
import {refersTo, scopedName} from '../../core/workspace/workspace-scope.ts';
import {type IndexedHistory, indexedHistories} from '../../engine/backend/copy-keys.ts';
import {hmacKey} from '../../engine/release/hmac-key.ts';
import {readLineage} from '../../engine/release/read-head.ts';
import {settledPut} from '../../engine/release/settled-put.ts';
import {externalResources, findExternal, putExternal} from '../../engine/shared/external-resources.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import type {Backend, Stored} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {copyIndex} from '../release/copy-index.ts';
import {whileLocked} from '../release/lock-histories.ts';
import {type Dependent, dependentsOf} from './dependents.ts';
import {forgetExternals} from './forget-externals.ts';
import {forgetPins} from './forget-pin.ts';
import {type HistoriesOfWorkspace, historiesOfWorkspace} from './histories-of-workspace.ts';
import {keptIn, storeOf, textOf, type WorkspaceStore} from './kept-workspace.ts';
import {knownWorkspaces} from './known-workspaces.ts';
import {type SameNames, sameNames} from './same-names.ts';
import {pinAt} from './stored-pin.ts';
import {workspacesAround} from './surroundings.ts';
import {dataOf} from './workspace-edits.ts';

/** Request of `gantry workspace rename`. */
export type RenameWorkspace = StackRequest & {
  readonly name: string;
  readonly to: string;
  readonly lockTimeoutSeconds: number;
  /** Asks for confirmation, when the affected releases are known. */
  readonly confirm: (move: Renaming) => Promise<boolean>;
};

/** The effects of a rename, for the confirmation. */
export type Renaming = Omit<RenamedWorkspace, 'formatVersion' | 'outcome' | 'file' | 'wasSwitch'>;

/**
 * Renames a workspace in the backend, with its pin and its releases. Their lineage stays, and with it every label in the cluster. No run
 * can release meanwhile. At any moment at least one of the two names leads to everything, and they never lead to different things. Running
 * it again after a crash continues the rename.
 * @throws GantryError 'workspace/exists', 'release/locked', 'workspace/changed'
 */
export async function renameWorkspace(request: RenameWorkspace, deps: Deps): Promise<RenamedWorkspace> {
  const {to} = request;
  const problem = newWorkspaceNameProblem(to);
  if (problem !== undefined) throw new GantryError({code: 'input/usage', message: problem});
  const store = await storeOf(request, deps);
  const {name, scope} = store;
  if (name === to) throw new GantryError({code: 'input/usage', message: `the workspace already has the name ${to}`});
  const work = await look(store, request, deps);
  const {histories, dependents, same} = work;
  const renaming: Renaming = {
    name,
    to,
    series: histories.own.map(({names}) => `${names.project}/${names.stack}`),
    left: histories.others.map(({names}) => `${names.project}/${names.stack}`),
    rewritten: dependents.filter(({place}) => place === 'backend').map((one) => one.name),
    files: dependents.filter(({place}) => place === 'file').map(({file}) => file),
    ...same,
  };
  const head = {formatVersion: 1, ...renaming, file: workspaceKey(to)} as const;
  if (!(await request.confirm(renaming))) return {...head, outcome: 'declined', wasSwitch: false};
  await move(work, request, deps);
  const switched = await readSwitch(deps.home);
  const wasSwitch = switched !== undefined && refersTo(switched, {name, scope});
  if (wasSwitch) await writeSwitch(deps.home, scopedName(scope, to));
  return {...head, outcome: 'renamed', wasSwitch};
}

/** The existing documents, after a check that nothing is in the way. */
type Work = {
  readonly store: WorkspaceStore;
  /** Absent if an earlier rename has already moved it. */
  readonly old?: {readonly stored: Stored; readonly before: string; readonly text: string};
  readonly histories: HistoriesOfWorkspace;
  readonly dependents: readonly Dependent[];
  readonly same: SameNames;
};

async function look(store: WorkspaceStore, request: RenameWorkspace, deps: Deps): Promise<Work> {
  const {name, backend} = store;
  const {to} = request;
  await refuseReleasesElsewhere(store);
  const workspacesDir = workspacesAround(request, deps);
  const places = {directory: workspacesDir, backend};
  const ofFile = (await knownWorkspaces(places)).filter(({place}) => place === 'file');
  const hidden = ofFile.some((known) => known.name === name);
  const same = await sameNames({name: to, scope: store.scope, workspacesDir}, deps);
  const directory = resolve(deps.cwd, request.directory ?? '.');
  const history = await historiesOfWorkspace(name, backend, hidden ? readProject(directory)?.name : undefined);
  const dependents = await dependentsOf(name, places);
  const [kept, target] = await Promise.all([backend.get(workspaceKey(name)), backend.get(workspaceKey(to))]);
  if (kept === undefined && target !== undefined && (await leadsToSame(history.own, to, backend)))
    return {store, histories: history, dependents, same};
  const old = await keptIn(store, request, deps);
  const before = textOf(old);
  const text = renamed(before, to);
  if (target !== undefined && new TextDecoder().decode(target.value) !== text)
    throw new GantryError({code: 'workspace/exists', name: to});
  await refuseOtherReleases(history.own, to, backend);
  return {store, old: {stored: old.stored, before, text}, histories: history, dependents, same};
}

/**
 * Refuses a new name for the user's own workspace while another backend has releases under the old one: only the backend that stores a
 * workspace is renamed with it.
 */
async function refuseReleasesElsewhere({name, releases}: WorkspaceStore): Promise<void> {
  // A shared workspace with this name has its own releases there.
  if (releases === undefined || (await releases.get(workspaceKey(name))) !== undefined) return;
  const all = await indexedHistories(releases);
  const here = all.filter(({names, entry}) => names.workspace === name && entry.movedTo === undefined);
  const externals = await releases.list(sharedPrefix(name));
  if (here.length === 0 && externals.length === 0) return;
  const found =
    here.length === 0
      ? `external resources of a workspace ${name}`
      : `releases in a workspace ${name}: ${here.map(({names}) => historyText(names)).join(', ')}`;
  throw new GantryError({
    code: 'input/usage',
    message: `${releases.name} has ${found}. They would not be found under another name`,
    hint: `${here.length === 0 ? 'Remove them ("gantry shared list")' : 'Destroy these stacks'} first, or keep the name.`,
  });
}

const renamed = (text: string, to: string): string =>
  typeof dataOf(text)['name'] === 'string' ? editYaml(text, [{path: ['name'], value: to}]) : text;

/** Reports whether the rest of the old name already exists under the new one. */
async function leadsToSame(left: readonly IndexedHistory[], to: string, backend: Backend): Promise<boolean> {
  const same = await Promise.all(
    left.map(async ({names, entry}) => (await readLineage(backend, {...names, workspace: to})) === entry.lineage),
  );
  return left.length > 0 && same.every(Boolean);
}

/** Refuses a name with other releases: two release histories cannot be merged. */
async function refuseOtherReleases(own: readonly IndexedHistory[], to: string, backend: Backend): Promise<void> {
  const lineages = new Set(own.map(({entry}) => entry.lineage));
  const there = (await indexedHistories(backend)).filter(
    ({names, entry}) => names.workspace === to && !lineages.has(entry.lineage),
  );
  if (there.length > 0)
    throw new GantryError({code: 'workspace/exists', name: to, series: there.map(({names}) => historyText(names))});
}

/**
 * Moves the documents in a fixed order: the releases are under the new name before it can be used, and the old name cannot be used when
 * they are gone from it.
 */
async function move(work: Work, {to, lockTimeoutSeconds}: RenameWorkspace, deps: Deps): Promise<void> {
  const {store, old, dependents} = work;
  const {name, backend} = store;
  const history = work.histories.own.map(({names}) => names);
  if (old !== undefined) {
    // A refusal must come before the first write, and the last write deletes the old document.
    const changed = {workspace: name, digest: changeDigest(old.before, undefined)};
    await backend.admit?.({of: 'workspace', workspace: name, changed});
  }
  await whileLocked({backend, histories: history, lockTimeoutSeconds, deps}, async (ensureHeld) => {
    if (old !== undefined) {
      for (const one of work.histories.own) await moveIndex(one, to, backend);
      await copyPin(name, to, backend);
      await copyExternals(name, to, backend);
      await put(backend, workspaceKey(to), old.text, to);
      for (const one of dependents) await rewrite(one, to, backend);
      await ensureHeld();
      if ((await backend.delete(workspaceKey(name), old.stored.version)) === 'conflict')
        throw new GantryError({code: 'workspace/changed', name});
    }
    await forgetPins(store, deps);
    await forgetExternals(store);
    for (const {key} of work.histories.own) await remove(backend, key);
  });
}

async function moveIndex(one: IndexedHistory, to: string, backend: Backend): Promise<void> {
  const next = {...one.names, workspace: to};
  const outcome = await copyIndex(one, next, backend);
  if (outcome === 'changed') throw new GantryError({code: 'workspace/changed', name: one.names.workspace});
  if (outcome === 'taken') throw new GantryError({code: 'workspace/exists', name: to, series: [historyText(next)]});
}

/** Copies the pin. After a crash it is already the same; a pin of an earlier workspace of that name is replaced. */
async function copyPin(name: string, to: string, backend: Backend): Promise<void> {
  const {pin} = await pinAt(backend, pinKey({name, place: 'backend', file: ''}));
  const key = pinKey({name: to, place: 'backend', file: ''});
  const there = await backend.get(key);
  if (pin === undefined) {
    if (there !== undefined) await backend.delete(key, there.version);
    return;
  }
  const text = pinText(signPin({...pin, workspace: to}, key, await hmacKey(backend)));
  await settledPut(backend, key, new TextEncoder().encode(text), there?.version);
}

/** Copies the registrations of external resources. After a crash they are already the same. */
async function copyExternals(name: string, to: string, backend: Backend): Promise<void> {
  for (const external of await externalResources(name, backend)) {
    const next = {...external, workspace: to};
    const there = await findExternal(next, backend);
    if (there !== undefined && canonicalJson(there.external) === canonicalJson(next)) continue;
    if ((await putExternal(next, there?.version, backend)) === 'conflict')
      throw new GantryError({code: 'workspace/changed', name});
  }
}

async function rewrite({place, file, name, paths}: Dependent, to: string, backend: Backend): Promise<void> {
  if (place === 'file') return;
  const stored = await backend.get(file);
  if (stored === undefined) return;
  const edits = paths.map((path) => ({path, value: to}));
  const text = editYaml(new TextDecoder().decode(stored.value), edits);
  if ((await settledPut(backend, file, new TextEncoder().encode(text), stored.version)) === 'conflict')
    throw new GantryError({code: 'workspace/changed', name});
}

async function put(backend: Backend, key: string, text: string, name: string): Promise<void> {
  const written = await settledPut(backend, key, new TextEncoder().encode(text), undefined);
  if (written === 'conflict') throw new GantryError({code: 'workspace/exists', name});
}

async function remove(backend: Backend, key: string): Promise<void> {
  const stored = await backend.get(key);
  if (stored !== undefined) await backend.delete(key, stored.version);
}
