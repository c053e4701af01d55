/**
 * Parses the strings of SSH's wire format (RFC 4251, section 5) in a buffer.
 * Undefined unless exactly `count` strings fill it.
 */
export function wireStrings(bytes: Buffer, count: number): readonly Buffer[] | undefined {
  const strings: Buffer[] = [];
  let at = 0;
  while (strings.length < count) {
    if (bytes.length - at < 4) return undefined;
    const start = at + 4;
    const end = start + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    strings.push(bytes.subarray(start, end));
    at = end;
  }
  return at === bytes.length ? strings : undefined;
}

/** Returns bytes as one string of the wire format. */
export function wireString(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Returns the big-endian bytes of a positive `mpint` in its shortest form, without a zero in front; undefined for any other content. */
export function positiveInteger(mpint: Buffer): Buffer | undefined {
  const [first = 0x80, second = 0] = mpint;
  if (first >= 0x80) return undefined;
  if (first !== 0) return mpint;
  return second >= 0x80 ? mpint.subarray(1) : undefined;
}

/** Decodes base64 in its one canonical form: with padding, and without anything else. */
export function fromBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
