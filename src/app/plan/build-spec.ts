import {findStack} from '../../config/find-project.ts';
import type {LoadedResources} from '../../config/load-resources.ts';
import {defined} from '../../lib/defined.ts';
import {checkPatches} from '../check-patches.ts';
import type {Deps} from '../deps.ts';
import {checkDependencies} from '../stacks/check-dependencies.ts';
import {withUsedImages} from '../stacks/with-used-images.ts';
import {workspaceValues} from '../workspace/workspace-values.ts';
import {readHealth} from './health-rules.ts';
import {loadStack} from './load-stack.ts';
import type {BuildOutcome, StackRequest} from './release-requests.ts';

/**
 * Builds the stack's spec for the chosen workspace, if there is one, without a cluster. The result is sorted by id; the same input gives
 * the same bytes.
 * @throws GantryError `input/invalid` with every problem of every file.
 */
export async function buildSpec(request: BuildRequest, deps: Deps): Promise<BuildOutcome> {
  return (await buildWithOrigins(request, deps)).built;
}

type BuildRequest = StackRequest & {
  readonly specFile?: string;
  readonly images?: readonly string[];
  /** `--lock`: only what `charts.lock.yaml` has is built. */
  readonly onlyLocked?: boolean;
  /** True to build also every recipe of a shared stack, to check it. */
  readonly withRecipes?: boolean;
};

/** Builds the spec of a stack. Also returns the origins of its objects and its hooks. @throws as buildSpec does. */
export async function buildWithOrigins(
  request: BuildRequest,
  deps: Deps,
): Promise<{readonly built: BuildOutcome; readonly loaded: LoadedResources}> {
  const location = await findStack({directory: request.directory ?? deps.cwd, stack: request.stack});
  const workspace = await workspaceValues(request, location, deps);
  const {specFile, onlyLocked} = request;
  const claims = request.withRecipes === true ? ({keys: 'all'} as const) : undefined;
  const options = defined({workspace, specFile, onlyLocked, claims});
  const {loaded} = await withUsedImages(request, (images) => loadStack(location, {...options, ...images}, deps));
  const within = request.within ?? request.directory ?? deps.cwd;
  await checkDependencies({location, within, sameRun: request.sameRun}, deps);
  const {resources, diagnostics} = loaded;
  const health = await readHealth({health: location.stack.health, ...loaded}, deps);
  const built = {
    project: location.project.name,
    stack: location.stack.name,
    ...defined({workspace: workspace?.name}),
    resources,
    diagnostics: [...diagnostics, ...health.diagnostics, ...(await checkPatches(request, location, deps))],
  };
  return {built, loaded};
}
