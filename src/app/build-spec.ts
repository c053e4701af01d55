import {findStack} from '../config/find-project.ts';
import {loadResources} from '../config/load-resources.ts';
import type {Deps} from './deps.ts';
import {orderStack} from './order-stack.ts';
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
  const {resources, diagnostics} = await loadResources(
    location,
    request.specFile === undefined ? {} : {specFile: request.specFile},
  );
  return {project: location.project.name, stack: location.stack.name, resources, diagnostics};
}
