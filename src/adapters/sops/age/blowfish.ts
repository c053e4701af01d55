/** The subkeys and the four tables of Blowfish, one after the other. */
export type Blowfish = Uint32Array;

const SUBKEYS = 18;
const WORDS = SUBKEYS + 4 * 256;

/** Returns Blowfish before any key: the fraction of π. Source: https://www.schneier.com/academic/archives/1994/09/description_of_a_new.html */
export function initialBlowfish(): Blowfish {
  initial ??= fractionOfPi();
  return initial.slice();
}

let initial: Blowfish | undefined;

/** Computes the first bits of the fraction of π by Machin's formula: π = 16 arctan(1/5) - 4 arctan(1/239). */
function fractionOfPi(): Blowfish {
  const guard = 64n;
  const bits = BigInt(WORDS * 32);
  const one = 1n << (bits + guard);
  const pi = (16n * arctanOfInverse(5n, one) - 4n * arctanOfInverse(239n, one)) >> guard;
  const hex = (pi & ((1n << bits) - 1n)).toString(16).padStart(WORDS * 8, '0');
  return Uint32Array.from({length: WORDS}, (_, i) => Number.parseInt(hex.slice(i * 8, i * 8 + 8), 16));
}

function arctanOfInverse(n: bigint, one: bigint): bigint {
  let sum = 0n;
  let sign = 1n;
  for (let [term, i] = [one / n, 1n]; term > 0n; term /= n * n, i += 2n, sign = -sign) sum += (sign * term) / i;
  return sum;
}

/** Encrypts the block of two words at an index of `data`. */
export function encryptBlock(state: Blowfish, data: Uint32Array, at: number): void {
  const word = (index: number): number => state[index] ?? 0;
  let [left, right] = [data[at] ?? 0, data[at + 1] ?? 0];
  for (let round = 0; round < 16; round += 2) {
    left ^= word(round);
    right ^= mixed(state, left);
    right ^= word(round + 1);
    left ^= mixed(state, right);
  }
  data[at] = right ^ word(17);
  data[at + 1] = left ^ word(16);
}

function mixed(state: Blowfish, value: number): number {
  const table = (index: number, shift: number): number =>
    state[SUBKEYS + index * 256 + ((value >>> shift) & 0xff)] ?? 0;
  return ((((table(0, 24) + table(1, 16)) | 0) ^ table(2, 8)) + table(3, 0)) | 0;
}

/** Mixes a key into the subkeys, and then replaces subkeys and tables by encrypted blocks; a salt is mixed into each block. */
export function expandKey(state: Blowfish, key: Uint32Array, salt?: Uint32Array): void {
  for (let i = 0; i < SUBKEYS; i++) state[i] = (state[i] ?? 0) ^ (key[i % key.length] ?? 0);
  const block = new Uint32Array(2);
  for (let i = 0; i < WORDS; i += 2) {
    if (salt !== undefined) {
      block[0] = (block[0] ?? 0) ^ (salt[i % salt.length] ?? 0);
      block[1] = (block[1] ?? 0) ^ (salt[(i + 1) % salt.length] ?? 0);
    }
    encryptBlock(state, block, 0);
    state[i] = block[0] ?? 0;
    state[i + 1] = block[1] ?? 0;
  }
}
