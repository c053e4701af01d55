import {join} from 'node:path';
import {type NamedChart, readKeptCharts} from '../../config/completion/kept-charts.ts';
import {completionCache, notedStacks, readRecent} from '../../config/completion/recent-releases.ts';
import {listWorkspaceFiles} from '../../config/list-workspace-files.ts';
import {readSwitch} from '../../config/user-switch.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {WORKSPACES_PREFIX} from '../../core/release/keys.ts';
import {DEFAULT_SANDBOX} from '../../core/workspace/sandbox-name.ts';
import {nameOfWorkspaceFile} from '../../core/workspace/workspace-name.ts';
import {nameOfReference, type WorkspaceReference} from '../../core/workspace/workspace-scope.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import type {NamedResource} from '../../ports/recent-releases.ts';
import type {Environment} from '../deps.ts';
import {cachedAnswer} from './cached-answer.ts';
import type {Place, PlaceFinder, PlaceRequest} from './place.ts';
import {entriesIn, revisionsIn, stacksIn} from './stacks-in.ts';

/** The names that this machine knows without a network. A name that cannot be read is left out. */
export type KnownNames = {
  readonly workspaces: () => Promise<readonly WorkspaceReference[]>;
  /** The stacks of the project. Without files, those whose releases this machine has read or recorded. */
  readonly stacks: () => Promise<readonly string[]>;
  readonly sandboxes: () => Promise<readonly string[]>;
  readonly backends: () => Promise<readonly string[]>;
  /** The resources of the last release and of the last plan. */
  readonly resources: () => Promise<readonly NamedResource[]>;
  /** The revisions of a release history, newest first. `workspace`: the workspace of the history, if the command line selects another one. */
  readonly revisions: (workspace?: string) => Promise<readonly number[]>;
  /** The modules in the folders of the project. */
  readonly modules: () => Promise<readonly string[]>;
  /** The charts in the indexes of repositories that this machine keeps, with their versions, newest first. */
  readonly charts: () => Promise<readonly NamedChart[]>;
};

/** A typed command line, and where the names are. */
export type Knowing = PlaceRequest & {
  /** The last value of `-w`. */
  readonly workspace?: string | undefined;
  readonly env: Environment;
  /** `$GANTRY_HOME`. */
  readonly home: string;
  /** True if no other user can write the cache below it. */
  readonly isPrivate: boolean;
  /** Finds what the cache does not have: it loads the whole program. */
  readonly finder: PlaceFinder;
};

/** Returns the names that are known for a command line. They are read when they are asked for. */
export function knownNames(knowing: Knowing): KnownNames {
  const {home, isPrivate, finder, directory, env} = knowing;
  const cache = isPrivate ? completionCache(home) : undefined;
  const variable = env['GANTRY_BACKEND'];
  const request = placeRequest(knowing);
  const place = () =>
    cachedAnswer(
      {cache, key: ['place', directory, request.stack, request.backend, variable, home], isValid: isPlace},
      () => finder.place(request),
    );
  return {
    workspaces: async () => workspacesAt(await place(), home),
    stacks: async () => {
      const key = ['stacks', directory, home];
      const inFiles = await cachedAnswer({cache, key, isValid: isNames}, () => finder.stacks(request));
      return inFiles.length > 0 ? inFiles : recordedStacks(await place(), cache);
    },
    sandboxes: async () => [...new Set([DEFAULT_SANDBOX, ...(await entriesIn(join(home, 'sandboxes')))])],
    backends: async () => (await place()).backends,
    resources: async () => {
      const at = await place();
      const names = await namesOf(knowing, at);
      if (cache === undefined || at.backend === undefined || names === undefined) return [];
      const {resources = [], planned = []} = readRecent(cache, at.backend, names) ?? {};
      return [...resources, ...planned];
    },
    modules: async () => {
      const {modulesDir} = await place();
      return modulesDir === undefined ? [] : await entriesIn(modulesDir);
    },
    charts: async () => (isPrivate ? readKeptCharts(home) : []),
    revisions: async (workspace = knowing.workspace) => {
      const at = await place();
      const names = await namesOf({...knowing, workspace}, at);
      if (names === undefined) return [];
      if (at.backendDir !== undefined) return revisionsIn(at.backendDir, names);
      const known = cache === undefined || at.backend === undefined ? undefined : readRecent(cache, at.backend, names);
      return known?.revisions ?? [];
    },
  };
}

const placeRequest = ({directory, stack, backend}: Knowing): PlaceRequest =>
  stack === undefined ? {directory, backend} : {directory, stack, backend};

const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null || !('backends' in value)) return false;
  const {backends, ...texts} = value;
  return isNames(backends) && Object.values(texts).every(isText);
}

/** Returns the workspace files of the project, the workspaces in the backend's directory, the user's own and the built-in one. */
async function workspacesAt({workspacesDir, backendDir}: Place, home: string): Promise<readonly WorkspaceReference[]> {
  const files = workspacesDir === undefined ? [] : await listWorkspaceFiles(workspacesDir).catch(() => []);
  const shared = backendDir === undefined || backendDir === home ? [] : await workspacesKept(backendDir);
  const mine = await workspacesKept(home);
  return [
    ...[...files.map(({name}) => name), ...shared].map((name) => ({name, scope: 'shared' as const})),
    ...mine.map((name) => ({name, scope: 'mine' as const})),
    {name: DEFAULT_SANDBOX},
  ];
}

const workspacesKept = async (directory: string): Promise<readonly string[]> =>
  (await entriesIn(join(directory, WORKSPACES_PREFIX)))
    .filter((name) => name.endsWith('.yaml'))
    .map(nameOfWorkspaceFile);

/** Returns the release history that the command line means. The workspace is chosen as for a command at a terminal. */
async function namesOf(
  {workspace, env, home}: Knowing,
  {project, stack, workspace: ofStack}: Place,
): Promise<HistoryNames | undefined> {
  const switched = () => readSwitch(home).catch(() => undefined);
  const chosen = workspace || env['GANTRY_WORKSPACE'] || ofStack || (await switched());
  if (project === undefined || stack === undefined || chosen === undefined) return undefined;
  return {project, stack, workspace: nameOfReference(chosen)};
}

async function recordedStacks({backend, backendDir}: Place, cache: string | undefined): Promise<readonly string[]> {
  if (backendDir !== undefined) return (await stacksIn(backendDir)).toSorted(compareNaturally);
  return cache === undefined || backend === undefined ? [] : notedStacks(cache, backend).toSorted(compareNaturally);
}
