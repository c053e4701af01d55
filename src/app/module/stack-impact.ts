import {findStack, type StackLocation} from '../../config/find-project.ts';
import type {LockedModule} from '../../config/sources/fetched/locked-module-model.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {WorkspaceValues} from '../../core/variation/expand-context.ts';
import {type ChangeCounts, compareReleases, type ReleaseChange} from '../../kubernetes/release/compare-releases.ts';
import {defined} from '../../lib/defined.ts';
import type {OpenModule} from '../../ports/modules.ts';
import type {Deps} from '../deps.ts';
import {loadStack} from '../plan/load-stack.ts';
import {sealSecrets} from '../stacks/seal-secrets.ts';
import type {SelectedStack} from '../stacks/selection.ts';
import {workspaceValues} from '../workspace/workspace-values.ts';
import {lockedTo, withVersion} from './other-version.ts';

/** The effect of another version of a module on a stack. */
export type StackImpact = {
  readonly project: string;
  readonly stack: string;
  readonly workspace?: string;
} & (
  | {
      /** The changes from the current objects to those of the other version. Values of Secrets are not shown. */
      readonly changes: readonly ReleaseChange[];
      readonly summary: ChangeCounts;
    }
  /** The stack cannot be built: `now` with its own module, or only with the `other` one. */
  | {readonly with: 'now' | 'other'; readonly failure: Failure}
);

/** The other version of a module. */
export type OtherModule = {
  readonly name: string;
  readonly from:
    | {readonly folder: string}
    /** A version, a range or a git ref. `fetch` downloads it once for all stacks of a workspace. */
    | {readonly wanted: string; readonly fetch: FetchVersion};
  /** Seals the values of Secrets. */
  readonly key: string;
  readonly open: OpenModule;
};

/** Downloads the version that a workspace wants of the module. */
export type FetchVersion = (location: StackLocation, workspace: WorkspaceValues) => Promise<readonly LockedModule[]>;

/**
 * Compares the objects of a stack with both versions of a module. Returns undefined if the stack does not use the module.
 * @throws GantryError if the other version cannot be fetched
 */
export async function stackImpact(
  {project, stack, request}: SelectedStack,
  {name, from, key, open}: OtherModule,
  deps: Deps,
): Promise<StackImpact | undefined> {
  const used = {isUsed: false};
  let side: 'now' | 'fetch' | 'other' = 'now';
  let workspace: WorkspaceValues | undefined;
  const about = () => ({project, stack, ...defined({workspace: workspace?.name})});
  try {
    const location = await findStack({directory: request.directory ?? deps.cwd, stack: request.stack});
    workspace = await workspaceValues(request, location, deps);
    const build = (modules: OpenModule, other = workspace) => objectsOf(location, {workspace: other, modules}, deps);
    const before = await build((one, path) => {
      used.isUsed ||= one === name;
      return open(one, path);
    });
    if (!used.isUsed || workspace === undefined) return undefined;
    side = 'other';
    let after: readonly Resource[];
    if ('folder' in from) after = await build(openOther(open, {name, folder: from.folder}));
    else {
      const other = withVersion(workspace, {name, wanted: from.wanted});
      side = 'fetch';
      const entries = await from.fetch(location, other);
      side = 'other';
      after = await build(open, lockedTo(other, entries));
    }
    const specs = [before, after].map((resources) => ({spec: sealSecrets(resources, key), state: []}));
    const {changes, summary} = compareReleases({before: specs[0] ?? NOTHING, after: specs[1] ?? NOTHING});
    return {...about(), changes, summary};
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code === 'cancelled' || side === 'fetch') throw error;
    return {...about(), with: side, failure: error.failure};
  }
}

/** Returns a function that opens a module in another folder. */
function openOther(open: OpenModule, {name, folder}: {readonly name: string; readonly folder: string}): OpenModule {
  return async (one, path) => {
    const own = await open(one, path);
    const other = one === name ? await open(one, folder) : own;
    // The lock file has the digest of the module that is replaced.
    return 'problem' in own || 'problem' in other ? other : {...other, integrity: own.integrity};
  };
}

const NOTHING = {spec: [], state: []};

type Building = {readonly workspace: WorkspaceValues | undefined; readonly modules: OpenModule};

/** Builds a stack without a cluster, with its modules opened by the given function. */
async function objectsOf(
  location: StackLocation,
  {workspace, modules}: Building,
  deps: Deps,
): Promise<readonly Resource[]> {
  const source: Deps['source'] = (kind) => deps.source(kind, {modules});
  return (await loadStack(location, defined({workspace}), {...deps, source})).loaded.resources;
}
