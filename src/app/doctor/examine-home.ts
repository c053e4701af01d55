import {constants} from 'node:fs';
import {access, stat} from 'node:fs/promises';
import {dirname} from 'node:path';
import type {ExaminedSecurity} from '../../config/documents/trust-output.ts';
import type {MachineCheck} from './machine-check.ts';

/** `mode`: the permissions in octal digits; absent if the directory does not exist. */
export type ExaminedHome = ExaminedSecurity['home'];

/** Returns the mode of `$GANTRY_HOME`, and whether only this user can read it. */
export async function modeOfHome(path: string): Promise<ExaminedHome> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return {path};
  const uid = process.getuid?.();
  const isOnlyOurs = (uid === undefined || stats.uid === uid) && (stats.mode & 0o077) === 0;
  return {path, mode: (stats.mode & 0o7777).toString(8).padStart(4, '0'), isOnlyOurs};
}

/** Checks whether pins, the selected workspace and caches can be stored. */
export async function examineHome(path: string): Promise<MachineCheck> {
  const kind = 'home';
  const {mode, isOnlyOurs} = await modeOfHome(path);
  const found = mode === undefined ? `${path}, created at first use` : `${path}, ${mode}`;
  if (!(await mayWrite(mode === undefined ? await nearest(path) : path))) {
    const message = `${path} is not writable: pins and caches cannot be stored. Set GANTRY_HOME to a directory that you own`;
    return {kind, outcome: 'warning', found, message};
  }
  if (isOnlyOurs === false) {
    const message = `other users can read ${path}. Run: chmod 0700 ${path}`;
    return {kind, outcome: 'warning', found, message};
  }
  return {kind, outcome: 'passed', found};
}

/** Returns the nearest existing directory above a missing one. */
async function nearest(path: string): Promise<string> {
  const above = dirname(path);
  if (above === path || (await stat(above).catch(() => undefined)) !== undefined) return above;
  return nearest(above);
}

const mayWrite = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
