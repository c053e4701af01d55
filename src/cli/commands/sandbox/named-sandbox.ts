import type {SandboxRequest} from '../../../app/sandbox/sandbox-named.ts';
import type {Session} from '../../session.ts';
import {usageError} from '../../usage.ts';

/**
 * Which sandbox a command is about: the name that stands behind it. A workspace may lead to another sandbox than the one of its own
 * name, so `-w` is refused before anybody empties the wrong one.
 * @throws GantryError 'input/usage'
 */
export function namedSandbox({globals}: Pick<Session, 'globals'>, name: string | undefined): SandboxRequest {
  const {workspace} = globals.stack;
  if (workspace === undefined) return {name};
  throw usageError(
    '-w names a workspace; these commands take the name of a sandbox',
    'The sandbox of a workspace is what stands behind "sandbox/" in its "cluster:" (without that, sandbox): "gantry sandbox status try". "gantry workspace show" prints it.',
  );
}
