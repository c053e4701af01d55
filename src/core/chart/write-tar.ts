import type {ArchivedFile} from './read-tar.ts';

const BLOCK = 512;
const encoder = new TextEncoder();

/** Returns a tar archive. The same files give the same bytes. */
export function writeTar(files: readonly ArchivedFile[]): Uint8Array {
  const parts = files.flatMap(({path, content}) => {
    const name = encoder.encode(path);
    const long = name.length > 100 ? member('././@LongLink', Uint8Array.from([...name, 0]), 'L') : [];
    return [...long, ...member(path, content, '0')];
  });
  return concatenated([...parts, new Uint8Array(2 * BLOCK)]);
}

function member(path: string, content: Uint8Array, type: string): readonly Uint8Array[] {
  const header = new Uint8Array(BLOCK);
  const put = (value: string, at: number): void => header.set(encoder.encode(value), at);
  header.set(encoder.encode(path).subarray(0, 100), 0);
  put('0000644\x000000000\x000000000\x00', 100);
  put(`${content.length.toString(8).padStart(11, '0')}\0${'0'.repeat(11)}\0`, 124);
  put(`${' '.repeat(8)}${type}`, 148);
  put('ustar  \0', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, content, new Uint8Array((BLOCK - (content.length % BLOCK)) % BLOCK)];
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((total, {length}) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
