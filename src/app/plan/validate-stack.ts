import {findStack} from '../../config/find-project.ts';
import type {Deps} from '../deps.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import {buildWithOrigins} from './build-spec.ts';
import {readHealth} from './health-rules.ts';
import type {BuildOutcome, StackRequest} from './release-requests.ts';

/**
 * Checks everything that needs no cluster: project, stack, sources, references, order, and the workspace if one is chosen.
 * @throws GantryError `input/invalid` with every problem of every file.
 */
export async function validateStack(
  request: StackRequest & {readonly specFile?: string},
  deps: Deps,
): Promise<BuildOutcome> {
  const {built, loaded} = await buildWithOrigins(request, deps);
  const location = await findStack({directory: request.directory ?? deps.cwd, stack: request.stack});
  const named = request.workspace ?? deps.env['GANTRY_WORKSPACE'] ?? location.stack.workspace;
  if (named === undefined) return built;
  const chosen = await chooseWorkspace({request, location}, deps);
  await readHealth({chosen, resources: [], origins: new Map()}, deps);
  if ((chosen.workspace.policy ?? []).length === 0) return {...built, workspace: chosen.name};
  const {validatePolicy} = await import('../policy/validate-policy.ts');
  const judged = await validatePolicy(chosen, loaded, deps);
  return {...built, workspace: chosen.name, diagnostics: [...built.diagnostics, ...judged]};
}
