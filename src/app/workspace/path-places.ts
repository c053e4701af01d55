import {homedir} from 'node:os';
import {dirname, isAbsolute, resolve} from 'node:path';
import type {PathPlaces} from '../../core/workspace/read-kubeconfig-entry.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';

/** Returns the bases of paths in a workspace and its stack. */
export function pathPlaces(
  {chosen, stackDir}: {readonly chosen: FoundWorkspace; readonly stackDir?: string | undefined},
  {env, cwd}: Pick<Deps, 'env' | 'cwd'>,
): PathPlaces {
  const bases = {
    workspace: chosen.place === 'file' ? dirname(chosen.file) : undefined,
    stack: stackDir ?? cwd,
    cwd,
  };
  return {
    env,
    home: env['HOME'] || env['USERPROFILE'] || homedir(),
    absolute: (path, base) => {
      const directory = bases[base];
      if (directory !== undefined) return resolve(directory, path);
      return isAbsolute(path) ? resolve(path) : undefined;
    },
  };
}
