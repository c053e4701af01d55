import {type FileHandle, open} from 'node:fs/promises';

/** A reader of the lines that a program adds to a file. */
export type FollowedLines = {
  /** Reads the whole lines that were added since the last call. */
  readonly read: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const CHUNK = 1 << 16;

/** Opens a file to follow its lines. The file is made if it does not exist. */
export async function followLines(path: string, onLine: (line: string) => void): Promise<FollowedLines> {
  // Made here, because the program may not have started yet.
  await (await open(path, 'a', 0o600)).close();
  const file: FileHandle = await open(path, 'r');
  const buffer = Buffer.alloc(CHUNK);
  let [position, rest] = [0, Buffer.alloc(0)];
  return {
    read: async () => {
      for (;;) {
        const {bytesRead} = await file.read(buffer, 0, CHUNK, position);
        if (bytesRead === 0) return;
        position += bytesRead;
        const text = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
        const end = text.lastIndexOf('\n');
        rest = Buffer.from(text.subarray(end + 1));
        if (end >= 0) for (const line of text.subarray(0, end).toString('utf8').split('\n')) onLine(line);
      }
    },
    close: () => file.close(),
  };
}
