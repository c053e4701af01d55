const CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const CHECKSUM_CHARACTERS = 6;

/**
 * Decodes a text in bech32; undefined unless it has this prefix, one case and the right checksum.
 * Source: BIP 173, https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki
 */
export function fromBech32(prefix: string, text: string): Buffer | undefined {
  const lower = text.toLowerCase();
  if ((text !== lower && text !== text.toUpperCase()) || !lower.startsWith(`${prefix}1`)) return undefined;
  const values = Array.from(lower.slice(prefix.length + 1), (one) => CHARACTERS.indexOf(one));
  if (values.length < CHECKSUM_CHARACTERS || values.includes(-1)) return undefined;
  return checksum([...expanded(prefix), ...values]) === 1 ? toBytes(values.slice(0, -CHECKSUM_CHARACTERS)) : undefined;
}

const expanded = (prefix: string): readonly number[] => {
  const codes = [...Buffer.from(prefix)];
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
};

function checksum(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [i, generator] of GENERATORS.entries()) if ((top >>> i) & 1) sum ^= generator;
  }
  return sum;
}

/** Joins values of 5 bits to bytes. The rest must be shorter than a value, and zero. */
function toBytes(values: readonly number[]): Buffer | undefined {
  const bytes: number[] = [];
  let [bits, count] = [0, 0];
  for (const value of values) {
    bits = ((bits << 5) | value) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 0xff);
  }
  return count < 5 && (bits & ((1 << count) - 1)) === 0 ? Buffer.from(bytes) : undefined;
}
