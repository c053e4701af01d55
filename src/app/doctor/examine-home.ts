import {constants} from 'node:fs';
import {access, stat} from 'node:fs/promises';
import {dirname} from 'node:path';
import type {MachineCheck} from './machine-check.ts';

/** `mode`: its permissions in octal digits; absent where the directory is not there yet. */
export type ExaminedHome = {readonly path: string; readonly mode?: string; readonly isOnlyOurs?: boolean};

/** Who may enter `$GANTRY_HOME`. */
export async function modeOfHome(path: string): Promise<ExaminedHome> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return {path};
  const uid = process.getuid?.();
  const isOnlyOurs = (uid === undefined || stats.uid === uid) && (stats.mode & 0o077) === 0;
  return {path, mode: (stats.mode & 0o7777).toString(8).padStart(4, '0'), isOnlyOurs};
}

/** Whether pins, switches and caches can be kept. */
export async function examineHome(path: string): Promise<MachineCheck> {
  const kind = 'home';
  const {mode, isOnlyOurs} = await modeOfHome(path);
  const found = mode === undefined ? `${path}, made at first use` : `${path}, ${mode}`;
  if (!(await mayWrite(mode === undefined ? await nearest(path) : path))) {
    const message = `${path} cannot be written: no workspace is bound to its cluster, and nothing is cached. Set GANTRY_HOME to a directory of yours`;
    return {kind, outcome: 'warning', found, message};
  }
  if (isOnlyOurs === false) {
    const message = `others may read ${path}: chmod 0700 ${path}`;
    return {kind, outcome: 'warning', found, message};
  }
  return {kind, outcome: 'passed', found};
}

/** The directory in which one that is missing would be made. */
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
