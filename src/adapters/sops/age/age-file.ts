import {createDecipheriv, createHmac, timingSafeEqual} from 'node:crypto';
import {deriveKey} from './file-key.ts';
import {fromRawBase64} from './raw-base64.ts';

/** A part of the header of an age file: the file key, encrypted for one recipient. */
export type Stanza = {
  /** The kind of the recipient, and what the kind needs. */
  readonly args: readonly string[];
  readonly body: Buffer;
};

/** A parsed age file. Its MAC is not checked yet. */
export type AgeFile = {
  readonly stanzas: readonly Stanza[];
  /** The whole header, as text. */
  readonly header: Buffer;
  /** The part of the header that the MAC protects. */
  readonly signed: Buffer;
  readonly mac: Buffer;
  readonly payload: Buffer;
};

const VERSION = 'age-encryption.org/v1';
const MAC_LINE = '\n--- ';
const FULL_LINE = 64;
const NONCE_BYTES = 16;
const TAG_BYTES = 16;
const MOST_BYTES = 64 * 1024;

/**
 * Parses an age file; undefined if it is damaged. Only Node.js is used, because the library of age costs a tenth of the time of a short command.
 * Source: https://c2sp.org/age
 */
export function parseAgeFile(file: Buffer): AgeFile | undefined {
  const end = file.indexOf(MAC_LINE);
  const macAt = end + MAC_LINE.length;
  const macEnd = file.indexOf('\n', macAt);
  if (end < 0 || macEnd < 0) return undefined;
  const stanzas = parseStanzas(file.subarray(0, end).toString('latin1').split('\n'));
  const mac = fromRawBase64(file.subarray(macAt, macEnd).toString('latin1'));
  if (stanzas === undefined || mac?.length !== 32) return undefined;
  return {
    stanzas,
    header: file.subarray(0, macEnd + 1),
    signed: file.subarray(0, macAt - 1),
    mac,
    payload: file.subarray(macEnd + 1),
  };
}

function parseStanzas([version, ...lines]: readonly string[]): readonly Stanza[] | undefined {
  if (version !== VERSION) return undefined;
  const stanzas: Stanza[] = [];
  for (let at = 0; at < lines.length; ) {
    const [arrow, ...args] = lines[at]?.split(' ') ?? [];
    // A body ends with its first line that is not full. That line may be empty.
    let end = at + 1;
    while (lines[end]?.length === FULL_LINE) end++;
    const isWhole = end < lines.length && (lines[end]?.length ?? 0) < FULL_LINE;
    const body = fromRawBase64(lines.slice(at + 1, end + 1).join(''));
    if (arrow !== '->' || args.length === 0 || args.includes('') || !isWhole || body === undefined) return undefined;
    stanzas.push({args, body});
    at = end + 1;
  }
  return stanzas;
}

/**
 * Decrypts an age file with its file key; undefined if the key is wrong or the file was changed. Only files of one chunk (64 KiB) are
 * read: a data key is much shorter.
 */
export function decryptAgeFile({signed, mac, payload}: AgeFile, fileKey: Buffer): string | undefined {
  const own = createHmac('sha256', deriveKey(fileKey, '', 'header'))
    .update(signed)
    .digest();
  if (!timingSafeEqual(own, mac)) return undefined;
  const [nonce, chunk] = [payload.subarray(0, NONCE_BYTES), payload.subarray(NONCE_BYTES)];
  if (chunk.length < TAG_BYTES || chunk.length > MOST_BYTES + TAG_BYTES) return undefined;
  // The counter of the first chunk, and the mark of the last one.
  const counter = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  const options = {authTagLength: TAG_BYTES};
  const decipher = createDecipheriv('chacha20-poly1305', deriveKey(fileKey, nonce, 'payload'), counter, options);
  decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
