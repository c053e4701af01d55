import {resolve} from 'node:path';
import type {BackendRequest} from '../app/backend/choose-backend.ts';
import type {StackRequest} from '../app/plan/release-requests.ts';
import {looksLikeFile} from '../core/workspace/workspace-name.ts';
import {defined} from '../lib/defined.ts';

/**
 * Returns the flags of a run for the backend of another stack. The path of a workspace file is resolved first, because the
 * directory changes.
 */
export function backendRequestFor(
  {stack: _, workspace, ...about}: BackendRequest,
  request: StackRequest,
  cwd: string,
): BackendRequest {
  const isFile = workspace !== undefined && looksLikeFile(workspace);
  const placed = isFile ? resolve(cwd, about.directory ?? '.', workspace) : workspace;
  return {...about, ...defined({workspace: placed}), ...request};
}
