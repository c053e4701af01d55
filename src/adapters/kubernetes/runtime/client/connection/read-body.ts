import {promisify} from 'node:util';
import {gunzip} from 'node:zlib';
import {TransportError} from './transport-error.ts';
import type {WireAnswer} from './wire.ts';

const unzip = promisify(gunzip);

/** The largest answer after decompression. It is ten times the largest LIST seen so far; eight megabytes of gzip can become gigabytes. */
export const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/**
 * Reads and decompresses the whole body of an answer.
 * @throws TransportError `too-large` as soon as it exceeds `maxBytes`; the rest is not read or decompressed
 */
export async function readBody({headers, body}: WireAnswer, maxBytes = MAX_ANSWER_BYTES): Promise<string> {
  const bytes = await collect(body, maxBytes);
  if (headers['content-encoding'] !== 'gzip' || bytes.length === 0) return bytes.toString('utf8');
  try {
    return (await unzip(bytes, {maxOutputLength: maxBytes})).toString('utf8');
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(maxBytes);
    throw new TransportError('cut', error);
  }
}

const tooLarge = (maxBytes: number): TransportError =>
  new TransportError('too-large', undefined, `it has more than ${maxBytes / 1024 / 1024} MiB`);

const cutOff = (): TransportError => new TransportError('cut', undefined, 'the response was cut off');

/** Collects the body by events instead of `for await`, which takes half the time for many small answers. */
function collect(body: WireAnswer['body'], maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isWhole = false;
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      reject(tooLarge(maxBytes));
      body.destroy();
    });
    body.once('end', () => {
      isWhole = true;
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    });
    body.on('error', (error) => reject(new TransportError('cut', error)));
    body.once('close', () => {
      if (!isWhole) reject(cutOff());
    });
    // A body may end together with the headers, before a listener is added, for example an empty body (304). Then it emits no event any more.
    // A stream of HTTP/2 is `closed` as soon as its last frame has arrived, also if nobody has read it yet: only a destroyed one has lost data.
    if (body.readableEnded) resolve(Buffer.alloc(0));
    else if (body.destroyed) reject(body.errored === null ? cutOff() : new TransportError('cut', body.errored));
  });
}
