import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {OnEvent} from '../core/event.ts';
import type {JsonObject} from '../core/json.ts';
import {Secret} from '../core/secret/secret.ts';
import {sandboxNameProblem} from '../core/workspace/sandbox-name.ts';
import type {OpenSandbox, Sandboxes, SandboxStatus} from '../ports/sandboxes.ts';

/** A sandbox that this process serves or is connected to, until it is closed. */
export type HeldSandbox = Omit<OpenSandbox, 'token'> & {readonly token: string; readonly close: () => Promise<void>};

/** The operations on the directory of one sandbox. */
export type SandboxOperations = {
  /** Opens the sandbox. @param onEvent receives the events of the sandbox while it is open */
  readonly open: (directory: string, onEvent: OnEvent) => Promise<HeldSandbox>;
  readonly status: (directory: string) => Promise<Omit<SandboxStatus, 'name' | 'directory'>>;
  readonly reset: (directory: string) => Promise<boolean>;
  readonly export: (directory: string) => Promise<readonly JsonObject[]>;
};

/** The sandboxes of this process; disposing of them stops serving. */
export type SandboxDeps = AsyncDisposable & {readonly sandboxes: () => Promise<Sandboxes>};

/** Returns the sandboxes of a run. Each one is opened once, on first use, and closed at the end of the run. */
export function sandboxDeps(home: string, load: () => Promise<SandboxOperations>, tell: OnEvent): SandboxDeps {
  const root = join(home, 'sandboxes');
  const held = new Map<string, Promise<HeldSandbox>>();
  let operations: Promise<SandboxOperations> | undefined;
  const loaded = (): Promise<SandboxOperations> => (operations ??= load());
  const directoryOf = (name: string): string => join(root, name);
  const status = async (name: string): Promise<SandboxStatus> => {
    const directory = directoryOf(name);
    return {name, directory, ...(await (await loaded()).status(directory))};
  };
  const sandboxes: Sandboxes = {
    names: () => namesIn(root),
    status,
    open: async (name) => {
      const opening = held.get(name) ?? loaded().then(({open}) => open(directoryOf(name), tell));
      held.set(name, opening);
      // A sandbox that could not be opened may be opened later: another process used it, and ends.
      opening.catch(() => held.delete(name));
      const {server, ca, token, owner} = await opening;
      return {server, ca, token: new Secret(token), owner};
    },
    reset: async (name) => (await loaded()).reset(directoryOf(name)),
    export: async (name) => (await loaded()).export(directoryOf(name)),
  };
  return {
    sandboxes: async () => sandboxes,
    [Symbol.asyncDispose]: async () => {
      const all = await Promise.allSettled(held.values());
      held.clear();
      await Promise.all(all.flatMap((one) => (one.status === 'fulfilled' ? [one.value.close()] : [])));
    },
  };
}

async function namesIn(root: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(root, {withFileTypes: true});
    return entries
      .filter((one) => one.isDirectory() && sandboxNameProblem(one.name) === undefined)
      .map(({name}) => name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
