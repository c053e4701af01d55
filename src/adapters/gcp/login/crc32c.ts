const CASTAGNOLI = 0x82_f6_3b_78;

const TABLE = Uint32Array.from({length: 256}, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ CASTAGNOLI : sum >>> 1;
  return sum;
});

/** Returns the checksum that Google uses for a payload (CRC-32C: RFC 3720, B.4). node:zlib supports only the other polynomial. */
export function crc32c(bytes: Uint8Array): number {
  let sum = 0xff_ff_ff_ff;
  for (const byte of bytes) sum = (TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xff_ff_ff_ff) >>> 0;
}
