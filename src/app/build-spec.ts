import {findStack} from '../config/find-project.ts';
import type {Deps} from './deps.ts';
import {loadStack} from './load-stack.ts';
import type {BuildOutcome, StackRequest} from './release-requests.ts';

/**
 * The stack's spec without a cluster: sorted by id, the same bytes for the same input.
 * @throws GantryError `input/invalid` with every problem of every file.
 */
export async function buildSpec(
  request: StackRequest & {readonly specFile?: string},
  deps: Deps,
): Promise<BuildOutcome> {
  const location = await findStack({
    directory: request.directory ?? deps.cwd,
    ...(request.stack === undefined ? {} : {stack: request.stack}),
  });
  const {loaded} = await loadStack(location, request.specFile === undefined ? {} : {specFile: request.specFile});
  const {resources, diagnostics} = loaded;
  return {project: location.project.name, stack: location.stack.name, resources, diagnostics};
}
