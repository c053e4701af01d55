import {randomBytes} from 'node:crypto';
import {findStack, type StackLocation} from '../config/find-project.ts';
import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {FieldChange} from '../core/plan/plan.ts';
import type {Release} from '../core/release/release.ts';
import {type ReleaseSettings, settingsOf} from '../core/release/release-settings.ts';
import type {Resource} from '../core/resource/resource.ts';
import {containsRedacted, showRedacted} from '../core/secret/redacted-value.ts';
import {alignNamespaces} from '../kubernetes/release/align-namespaces.ts';
import {type ChangeCounts, compareReleases, type ReleaseChange} from '../kubernetes/release/compare-releases.ts';
import {redactWritten} from '../kubernetes/secret/redact-text.ts';
import {defined} from '../lib/defined.ts';
import type {Deps} from './deps.ts';
import {readLiveStack} from './operate/live-stack.ts';
import {loadForPlan} from './plan/load-for-plan.ts';
import {loadStack} from './plan/load-stack.ts';
import type {StackRequest} from './plan/release-requests.ts';
import {goodRelease} from './release/good-release.ts';
import {chooseWorkspace} from './workspace/choose-workspace.ts';
import {type FirstWorkspace, firstWorkspace} from './workspace/first-workspace.ts';
import {buildValues} from './workspace/workspace-values.ts';

/** Request of `gantry diff -w A -w B`, or `-w B` for the current workspace and B. */
export type DiffWorkspaces = Omit<StackRequest, 'workspace' | 'sameRun'> & {
  /** The first is absent if it is the current workspace. */
  readonly workspaces: readonly [before: string | undefined, after: string];
  /** The source of the choice of the first workspace, if the command does not name it. */
  readonly from?: FirstWorkspace['from'];
  readonly of: WorkspaceDiff['of'];
  /** The revision of the first workspace. Default: its last successful release. */
  readonly revision?: number;
  /** `--image NAME=REF`, for the files of the second workspace. */
  readonly images?: readonly string[];
  /** The records of the release that is promoted, for the files of the second workspace. */
  readonly released?: Release['sources'];
};

/** One of the two compared workspaces. */
export type WorkspaceSide = {
  readonly workspace: string;
  /** The source of the choice of the workspace. Absent: the command named it. */
  readonly from?: FirstWorkspace['from'];
  /** The namespace of the stack there. */
  readonly namespace?: string;
  /** The release that is compared. Absent: the files. */
  readonly revision?: number;
};

/** The answer of `gantry diff`. */
export type WorkspaceDiff = {
  readonly formatVersion: 1;
  readonly project: string;
  readonly stack: string;
  /**
   * The compared data: the files of both, the last successful releases of both, the live objects of the last releases, or the release of the
   * first with the files of the second.
   */
  readonly of: 'files' | 'releases' | 'live' | 'promotion';
  readonly before: WorkspaceSide;
  readonly after: WorkspaceSide;
  /** `create`: only in the second workspace. `delete`: only in the first. */
  readonly summary: ChangeCounts;
  /** The differences, by the ids of the second workspace. */
  readonly changes: readonly ReleaseChange[];
  readonly settings: readonly FieldChange[];
  readonly diagnostics: readonly Diagnostic[];
};

