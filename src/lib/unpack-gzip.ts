import {gunzipSync} from 'node:zlib';

/** Reports whether bytes are packed by gzip. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Unpacks bytes that may be packed by gzip. Those that unpack to more than the limit are refused. */
export function unpackGzip(bytes: Uint8Array, mostMebibytes: number): Uint8Array | {readonly problem: string} {
  if (!isGzip(bytes)) return bytes;
  try {
    return gunzipSync(bytes, {maxOutputLength: mostMebibytes * 2 ** 20});
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return {problem: isTooLarge ? `it unpacks to more than ${mostMebibytes} MiB` : 'it is damaged'};
  }
}
