import {readFileSync} from 'node:fs';
import {getAsset, isSea} from 'node:sea';

/**
 * Returns a file that belongs to the program, by its path from main.ts. The single executable has these files as assets with the same paths.
 * @param main the URL of main.ts
 */
export function ownFile(path: string, main: string): Buffer {
  return isSea() ? Buffer.from(getAsset(path)) : readFileSync(new URL(path, main));
}
