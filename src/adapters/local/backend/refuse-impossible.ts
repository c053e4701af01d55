import {stat, statfs} from 'node:fs/promises';
import {dirname} from 'node:path';
import {GantryError} from '../../../core/failure/failure.ts';

/** The kernel's own file systems (`proc`, `sysfs`): nobody makes a directory there. */
const OF_THE_KERNEL: ReadonlySet<number> = new Set([0x9fa0, 0x62656572]);

/**
 * Refuses a directory that can never be made: "no releases" would be said of a wrong path for ever. A directory that is only not
 * made yet, or where this user has no permission, is none of these.
 * @throws GantryError backend/unusable
 */
export async function refuseImpossible(directory: string, shown: string): Promise<void> {
  const parent = await nearest(directory);
  if (parent.isDirectory && !OF_THE_KERNEL.has((await statfs(parent.path)).type)) return;
  throw new GantryError({
    code: 'backend/unusable',
    backend: `local (${shown})`,
    problem: `no directory can be made in ${parent.path}`,
    hint: 'Name a directory with GANTRY_HOME or --backend.',
  });
}

/** What is there of a path. */
async function nearest(path: string): Promise<{readonly path: string; readonly isDirectory: boolean}> {
  const stats = await stat(path).catch(() => undefined);
  if (stats !== undefined) return {path, isDirectory: stats.isDirectory()};
  const above = dirname(path);
  return above === path ? {path, isDirectory: true} : nearest(above);
}
