import {crc32} from 'node:zlib';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';

/** The format version of the sandbox's files. Newer formats are not read. */
export const FORMAT = 1;

const NEW_LINE = 10;
const BLANK = 32;
/** The length of the checksum in hexadecimal digits and a space. */
const HEAD = 9;

/** Returns one write as a line of the log: its checksum and its JSON without line breaks. A line with a valid checksum was written completely. */
export function logLine(record: JsonObject): Buffer {
  const text = JSON.stringify(record);
  return Buffer.from(`${crc32(text).toString(16).padStart(8, '0')} ${text}\n`);
}

/**
 * Reads the line at `start`: its record and the offset of the next line. Returns `torn` if the line has no end, and `wrong` if its checksum
 * does not match.
 */
export function readLine(
  bytes: Buffer,
  start: number,
): {readonly record: JsonObject; readonly next: number} | 'torn' | 'wrong' {
  const end = bytes.indexOf(NEW_LINE, start);
  if (end === -1) return 'torn';
  const text = bytes.subarray(start + HEAD, end);
  const sum = bytes.toString('latin1', start, start + HEAD - 1);
  if (bytes[start + HEAD - 1] !== BLANK || sum !== crc32(text).toString(16).padStart(8, '0')) return 'wrong';
  const record = JSON.parse(text.toString('utf8')) as Json;
  return isObject(record) ? {record, next: end + 1} : 'wrong';
}

/** Reports whether there is a complete line after `start`. */
export function hasLineAfter(bytes: Buffer, start: number): boolean {
  for (let at = bytes.indexOf(NEW_LINE, start); at !== -1; at = bytes.indexOf(NEW_LINE, at + 1)) {
    if (typeof readLine(bytes, at + 1) === 'object') return true;
  }
  return false;
}
