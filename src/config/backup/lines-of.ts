import type {FileHandle} from 'node:fs/promises';

/** The place of a line in a file, in bytes, without its line feed. */
export type Line = {readonly offset: number; readonly length: number};

const CHUNK_BYTES = 1 << 20;

/** Returns the lines of a file with their places. A last line without a line feed counts, too. */
export async function* linesOf(file: FileHandle): AsyncGenerator<Line & {readonly text: Buffer}> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let parts: Buffer[] = [];
  let offset = 0;
  for (let at = 0; ; ) {
    const {bytesRead} = await file.read(chunk, 0, CHUNK_BYTES, at);
    if (bytesRead === 0) break;
    at += bytesRead;
    let rest = chunk.subarray(0, bytesRead);
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      const text = Buffer.concat([...parts, rest.subarray(0, end)]);
      yield {offset, length: text.length, text};
      offset += text.length + 1;
      parts = [];
      rest = rest.subarray(end + 1);
    }
    // The chunk is used again.
    if (rest.length > 0) parts.push(Buffer.from(rest));
  }
  const text = Buffer.concat(parts);
  if (text.length > 0) yield {offset, length: text.length, text};
}
