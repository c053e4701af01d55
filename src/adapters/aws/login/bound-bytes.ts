import {type Readable, Transform} from 'node:stream';

/** The same bytes; destroyed with that error as soon as there are more than `maxBytes`. The source ends with it. */
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
    if (!source.readableEnded) bounded.destroy(new Error('the answer broke off'));
  });
  bounded.on('close', () => source.destroy());
  // Who reads gets the error. Who does not read it at all, because its head says enough, needs to hear of none.
  bounded.on('error', () => undefined);
  return source.pipe(bounded);
}
