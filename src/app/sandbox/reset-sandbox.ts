import {GantryError} from '../../core/failure/failure.ts';
import type {Deps} from '../deps.ts';
import {type SandboxRequest, sandboxNamed} from './sandbox-named.ts';
import {type FoundSandbox, sandboxStatus} from './sandbox-status.ts';

/** Request of `gantry sandbox reset`. */
export type ResetSandbox = SandboxRequest & {
  /** Asks for confirmation, when the content is known. */
  readonly confirm: (found: FoundSandbox) => Promise<boolean>;
};

/** The answer of `gantry sandbox reset`. */
export type SandboxReset = {
  readonly formatVersion: 1;
  readonly name: string;
  /** The result. `absent`: there was nothing to remove. */
  readonly outcome: 'reset' | 'absent' | 'declined';
};

/**
 * Empties a sandbox: the next command that uses it creates a new cluster with this name. A damaged sandbox is reset without a report of
 * its content.
 * @throws GantryError 'sandbox/in-use'
 */
export async function resetSandbox({confirm, ...request}: ResetSandbox, deps: Deps): Promise<SandboxReset> {
  const name = sandboxNamed(request);
  const {
    sandboxes: [found],
  } = await sandboxStatus({name}, deps);
  const outcome = (is: SandboxReset['outcome']): SandboxReset => ({formatVersion: 1, name, outcome: is});
  if (found === undefined || ('bytes' in found && found.objects === undefined)) return outcome('absent');
  if ('bytes' in found && found.served !== undefined)
    throw new GantryError({code: 'sandbox/in-use', name, pid: found.served.pid});
  if (!(await confirm(found))) return outcome('declined');
  return outcome((await (await deps.sandboxes()).reset(name)) ? 'reset' : 'absent');
}
