import {gzipSync} from 'node:zlib';

/** An entry of an archive. `type`: `0` for a file, `2` for a symbolic link, `3` for a device, … */
export type TarEntry = {
  readonly path: string;
  readonly text?: string;
  readonly type?: string;
  readonly link?: string;
  /** The path is in a pax header (`x`) or in a GNU long name (`L`). */
  readonly longName?: 'x' | 'L';
};

/** A tar archive of any entries, also of those that no program would write. */
export function makeTar(entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([...entries.flatMap(blocksOf), Buffer.alloc(1024)]);
}

export const makeTarGzip = (entries: readonly TarEntry[]): Buffer => gzipSync(makeTar(entries));

/** The entries of plain files. */
export const tarFiles = (files: Readonly<Record<string, string>>): readonly TarEntry[] =>
  Object.entries(files).map(([path, text]) => ({path, text}));

function blocksOf({path, text = '', type = '0', link = '', longName}: TarEntry): readonly Buffer[] {
  const own = [header({path, size: Buffer.byteLength(text), type, link}), padded(Buffer.from(text))];
  if (longName === undefined) return own;
  const name = Buffer.from(longName === 'x' ? paxRecord(path) : `${path}\0`);
  return [header({path: 'long', size: name.length, type: longName, link: ''}), padded(name), ...own];
}

function paxRecord(path: string): string {
  const rest = ` path=${path}\n`;
  const bytes = Buffer.byteLength(rest);
  const length = bytes + String(bytes + String(bytes).length).length;
  return `${length}${rest}`;
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);

function header({path, size, type, link}: {path: string; size: number; type: string; link: string}): Buffer {
  const block = Buffer.alloc(512);
  block.write(path, 0, 100);
  block.write('0000644\0', 100);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('        ', 148);
  block.write(type, 156);
  block.write(link, 157, 100);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
