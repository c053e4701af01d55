import {type Readable, Transform} from 'node:stream';

/** Passes bytes through, and fails with the error as soon as there are more than `maxBytes`. The source ends with it. */
export function boundBytes(source: Readable, maxBytes: number, tooMany: () => Error): Readable {
  let size = 0;
  const bounded = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      if (size > maxBytes) done(tooMany());
      else done(null, chunk);
    },
  });
  source.on('error', (error) => bounded.destroy(error));
  source.on('close', () => {
    if (!source.readableEnded) bounded.destroy(new Error('the response ended early'));
  });
  bounded.on('close', () => source.destroy());
  // A reader gets the error. A caller that does not read the body ignores it.
  bounded.on('error', () => undefined);
  return source.pipe(bounded);
}
