import {join} from 'node:path';
import {damaged} from './damaged-store.ts';
import {objectIn} from './object-in.ts';
import {readIfThere, replaceFile} from './private-file.ts';

/** The synced length of a log. It distinguishes a truncated log from one that lost unsynced writes in a power failure. */
export type SyncedPosition = {readonly log: string; readonly bytes: number};

/** Returns the path of the file with the synced length of the log. */
export const positionPath = (directory: string): string => join(directory, 'objects.synced');

/** Replaces the mark in one step, so that a crash leaves the old one or the new one. */
export const writePosition = (directory: string, position: SyncedPosition): void =>
  replaceFile(positionPath(directory), `${JSON.stringify(position)}\n`);

/** Reads the mark; undefined if there is none yet. @throws if the file is damaged */
export function readPosition(directory: string): SyncedPosition | undefined {
  const text = readIfThere(positionPath(directory))?.toString('utf8');
  if (text === undefined) return undefined;
  const {log, bytes} = objectIn(text);
  if (typeof log === 'string' && typeof bytes === 'number') return {log, bytes};
  throw damaged(directory, positionPath(directory), 'has invalid content');
}
