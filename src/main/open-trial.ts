import {join} from 'node:path';
import {temporaryDirectory} from '../adapters/local/programs/private-directory.ts';
import type {Deps, Environment} from '../app/deps.ts';

/** The environment and the directory of a run. */
export type RunPlace = {readonly env: Environment; readonly cwd: string};

/**
 * Opens a run in an empty directory below `$GANTRY_HOME/run`, which only this user can read. Its home is there, too, and it has no other environment
 * variable. So it uses nothing of the user: no credentials, no releases, no sandbox. Disposal removes the directory.
 */
export async function openTrial(
  home: string,
  build: (place: RunPlace) => Deps & AsyncDisposable,
): Promise<Deps & AsyncDisposable> {
  const directory = await temporaryDirectory(join(home, 'run'));
  const deps = build({env: {GANTRY_HOME: join(directory.path, 'home')}, cwd: directory.path});
  return {
    ...deps,
    [Symbol.asyncDispose]: async () => {
      try {
        await deps[Symbol.asyncDispose]();
      } finally {
        await directory.remove();
      }
    },
  };
}
