/** A regular file of an archive. */
export type TarFile = {
  /** The relative path with forward slashes. It has no empty step, no `.` and no `..`. */
  readonly path: string;
  readonly bytes: Buffer;
  readonly isExecutable: boolean;
};

/** The limits of an archive. */
export type TarLimits = {readonly maxFiles: number};

/** An archive that cannot be read, or that contains something else than plain files below its root. */
export class TarProblem extends Error {}

const BLOCK = 512;

/**
 * Returns the regular files of a tar archive (ustar, pax and GNU names). Directories are left out.
 * @throws TarProblem for a truncated archive, a link, a device, and a path that leaves the archive
 */
export function readTar(archive: Buffer, {maxFiles}: TarLimits): readonly TarFile[] {
  const files = new Map<string, TarFile>();
  let named: Named = {};
  for (let offset = 0; ; ) {
    const header = archive.subarray(offset, offset + BLOCK);
    // The end is a block of zeros. Some programs leave it out.
    if (header.every((byte) => byte === 0)) return [...files.values()];
    if (header.length < BLOCK || !hasChecksum(header)) throw new TarProblem('it is truncated or not a tar archive');
    const size = named.size ?? numberIn(header, 124, 12);
    const body = archive.subarray(offset + BLOCK, offset + BLOCK + size);
    if (body.length < size) throw new TarProblem('it is truncated');
    offset += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = String.fromCharCode(header[156] ?? 0);
    const names = namesIn(type, body);
    if (names === undefined) {
      const file = fileOf({header, body, type, named});
      if (file !== undefined) files.set(file.path, file);
    }
    named = names === undefined ? {} : {...named, ...names};
    if (files.size > maxFiles) throw new TarProblem(`it has more than ${maxFiles} files`);
  }
}

/** What the headers before an entry say about it. */
type Named = {readonly path?: string; readonly size?: number};

/** Returns what a header says about the next entry. Undefined for an entry. */
function namesIn(type: string, body: Buffer): Named | undefined {
  if (type === 'x') return paxIn(body);
  if (type === 'L') return {path: textIn(body, 0, body.length)};
  return type === 'g' || type === 'K' ? {} : undefined;
}

type Entry = {readonly header: Buffer; readonly body: Buffer; readonly type: string; readonly named: Named};

function fileOf({header, body, type, named}: Entry): TarFile | undefined {
  const path = pathOf(named.path ?? nameIn(header));
  if (type === '5') return undefined;
  if (!REGULAR.has(type))
    throw new TarProblem(`${path} is ${KINDS[type] ?? 'not a regular file'}, and only regular files are accepted`);
  if (path === '') throw new TarProblem('it has a file without a name');
  return {path, bytes: body, isExecutable: (numberIn(header, 100, 8) & 0o100) !== 0};
}

/** A regular file, also in the oldest form and as a contiguous one. */
const REGULAR: ReadonlySet<string> = new Set(['0', '\0', '7']);

const KINDS: Readonly<Record<string, string>> = {
  '1': 'a link',
  '2': 'a symbolic link',
  '3': 'a device',
  '4': 'a device',
  '6': 'a pipe',
};

/** Returns a path without `.` and empty steps. @throws TarProblem if it is absolute or has a step `..` */
function pathOf(name: string): string {
  const steps = name.split('/').filter((step, i) => step !== '.' && (step !== '' || i === 0));
  const isAbsolute = steps[0] === '' && steps.length > 1;
  // On Windows, a backslash and a drive letter would leave the directory as well.
  if (isAbsolute || steps.includes('..') || /\\|^[A-Za-z]:|\0/.test(name))
    throw new TarProblem(`the path ${JSON.stringify(name)} leaves the archive`);
  return steps.join('/');
}

const textIn = (bytes: Buffer, start: number, length: number): string => {
  const part = bytes.subarray(start, start + length);
  const end = part.indexOf(0);
  return part.toString('utf8', 0, end === -1 ? part.length : end);
};

function nameIn(header: Buffer): string {
  const name = textIn(header, 0, 100);
  const prefix = textIn(header, 257, 6) === 'ustar' ? textIn(header, 345, 155) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Parses an octal number, or a binary one (the first bit is set) for a large file. */
function numberIn(header: Buffer, start: number, length: number): number {
  if (((header[start] ?? 0) & 0x80) !== 0) return Number(header.readBigUInt64BE(start + length - 8));
  const text = textIn(header, start, length).trim();
  if (!/^[0-7]*$/.test(text)) throw new TarProblem('it is not a tar archive');
  return Number.parseInt(text === '' ? '0' : text, 8);
}

function hasChecksum(header: Buffer): boolean {
  const sum = header.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 0x20 : byte), 0);
  return sum === numberIn(header, 148, 8);
}

/** Parses the records of a pax header: `LENGTH KEY=VALUE\n`, with the length of the whole record in bytes. */
function paxIn(body: Buffer): Named {
  const found: {-readonly [Name in keyof Named]: Named[Name]} = {};
  for (let at = 0; at < body.length; ) {
    const [whole = '', length = ''] = /^(\d+) /.exec(body.toString('latin1', at, at + 20)) ?? [];
    const end = at + Number(length);
    if (whole === '' || end <= at || end > body.length) throw new TarProblem('it has a damaged pax header');
    const record = body.toString('utf8', at + whole.length, end - 1);
    const [key, value] = [record.slice(0, record.indexOf('=')), record.slice(record.indexOf('=') + 1)];
    if (key === 'path') found.path = value;
    if (key === 'size') {
      if (!/^\d{1,15}$/.test(value)) throw new TarProblem('it has a damaged pax header');
      found.size = Number(value);
    }
    at = end;
  }
  return found;
}
