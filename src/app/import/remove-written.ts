import {rmdirSync, rmSync} from 'node:fs';
import {dirname} from 'node:path';

/** Removes files that this run has written, and the directories that are empty then. */
export function removeWritten(files: readonly string[], directory: string, kept: boolean): void {
  for (const file of files) {
    rmSync(file, {force: true});
    const isNew = (parent: string): boolean => parent.startsWith(directory) && !(kept && parent === directory);
    for (let parent = dirname(file); isNew(parent); parent = dirname(parent))
      try {
        rmdirSync(parent);
      } catch {
        // It has other files.
        break;
      }
  }
}
