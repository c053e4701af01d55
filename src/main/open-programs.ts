import {join} from 'node:path';
import type {LocalPrograms} from '../adapters/local/programs/programs.ts';
import type {Programs} from '../ports/programs.ts';

/** Opens the programs of this machine. Their files are below `$GANTRY_HOME`. */
export const openPrograms = async (
  home: string,
  options: Omit<LocalPrograms, 'directory' | 'launcherDirectory'>,
): Promise<Programs> =>
  (await import('../adapters/local/programs/programs.ts')).localPrograms({
    ...options,
    directory: join(home, 'run'),
    launcherDirectory: join(home, 'bin'),
  });
