import {existsSync, readFileSync, realpathSync} from 'node:fs';
import {dirname, join, relative, resolve, sep} from 'node:path';

/**
 * Returns a file at or below a directory that git tracks, because a pull request could add such a file. Reads git's index directly, so
 * that git need not be installed. Undefined if there is none, or if the directory is not in a work tree.
 * @param isMeant reports whether a file counts, by its path in the directory
 */
export function trackedBelow(directory: string, isMeant: (path: string) => boolean): string | undefined {
  for (const place of new Set([resolve(directory), realOf(directory)])) {
    const root = workTreeOf(place);
    const index = root === undefined ? undefined : read(join(gitDirectory(root), 'index'));
    if (root === undefined || index === undefined) continue;
    const within = relative(root, place).split(sep).join('/');
    // The directory itself may be a tracked link.
    const found = pathsIn(index).find(
      (path) => path === within || (path.startsWith(`${within}/`) && isMeant(path.slice(within.length + 1))),
    );
    if (found !== undefined) return join(root, found);
  }
  return undefined;
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function workTreeOf(path: string): string | undefined {
  for (let current = dirname(path); ; current = dirname(current)) {
    if (existsSync(join(current, '.git'))) return current;
    if (dirname(current) === current) return undefined;
  }
}

/** Returns the git directory of a work tree. In a linked worktree or a submodule, `.git` is a file with its path. */
function gitDirectory(root: string): string {
  const own = join(root, '.git');
  const linked = /^gitdir: (.+)$/m.exec(read(own)?.toString('utf8') ?? '')?.[1];
  return linked === undefined ? own : resolve(root, linked.trim());
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

const HEADER = 12;
/** The bytes of an entry for times, owner, size and mode. The id of the content and two bytes of flags follow. */
const STAT = 40;
const EXTENDED = 0x4000;
const LENGTH = 0xfff;

/** Returns the paths in an index of version 2, 3 or 4 (gitformat-index). Ids have 20 bytes, or 32 in repositories with SHA-256. */
function pathsIn(index: Buffer): readonly string[] {
  if (index.length < HEADER || index.toString('latin1', 0, 4) !== 'DIRC') return [];
  const [version, count] = [index.readUInt32BE(4), index.readUInt32BE(8)];
  return pathsWith(20, {index, version, count}) ?? pathsWith(32, {index, version, count}) ?? [];
}

type Index = {readonly index: Buffer; readonly version: number; readonly count: number};

function pathsWith(idLength: number, {index, version, count}: Index): readonly string[] | undefined {
  const paths: string[] = [];
  let at = HEADER;
  let previous = '';
  for (let entry = 0; entry < count; entry++) {
    const start = at + STAT + idLength;
    if (start + 2 > index.length) return undefined;
    const flags = index.readUInt16BE(start);
    let name = start + 2 + ((flags & EXTENDED) === 0 ? 0 : 2);
    let kept = '';
    if (version === 4) {
      const removed = offsetAt(index, name);
      kept = previous.slice(0, Math.max(0, previous.length - removed.value));
      name = removed.next;
    }
    const end = index.indexOf(0, name);
    // latin1 has one character for each byte: the prefix of an entry is counted in bytes.
    const path = end === -1 ? '' : kept + index.toString('latin1', name, end);
    // A wrong order or length shows that ids have another length than the one that was tried.
    if (path === '' || path < previous || (flags & LENGTH) !== Math.min(path.length, LENGTH)) return undefined;
    paths.push(Buffer.from(path, 'latin1').toString('utf8'));
    previous = path;
    // Versions 2 and 3 pad entries with at least one zero byte.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return paths;
}

/** Reads a variable-length number in git's offset encoding: seven bits in each byte, and one added for each further byte. */
function offsetAt(index: Buffer, start: number): {readonly value: number; readonly next: number} {
  let at = start;
  let byte = index[at++] ?? 0;
  let value = byte & 127;
  while ((byte & 128) !== 0 && at < index.length) {
    byte = index[at++] ?? 0;
    value = (value + 1) * 128 + (byte & 127);
  }
  return {value, next: at};
}
