import {createHash} from 'node:crypto';
import {encryptBlock, expandKey, initialBlowfish} from './blowfish.ts';

const HASH_BYTES = 32;
const TEXT = 'OxychromaticBlowfishSwatDynamite';

/**
 * Derives a key from a passphrase as OpenSSH does for its private keys. Node.js does not have this function.
 * Source: bcrypt_pbkdf.c of OpenBSD
 */
export function bcryptPbkdf(passphrase: string, salt: Buffer, rounds: number, bytes: number): Buffer {
  const hashed = sha512(Buffer.from(passphrase));
  const count = Math.ceil(bytes / HASH_BYTES);
  const blocks = Array.from({length: count}, (_, i) => derivedBlock(hashed, salt, rounds, i + 1));
  // The result interleaves the bytes of all blocks.
  return Buffer.from(Array.from({length: bytes}, (_, i) => blocks[i % count]?.[Math.floor(i / count)] ?? 0));
}

function derivedBlock(hashed: Buffer, salt: Buffer, rounds: number, index: number): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(index);
  let made = bcryptHash(hashed, sha512(Buffer.concat([salt, counter])));
  const sum = Buffer.from(made);
  for (let round = 1; round < rounds; round++) {
    made = bcryptHash(hashed, sha512(made));
    for (const [i, byte] of made.entries()) sum[i] = (sum[i] ?? 0) ^ byte;
  }
  return sum;
}

function bcryptHash(passphrase: Buffer, salt: Buffer): Buffer {
  const [key, mixed] = [wordsOf(passphrase), wordsOf(salt)];
  const state = initialBlowfish();
  expandKey(state, key, mixed);
  for (let i = 0; i < 64; i++) {
    expandKey(state, mixed);
    expandKey(state, key);
  }
  const data = wordsOf(Buffer.from(TEXT));
  for (let i = 0; i < 64; i++) for (let at = 0; at < data.length; at += 2) encryptBlock(state, data, at);
  const bytes = Buffer.alloc(HASH_BYTES);
  for (const [i, word] of data.entries()) bytes.writeUInt32LE(word, i * 4);
  return bytes;
}

const wordsOf = (bytes: Buffer): Uint32Array =>
  Uint32Array.from({length: bytes.length / 4}, (_, i) => bytes.readUInt32BE(i * 4));

const sha512 = (bytes: Buffer): Buffer => createHash('sha512').update(bytes).digest();
