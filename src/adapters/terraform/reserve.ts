import {rm, statfs, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';

/** Space in the directory that Terraform can use when no other is left, so that it can always write its last state. */
export type Reserve = {
  /** Frees the space if the directory is almost full, and reports that. */
  readonly isNeeded: () => Promise<boolean>;
  readonly free: () => Promise<void>;
};

const NAME = 'reserve';
const LEAST = 1 << 20;

/**
 * Reserves space for a state of this size, several times: Terraform writes it as a whole.
 * @throws GantryError terraform/unusable if the directory has no such space. Nothing has been started then.
 */
export async function reserveSpace(directory: string, stateBytes: number): Promise<Reserve> {
  const path = join(directory, NAME);
  const free = (): Promise<void> => rm(path, {force: true});
  // Filled, because an empty file of this size reserves nothing.
  await writeFile(path, Buffer.alloc(LEAST + 3 * stateBytes, 1), {mode: 0o600}).catch(async () => {
    await free();
    throw full(directory);
  });
  const floor = LEAST / 4 + stateBytes;
  return {
    free,
    isNeeded: async () => {
      const space = await statfs(directory).catch(() => undefined);
      if (space === undefined || space.bavail * space.bsize >= floor) return false;
      await free();
      return true;
    },
  };
}

const full = (path: string): GantryError =>
  new GantryError({
    code: 'terraform/unusable',
    problem: `${path} has too little space for the state`,
    hint: 'Free space in this tmpfs, or set XDG_RUNTIME_DIR to another one.',
  });
