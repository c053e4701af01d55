import {findStack, type StackLocation} from '../../config/find-project.ts';
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
  readonly folder: string;
  /** Seals the values of Secrets. */
  readonly key: string;
  readonly open: OpenModule;
};

/** Compares the objects of a stack with both versions of a module. Returns undefined if the stack does not use the module. */
export async function stackImpact(
  {project, stack, request}: SelectedStack,
  {name, folder, key, open}: OtherModule,
  deps: Deps,
): Promise<StackImpact | undefined> {
  const used = {isUsed: false};
  let side: 'now' | 'other' = 'now';
  let workspace: WorkspaceValues | undefined;
  const about = () => ({project, stack, ...defined({workspace: workspace?.name})});
  try {
    const location = await findStack({directory: request.directory ?? deps.cwd, stack: request.stack});
    workspace = await workspaceValues(request, location, deps);
    const build = (modules: OpenModule) => objectsOf(location, {workspace, modules}, deps);
    const before = await build((one, path) => {
      used.isUsed ||= one === name;
      return open(one, path);
    });
    if (!used.isUsed) return undefined;
    side = 'other';
    const after = await build((one, path) => open(one, one === name ? folder : path));
    const specs = [before, after].map((resources) => ({spec: sealSecrets(resources, key), state: []}));
    const {changes, summary} = compareReleases({before: specs[0] ?? NOTHING, after: specs[1] ?? NOTHING});
    return {...about(), changes, summary};
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code === 'cancelled') throw error;
    return {...about(), with: side, failure: error.failure};
  }
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