type Side = ReleaseSettings & {
  readonly about: WorkspaceSide;
  readonly resources: readonly Resource[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Compares a stack in two workspaces: by its files, by the last successful releases, or by the live objects. The clusters are contacted only for
 * live objects, and for the charts of a promotion. Objects in the namespace of the stack are compared with each other, whatever the namespace is called.
 * @throws GantryError input/invalid with the problems of the files, release/not-found, as `firstWorkspace`
 */
export async function diffWorkspaces(request: DiffWorkspaces, deps: Deps): Promise<WorkspaceDiff> {
  const location = await findStack({directory: request.directory ?? deps.cwd, stack: request.stack});
  const key = randomBytes(32).toString('hex');
  const {of, images, released, revision, workspaces, from: chosenBy, ...place} = request;
  const [named, second] = workspaces;
  const {workspace, from} =
    named === undefined
      ? await firstWorkspace({request: place, location, second, flag: '-w'}, deps)
      : {workspace: named, from: chosenBy};
  const before = await readSide(
    {...place, workspace, by: of === 'promotion' ? 'releases' : of, revision, key},
    location,
    deps,
  );
  const after = await readSide(
    {...place, workspace: second, by: of === 'promotion' ? 'planned files' : of, images, released, key},
    location,
    deps,
  );
  const isComparable = of === 'files' || of === 'live';
  const aligned = alignedSides(before, after).map((side) => (of === 'live' ? side : sealed(side, key)));
  const sides = isComparable ? aligned : aligned.map(withoutDigests);
  const [old, now] = [sides[0] ?? [], sides[1] ?? []];
  const {changes, settings, summary} = compareReleases({
    before: {...settingsOf(before), spec: old, state: []},
    after: {...settingsOf(after), spec: now, state: []},
  });
  return {
    formatVersion: 1,
    project: location.project.name,
    stack: location.stack.name,
    of,
    before: {...before.about, ...defined({from})},
    after: after.about,
    summary,
    changes,
    settings,
    diagnostics: [
      ...before.diagnostics,
      ...after.diagnostics,
      ...(!isComparable && aligned.flat().some(({attributes}) => containsRedacted(attributes)) ? [UNCOMPARED] : []),
    ],
  };
}

const UNCOMPARED: Diagnostic = {
  severity: 'note',
  code: 'diff/secrets',
  message: 'values of Secrets are not compared: releases store only their digests, which differ between workspaces',
};

type SideRequest = StackRequest & {
  readonly workspace: string;
  readonly by: 'files' | 'planned files' | 'releases' | 'live';
  /** Seals the values of Secrets. */
  readonly key: string;
  readonly revision?: number | undefined;
  readonly images?: readonly string[] | undefined;
  readonly released?: Release['sources'];
};

const readSide = ({key, by, ...request}: SideRequest, location: StackLocation, deps: Deps): Promise<Side> => {
  if (by === 'live') return sideOfCluster(request, key, deps);
  if (by === 'releases') return sideOfRelease(request, location, deps);
  return sideOfFiles({...request, isPlanned: by === 'planned files'}, location, deps);
};

type ReadSide = Omit<SideRequest, 'by' | 'key'>;

async function sideOfCluster({directory, stack, workspace: wanted}: ReadSide, key: string, deps: Deps): Promise<Side> {
  const request = {...defined({directory, stack}), workspace: wanted};
  const {resources, diagnostics, ...about} = await readLiveStack(request, key, deps);
  return {about, resources, diagnostics, ...defined({namespace: about.namespace})};
}

/** Reads the files. Those of a promotion are built as the plan that follows builds them: charts see the cluster. */
async function sideOfFiles(
  {images, released, isPlanned, ...request}: ReadSide & {readonly isPlanned: boolean},
  location: StackLocation,
  deps: Deps,
): Promise<Side> {
  const chosen = await chooseWorkspace({request, location}, deps);
  const options = defined({images});
  const {loaded} = isPlanned
    ? await loadForPlan({...options, ...defined({released}), location, chosen}, deps)
    : await loadStack(location, {...options, workspace: buildValues(chosen, deps)}, deps);
  const {namespace, resources, diagnostics} = loaded;
  const {ignore, health, guards, createdNamespace} = location.stack;
  const about = {workspace: chosen.name, ...defined({namespace})};
  return {about, resources, diagnostics, ...defined({namespace, createdNamespace, ignore, health, guards})};
}

async function sideOfRelease(request: ReadSide, location: StackLocation, deps: Deps): Promise<Side> {
  const {release, workspace} = await goodRelease(request, location, deps);
  const {namespace, revision, spec} = release;
  const about = {workspace, ...defined({namespace}), revision};
  return {about, resources: spec, diagnostics: [], ...settingsOf(release)};
}

/** Returns the resources of both sides, those of the first in the namespace of the second. */
function alignedSides(before: Side, after: Side): readonly (readonly Resource[])[] {
  const [from, to] = [before.namespace, after.namespace];
  const moved =
    from === undefined || to === undefined ? before.resources : alignNamespaces(before.resources, {from, to});
  return [moved, after.resources];
}

/** Replaces the values of Secrets by digests with a key of this run, so that they are compared and not shown. */
const sealed = (resources: readonly Resource[], key: string): readonly Resource[] =>
  resources.map((resource) => ({
    ...resource,
    attributes: redactWritten({key, resourceId: resource.id, expands: true}, resource.attributes),
  }));

const withoutDigests = (resources: readonly Resource[]): readonly Resource[] =>
  resources.map((resource) => ({...resource, attributes: showRedacted(resource.attributes)}));
