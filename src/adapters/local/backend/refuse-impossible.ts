import {stat, statfs} from 'node:fs/promises';
import {dirname} from 'node:path';
import {GantryError} from '../../../core/failure/failure.ts';

/** The file systems of the kernel (`proc`, `sysfs`), where directories cannot be created. */
const OF_THE_KERNEL: ReadonlySet<number> = new Set([0x9fa0, 0x62656572]);

/**
 * Refuses a directory that can never be created, because a wrong path would always be reported as having no releases. Accepts a
 * directory that does not exist yet, or for which this user has no permission.
 * @throws GantryError backend/unusable
 */
export async function refuseImpossible(directory: string, shown: string): Promise<void> {
  const parent = await nearest(directory);
  if (parent.isDirectory && !OF_THE_KERNEL.has((await statfs(parent.path)).type)) return;
  throw new GantryError({
    code: 'backend/unusable',
    backend: `local (${shown})`,
    problem: `no directory can be created in ${parent.path}`,
    hint: 'Set another directory with GANTRY_HOME or --backend.',
  });
}

/** Returns the nearest existing parent of a path. */
async function nearest(path: string): Promise<{readonly path: string; readonly isDirectory: boolean}> {
  const stats = await stat(path).catch(() => undefined);
  if (stats !== undefined) return {path, isDirectory: stats.isDirectory()};
  const above = dirname(path);
  return above === path ? {path, isDirectory: true} : nearest(above);
}
