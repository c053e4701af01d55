import {GantryError} from '../../core/failure/failure.ts';
import type {Backend} from '../../ports/backend.ts';
import {BACKENDS} from '../../registry/backends.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from './release-requests.ts';

const IN_CLUSTERS = BACKENDS.filter(({contacts}) => contacts === 'workspace').map(
  ({address}) => `${address.example}?workspace=NAME`,
);

/**
 * Opens the backend with the key of the seal. The workspace in the plan must not select it, because that cluster would receive a credential
 * before the seal is checked.
 */
export async function keyBackend(file: string, place: StackRequest, deps: Deps): Promise<Backend> {
  try {
    return await deps.backendFor(place);
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'workspace/not-chosen') throw error;
    throw new GantryError(
      {
        code: 'input/usage',
        message: `the key that verifies ${file} is in the cluster of a workspace, but no workspace is named`,
        hint: `Name the workspace of the plan with -w, or in the address of the backend: ${IN_CLUSTERS.join(' or ')}.`,
      },
      {cause: error},
    );
  }
}
