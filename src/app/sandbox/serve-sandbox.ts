import type {Deps} from '../deps.ts';
import {interrupted} from '../operate/interrupted.ts';
import {type SandboxRequest, sandboxNamed} from './sandbox-named.ts';

/** The answer of `gantry sandbox serve` once it listens. */
export type ServedSandbox = {
  readonly formatVersion: 1;
  readonly name: string;
  readonly server: string;
  /** True if this process serves it; false if another process does, and this one takes over when that one ends. */
  readonly owner: boolean;
};

/** Request of `gantry sandbox serve`; it serves until the run is interrupted. */
export type ServeSandbox = SandboxRequest & {readonly onServed: (served: ServedSandbox) => Promise<void>};

/** Keeps a sandbox up for other programs until the run is interrupted: the user's way to end it. */
export async function serveSandbox({onServed, ...request}: ServeSandbox, deps: Deps): Promise<void> {
  const name = sandboxNamed(request);
  const {server, owner} = await (await deps.sandboxes()).open(name);
  await onServed({formatVersion: 1, name, server, owner});
  await interrupted(deps.signal);
}
