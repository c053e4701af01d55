import {join} from 'node:path';
import {objectIn} from './object-in.ts';
import {readIfThere, replaceFile} from './private-file.ts';
import {damaged} from './refusal.ts';

/** How much of which log is on the disk for sure: by it a log that was cut is told from one that lost power. */
export type SyncedMark = {readonly log: string; readonly bytes: number};

export const markPath = (directory: string): string => join(directory, 'objects.synced');

export const writeMark = (directory: string, mark: SyncedMark): void =>
  replaceFile(markPath(directory), `${JSON.stringify(mark)}\n`);

export function readMark(directory: string): SyncedMark | undefined {
  const text = readIfThere(markPath(directory))?.toString('utf8');
  if (text === undefined) return undefined;
  const {log, bytes} = objectIn(text);
  if (typeof log === 'string' && typeof bytes === 'number') return {log, bytes};
  throw damaged(directory, markPath(directory), 'is not what was written');
}
