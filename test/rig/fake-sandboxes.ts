import {GantryError} from '../../src/core/failure/failure.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {Secret} from '../../src/core/secret/secret.ts';
import type {Sandboxes, SandboxStatus} from '../../src/ports/sandboxes.ts';

export type FakeSandbox = {
  readonly damaged?: true;
  readonly objects: readonly JsonObject[];
  readonly served?: NonNullable<SandboxStatus['served']>;
};

/** Sandboxes of which only the names and what they hold are there. `did` is what was asked of them. */
export function fakeSandboxes(
  there: Readonly<Record<string, FakeSandbox>> = {},
): Sandboxes & {readonly did: readonly string[]} {
  const did: string[] = [];
  const status = (name: string): SandboxStatus => {
    const found = there[name];
    const directory = `/home/me/.gantry/sandboxes/${name}`;
    if (found === undefined) return {name, directory, bytes: 0};
    const served = found.served === undefined ? {} : {served: found.served};
    return {name, directory, objects: found.objects.length, bytes: 4096, ...served};
  };
  return {
    did,
    names: async () => Object.keys(there),
    status: async (name) => {
      if (there[name]?.damaged !== true) return status(name);
      throw new GantryError({code: 'sandbox/damaged', name, file: 'objects.log', problem: 'it is cut'});
    },
    open: async (name) => {
      did.push(`open ${name}`);
      return {server: 'https://127.0.0.1:4711', ca: 'PEM', token: new Secret('sandbox-token'), owner: true};
    },
    reset: async (name) => {
      did.push(`reset ${name}`);
      return there[name] !== undefined;
    },
    export: async (name) => there[name]?.objects ?? [],
  };
}
