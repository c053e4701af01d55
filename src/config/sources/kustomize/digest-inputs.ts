import {createHash, type Hash} from 'node:crypto';
import {type Dirent, readdirSync, readFileSync, readlinkSync, statSync} from 'node:fs';
import {join, relative, sep} from 'node:path';

/** The maximum number of files. Reading more files would take longer than building the kustomization again. */
const MOST_FILES = 5000;
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Returns one digest of all files below these directories. kustomize reads no file outside of the directories of the kustomizations
 * that it reaches. Undefined if there are too many files, or if some of them cannot be read.
 */
export function digestInputs(directories: readonly string[], start: string): string | undefined {
  const roots = [...new Set(directories)].toSorted().filter((one, _, all) => !all.some((other) => isBelow(one, other)));
  const hash = createHash('sha256');
  const sum: Sum = {hash, files: MOST_FILES, bytes: MOST_BYTES};
  try {
    // Paths are relative, so that the same files in another place are the same input.
    for (const root of roots) if (!addTree(root, relative(start, root), sum)) return undefined;
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}

const isBelow = (path: string, directory: string): boolean => path !== directory && path.startsWith(directory + sep);

/** A digest, and the number of files and bytes that may still be added. */
type Sum = {readonly hash: Hash; files: number; bytes: number};

function addTree(directory: string, shown: string, sum: Sum): boolean {
  const entries = readdirSync(directory, {withFileTypes: true}).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  add(sum.hash, 'directory', shown, String(entries.length));
  return entries.every((entry) => addEntry(directory, entry, shown, sum));
}

function addEntry(directory: string, entry: Dirent, above: string, sum: Sum): boolean {
  const path = join(directory, entry.name);
  const shown = `${above}/${entry.name}`;
  if (entry.isDirectory()) return addTree(path, shown, sum);
  if (entry.isSymbolicLink()) add(sum.hash, 'link', shown, readlinkSync(path));
  const found = statSync(path, {throwIfNoEntry: false});
  // A link to a directory adds only its target: the files below it are in the tree anyway, or in another base, which is a root.
  if (found === undefined || !found.isFile()) return true;
  sum.files -= 1;
  sum.bytes -= found.size;
  if (sum.files < 0 || sum.bytes < 0) return false;
  add(sum.hash, 'file', shown, readFileSync(path));
  return true;
}

/** Adds parts to a digest, each with its length, so that different parts never give the same bytes. */
function add(hash: Hash, ...parts: readonly (string | Buffer)[]): void {
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
}
