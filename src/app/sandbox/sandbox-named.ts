import {GantryError} from '../../core/failure/failure.ts';
import {DEFAULT_SANDBOX, sandboxNameProblem} from '../../core/workspace/sandbox-name.ts';

/** A sandbox that a command names. */
export type SandboxRequest = {readonly name?: string | undefined};

/**
 * Returns the name of the sandbox.
 * @throws GantryError 'input/usage'
 */
export function sandboxNamed({name = DEFAULT_SANDBOX}: SandboxRequest): string {
  const message = sandboxNameProblem(name);
  if (message === undefined) return name;
  throw new GantryError({code: 'input/usage', message, hint: 'Run "gantry sandbox status" to list the sandboxes.'});
}
