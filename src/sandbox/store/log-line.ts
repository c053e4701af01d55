import {crc32} from 'node:zlib';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';

/** Of the files of a sandbox. A later one may say more; what is newer than this is not read. */
export const FORMAT = 1;

const NEW_LINE = 10;
const BLANK = 32;
/** A checksum in hexadecimal digits, and a blank. */
const HEAD = 9;

/**
 * One write, as a line of the log: its checksum and its JSON, in which no line breaks. A line that is there with its checksum was
 * written as a whole, so that nothing can be taken for a write that was none.
 */
export function logLine(record: JsonObject): Buffer {
  const text = JSON.stringify(record);
  return Buffer.from(`${crc32(text).toString(16).padStart(8, '0')} ${text}\n`);
}

/** From `start`: the record and where the next line begins; `torn` without an end of line, `wrong` if it was changed. */
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

/** Whether a whole line stands somewhere behind `start`. */
export function hasLineAfter(bytes: Buffer, start: number): boolean {
  for (let at = bytes.indexOf(NEW_LINE, start); at !== -1; at = bytes.indexOf(NEW_LINE, at + 1)) {
    if (typeof readLine(bytes, at + 1) === 'object') return true;
  }
  return false;
}
