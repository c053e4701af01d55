import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {DEFAULT_SANDBOX} from '../../core/workspace/sandbox-name.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import type {SandboxStatus} from '../../ports/sandboxes.ts';
import type {Deps} from '../deps.ts';
import {type SandboxRequest, sandboxNamed} from './sandbox-named.ts';

/** A sandbox on this machine. */
export type FoundSandbox =
  | SandboxStatus
  /** A sandbox that cannot be read; it does not hide the others. */
  | {readonly name: string; readonly failure: Failure};

/** The answer of `gantry sandbox status`. */
export type SandboxesFound = {readonly formatVersion: 1; readonly sandboxes: readonly FoundSandbox[]};

/** Returns the sandboxes and the processes that serve them: all without a name, always with the built-in one. Nothing is opened. */
export async function sandboxStatus(request: SandboxRequest, deps: Deps): Promise<SandboxesFound> {
  const sandboxes = await deps.sandboxes();
  const names = request.name === undefined ? [DEFAULT_SANDBOX, ...(await sandboxes.names())] : [sandboxNamed(request)];
  const all = await Promise.all(
    [...new Set(names)].toSorted(compareNaturally).map(async (name): Promise<FoundSandbox> => {
      try {
        return await sandboxes.status(name);
      } catch (error) {
        if (!(error instanceof GantryError)) throw error;
        return {name, failure: error.failure};
      }
    }),
  );
  return {formatVersion: 1, sandboxes: all};
}
