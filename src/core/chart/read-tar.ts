/** A regular file of an archive. */
export type ArchivedFile = {readonly path: string; readonly content: Uint8Array};

/** The files of an archive in its order, or the reason why it is refused. */
export type ReadTar = {readonly files: readonly ArchivedFile[]} | {readonly problem: string};

const BLOCK = 512;
const text = new TextDecoder();

/**
 * Reads a tar archive in memory. Links, devices and paths that lead out of a directory are refused, and so are two files with one path,
 * because other readers could use the other one.
 */
export function readTar(archive: Uint8Array): ReadTar {
  const files = new Map<string, Uint8Array>();
  for (const member of membersOf(archive)) {
    if ('problem' in member) return member;
    const {path, type, content} = member;
    if (type === DIRECTORY) continue;
    const wrong = problemOfType(type) ?? problemOfPath(path) ?? (files.has(path) ? 'is in it twice' : undefined);
    if (wrong !== undefined) return {problem: `${JSON.stringify(path)} ${wrong}`};
    files.set(path, content);
  }
  return {files: [...files].map(([path, content]) => ({path, content}))};
}

type Member = ArchivedFile & {readonly type: string};

const DIRECTORY = '5';

/** Reads the members of an archive. Headers that only hold the name of the next member, or comments, are not members. */
function* membersOf(archive: Uint8Array): Generator<Member | {readonly problem: string}> {
  let longName: string | undefined;
  let longSize: string | undefined;
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const header = archive.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const size = octal(header, 124, 12);
    if (size === undefined || !hasChecksum(header)) {
      yield {problem: 'it is damaged'};
      return;
    }
    const content = archive.subarray(at + BLOCK, at + BLOCK + size);
    if (content.length < size) {
      yield {problem: 'it is truncated'};
      return;
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === 'L') longName = upToZero(content);
    else if (type === 'x') ({path: longName, size: longSize} = paxRecords(content));
    else if (type !== 'g') {
      // Other readers would take this size, and then read other members.
      if (longSize !== undefined && longSize !== String(size)) {
        yield {problem: `${JSON.stringify(longName ?? nameOf(header))} has two sizes`};
        return;
      }
      yield {path: (longName ?? nameOf(header)).replace(/^(?:\.\/)+/, ''), type, content};
      longName = undefined;
      longSize = undefined;
    }
  }
}

/** The types of regular files: `0`, NUL of old archives, and `7`. */
const REGULAR: ReadonlySet<string> = new Set(['0', '\0', '7']);

const REFUSED: ReadonlyMap<string, string> = new Map([
  ['1', 'is a hard link'],
  ['2', 'is a symbolic link'],
  ['3', 'is a device'],
  ['4', 'is a device'],
  ['6', 'is a pipe'],
]);

const problemOfType = (type: string): string | undefined =>
  REGULAR.has(type) ? undefined : (REFUSED.get(type) ?? 'is not a regular file');

/** Returns the reason why a path of an archive is refused. */
function problemOfPath(path: string): string | undefined {
  if (path === '' || path.includes('\0')) return 'is not a path';
  if (/^[/\\]|^[A-Za-z]:/.test(path)) return 'is an absolute path';
  if (path.includes('\\')) return 'contains a backslash';
  const steps = path.split('/');
  if (steps.includes('..')) return 'leads out of its directory';
  // Other readers clean paths, so that two of them can be those of one file.
  return steps.some((step) => step === '.' || step === '') ? 'has a step without a name' : undefined;
}

function nameOf(header: Uint8Array): string {
  const name = upToZero(header.subarray(0, 100));
  const isUstar = text.decode(header.subarray(257, 263)) === 'ustar\0';
  const prefix = isUstar ? upToZero(header.subarray(345, 500)) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

type PaxRecords = {readonly path?: string | undefined; readonly size?: string | undefined};

/** Returns the path and the size in an extended header. Its records are `LENGTH KEY=VALUE\n`. */
function paxRecords(content: Uint8Array): PaxRecords {
  let records: PaxRecords = {};
  for (let at = 0; at < content.length; ) {
    const length = Number.parseInt(text.decode(content.subarray(at, at + 20)), 10);
    if (!(length > 0)) return records;
    const record = text.decode(content.subarray(at, at + length - 1));
    const [, key, value] = /^\d+ (path|size)=([^]*)$/.exec(record) ?? [];
    if (key !== undefined) records = {...records, [key]: value};
    at += length;
  }
  return records;
}

/** Reads a number; undefined for what no file in a chart has, for example the binary form of huge sizes. */
function octal(header: Uint8Array, at: number, length: number): number | undefined {
  const digits = text
    .decode(header.subarray(at, at + length))
    .replaceAll('\0', ' ')
    .trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : undefined;
}

function hasChecksum(header: Uint8Array): boolean {
  let sum = 0;
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte;
  return octal(header, 148, 8) === sum;
}

const upToZero = (bytes: Uint8Array): string => {
  const end = bytes.indexOf(0);
  return text.decode(end === -1 ? bytes : bytes.subarray(0, end));
};
