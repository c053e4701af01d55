import type {SandboxRequest} from '../../../app/sandbox/sandbox-named.ts';
import type {Session} from '../../session.ts';
import {usageError} from '../../usage.ts';

/**
 * Returns the name of a command's sandbox. `-w` is refused, because a workspace can use a sandbox with another name, and a reset would
 * delete the wrong one.
 * @throws GantryError 'input/usage'
 */
export function namedSandbox({globals}: Pick<Session, 'globals'>, name: string | undefined): SandboxRequest {
  const {workspace} = globals.stack;
  if (workspace === undefined) return {name};
  throw usageError(
    '-w names a workspace, but the sandbox commands take the name of a sandbox',
    'Pass the name, for example "gantry sandbox status try". It follows "sandbox/" in "cluster:" of the workspace (default: sandbox), which "gantry workspace show" prints.',
  );
}
