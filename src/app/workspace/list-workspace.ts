import {resolve} from 'node:path';
import type {WorkspaceFile} from '../../config/workspace-file.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';
import {matchesLabels} from '../../core/selection/label-selector.ts';
import {looksLikeFile, nameOfWorkspaceFile} from '../../core/workspace/workspace-name.ts';
import {refersTo} from '../../core/workspace/workspace-scope.ts';
import {limitConcurrency} from '../../lib/limit-concurrency.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {ownProtection} from '../protection/own-protection.ts';
import {askedLabels} from './asked-labels.ts';
import type {ChosenFrom} from './chosen-workspace.ts';
import {type Choice, currentChoice} from './current-choice.ts';
import type {KnownWorkspace} from './known-workspace.ts';
import {knownWorkspaces, selectedBy, type WorkspacePlaces} from './known-workspaces.ts';
import {readWorkspace} from './read-workspace.ts';
import {looseSurroundings} from './surroundings.ts';
import {UNASKED, type WorkspaceLocations, workspaceLocations} from './workspace-locations.ts';

/** A workspace in the list. */
export type ListedWorkspace = KnownWorkspace & {
  readonly current: boolean;
  /** True if a workspace of the project has the same name, so that the name selects that one. */
  readonly shadowed: boolean;
  readonly suspended: boolean;
  /** True if changes need a permission. */
  readonly protected?: true;
  readonly labels: Readonly<Record<string, string>>;
  /** The workspace that it extends, as written. */
  readonly extends?: string;
  /** Present if its file is invalid; the others are still listed. */
  readonly failure?: Failure | undefined;
};

/** A request to list workspaces. `labelSelector`: only those that match. */
export type ListWorkspaces = StackRequest & {readonly labelSelector?: string};

/** The answer of `gantry workspace list`. */
export type WorkspaceList = {
  readonly formatVersion: 1;
  /** The current workspace. `found`: it is in the list. */
  readonly current?: {readonly name: string; readonly from: ChosenFrom; readonly found: boolean};
  readonly workspaces: readonly ListedWorkspace[];
};

/** Lists every workspace that can be used here: those of the project, those of the backend, and the current one. */
export async function listWorkspaces(request: ListWorkspaces, deps: Deps): Promise<WorkspaceList> {
  const wanted = selectorOf(request);
  const around = await looseSurroundings(request, deps);
  const {backend, unasked} = await locations(deps);
  if (unasked !== undefined) deps.onEvent({type: 'diagnostic', diagnostic: notListed(unasked)});
  const places: WorkspacePlaces = {directory: around.workspacesDir, backend, home: deps.home};
  const choice = await currentChoice({request, ...around}, deps);
  const known = withFile(await knownWorkspaces(places), choice);
  const current = choice === undefined ? undefined : chosenIn(known, choice);
  const inTurn = limitConcurrency(AT_ONCE);
  const all = await Promise.all(
    known.map(async (entry) => ({
      ...entry,
      current: entry === current,
      shadowed: selectedBy(entry, known) !== entry && !isFileChoice(choice, entry),
      ...(await inTurn(() => details(entry, places))),
    })),
  );
  // The labels of an invalid file are unknown, so it stays in the list.
  const workspaces = all.filter(({labels, failure}) => failure !== undefined || wanted({metadata: {labels}}));
  if (choice === undefined) return {formatVersion: 1, workspaces};
  return {
    formatVersion: 1,
    current: {
      name: current?.name ?? choice.wanted,
      from: choice.from,
      found: current !== undefined || known.some((one) => refersTo(choice.wanted, one)),
    },
    workspaces,
  };
}

const AT_ONCE = 8;

/** Opens the backend. If the user has not allowed the access that it needs, the list still shows the workspaces in files. */
async function locations(deps: Deps): Promise<WorkspaceLocations> {
  try {
    return await workspaceLocations(deps);
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'workspace/not-allowed') throw error;
    return {backend: UNASKED, unasked: error.failure};
  }
}

function notListed(failure: Failure): Diagnostic {
  const message = `only workspaces in files are listed: ${whyNotListed(failure)}`;
  return {severity: 'note', code: 'workspace/files-only', message, hint: hintFor(failure)};
}

function hintFor(failure: Failure): string {
  if (failure.code === 'workspace/not-allowed')
    return 'Allow it with "gantry workspace allow", to also list the workspaces that the backend stores.';
  return failure.code === 'backend/no-workspace'
    ? `Create it with "gantry workspace create ${failure.workspace} --mine", or as workspaces/${failure.workspace}.yaml in the project.`
    : 'Pass -w NAME to also list the workspaces that the backend in its cluster stores.';
}

function whyNotListed(failure: Failure): string {
  if (failure.code === 'workspace/not-allowed') return 'the backend needs access that you have not allowed yet';
  if (failure.code === 'workspace/not-chosen')
    return 'the backend is in the cluster of a workspace, and no workspace is selected';
  return failure.code === 'backend/no-workspace'
    ? `the backend is in the cluster of the workspace ${failure.workspace}, which no file defines`
    : 'the backend is in the cluster of a workspace, and that workspace has no usable kubeconfig';
}

function selectorOf({labelSelector}: ListWorkspaces): (object: JsonObject) => boolean {
  if (labelSelector === undefined) return () => true;
  const selector = askedLabels(labelSelector);
  return (object) => matchesLabels(selector, object);
}

type Details = Pick<ListedWorkspace, 'suspended' | 'protected' | 'labels' | 'extends' | 'failure'>;

async function details(entry: KnownWorkspace, places: WorkspacePlaces): Promise<Details> {
  try {
    const found = await readWorkspace(entry, places);
    const {workspace} = found;
    const guarded = ownProtection(found) === undefined ? {} : ({protected: true} as const);
    const base = workspace.extends ? {extends: workspace.extends} : {};
    return {suspended: workspace.suspended === true, ...guarded, labels: labelsOf(workspace), ...base};
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    return {suspended: false, labels: {}, failure: error.failure};
  }
}

const labelsOf = ({labels}: WorkspaceFile): Readonly<Record<string, string>> => labels ?? {};

const pathOf = ({base, wanted}: Choice): string | undefined =>
  looksLikeFile(wanted) ? resolve(base, wanted) : undefined;

/** Adds the file of `-w`, which may be outside of the places where names are looked up. */
function withFile(known: readonly KnownWorkspace[], choice: Choice | undefined): readonly KnownWorkspace[] {
  const file = choice === undefined ? undefined : pathOf(choice);
  if (file === undefined || known.some((entry) => entry.file === file)) return known;
  return [...known, {name: nameOfWorkspaceFile(file), place: 'file', file}];
}

/** Finds the current workspace. A name that the user and others have leads to none of them. */
function chosenIn(known: readonly KnownWorkspace[], choice: Choice): KnownWorkspace | undefined {
  const file = pathOf(choice);
  if (file !== undefined) return known.find((entry) => entry.file === file);
  const [first, ...others] = known.filter((entry) => refersTo(choice.wanted, entry));
  return others.some(({scope}) => scope !== first?.scope) ? undefined : first;
}

const isFileChoice = (choice: Choice | undefined, {file}: KnownWorkspace): boolean =>
  choice !== undefined && pathOf(choice) === file;
