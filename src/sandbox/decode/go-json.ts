import type {Json} from '../../core/json.ts';
import {at, child} from '../model/problem.ts';

/** A duplicate field of an object. The last value counts. */
export type Duplicate = {
  /** The path of the object: `` at the root, or `spec.containers[0]`. */
  readonly parent: string;
  readonly name: string;
  /** The number of different fields before it in that object. */
  readonly after: number;
};

/** The parsed JSON of a body. Of a duplicate key, the last value counts; `duplicates` lists them. */
export type Parsed = {readonly value: Json; readonly duplicates: readonly Duplicate[]};

/** An error for invalid JSON, in the words of Go's `encoding/json`. */
export class JsonFault extends Error {}

type Cursor = {readonly text: string; at: number; readonly duplicates: Duplicate[]};

/** The limit of nesting. The server's own is ten times higher; this one protects the stack of recursive functions. */
const MOST_DEEP = 1000;

/** Parses JSON as Go does: with Go's error messages, and with a list of duplicate fields. */
export function parseGoJson(text: string): Parsed {
  const cursor: Cursor = {text, at: 0, duplicates: []};
  const value = valueAt(cursor, '', 0);
  skipBlanks(cursor);
  if (cursor.at < text.length) throw unexpected(cursor, 'after top-level value');
  return {value, duplicates: cursor.duplicates};
}

const END = 'unexpected end of JSON input';

/** Quotes a character as Go does: `"` and the backslash literally, unprintable ones by number. */
function quoted(character: string): string {
  if (character === "'") return String.raw`'\''`;
  if (character === '"') return `'"'`;
  return `'${JSON.stringify(character).slice(1, -1)}'`;
}

function unexpected(cursor: Cursor, where: string): JsonFault {
  const code = cursor.text.codePointAt(cursor.at);
  return new JsonFault(code === undefined ? END : `invalid character ${quoted(String.fromCodePoint(code))} ${where}`);
}

function skipBlanks(cursor: Cursor): void {
  while (' \t\r\n'.includes(cursor.text.charAt(cursor.at) || 'x')) cursor.at++;
}

function valueAt(cursor: Cursor, path: string, depth: number): Json {
  if (depth > MOST_DEEP) throw new JsonFault('exceeded max depth');
  skipBlanks(cursor);
  const first = cursor.text.charAt(cursor.at);
  switch (first) {
    case '{':
      return objectAt(cursor, path, depth);
    case '[':
      return listAt(cursor, path, depth);
    case '"':
      return stringAt(cursor);
    case 't':
      return literalAt(cursor, 'true', true);
    case 'f':
      return literalAt(cursor, 'false', false);
    case 'n':
      return literalAt(cursor, 'null', null);
    default:
      return numberAt(cursor);
  }
}

function literalAt(cursor: Cursor, word: string, value: Json): Json {
  for (const letter of word) {
    if (cursor.text.charAt(cursor.at) !== letter) {
      throw unexpected(cursor, `in literal ${word} (expecting ${quoted(letter)})`);
    }
    cursor.at++;
  }
  return value;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function numberAt(cursor: Cursor): number {
  NUMBER.lastIndex = cursor.at;
  const match = NUMBER.exec(cursor.text);
  if (match === null) {
    if (cursor.text.charAt(cursor.at) !== '-') throw unexpected(cursor, 'looking for beginning of value');
    cursor.at++;
    throw unexpected(cursor, 'in numeric literal');
  }
  cursor.at += match[0].length;
  const next = cursor.text.charAt(cursor.at);
  if (next === '.' || next === 'e' || next === 'E') {
    cursor.at++;
    throw unexpected(
      cursor,
      next === '.' ? 'after decimal point in numeric literal' : 'in exponent of numeric literal',
    );
  }
  return Number(match[0]);
}

/** Matches up to the first character that a string must escape. JSON.parse does the rest. */
const PLAIN = /[^"\\\p{Cc}]*/uy;

function stringAt(cursor: Cursor): string {
  const start = cursor.at++;
  for (;;) {
    PLAIN.lastIndex = cursor.at;
    PLAIN.exec(cursor.text);
    cursor.at = PLAIN.lastIndex;
    const stop = cursor.text.charAt(cursor.at);
    if (stop === '"') break;
    if (stop === '\\') {
      cursor.at++;
      skipEscape(cursor);
    } else if (stop >= '\u007F') cursor.at++;
    else throw unexpected(cursor, 'in string literal');
  }
  cursor.at++;
  return String(JSON.parse(cursor.text.slice(start, cursor.at)));
}

function skipEscape(cursor: Cursor): void {
  const letter = cursor.text.charAt(cursor.at);
  if (letter === '' || !'"\\/bfnrtu'.includes(letter)) throw unexpected(cursor, 'in string escape code');
  cursor.at++;
  const digits = letter === 'u' ? 4 : 0;
  for (let digit = 0; digit < digits; digit++, cursor.at++) {
    if (!/^[\da-fA-F]$/.test(cursor.text.charAt(cursor.at)))
      throw unexpected(cursor, String.raw`in \u hexadecimal character escape`);
  }
}

function listAt(cursor: Cursor, path: string, depth: number): Json {
  const items: Json[] = [];
  readEach(cursor, {close: ']', after: 'after array element'}, () => {
    items.push(valueAt(cursor, at(path, items.length), depth + 1));
  });
  return items;
}

/** Reads the comma-separated items between two brackets. */
function readEach(cursor: Cursor, {close, after}: {readonly close: string; readonly after: string}, read: () => void) {
  cursor.at++;
  skipBlanks(cursor);
  if (cursor.text.charAt(cursor.at) === close) {
    cursor.at++;
    return;
  }
  for (;;) {
    skipBlanks(cursor);
    read();
    skipBlanks(cursor);
    const next = cursor.text.charAt(cursor.at);
    if (next !== ',' && next !== close) throw unexpected(cursor, after);
    cursor.at++;
    if (next === close) return;
  }
}

function objectAt(cursor: Cursor, path: string, depth: number): Json {
  const fields = new Map<string, Json>();
  readEach(cursor, {close: '}', after: 'after object key:value pair'}, () => {
    if (cursor.text.charAt(cursor.at) !== '"') throw unexpected(cursor, 'looking for beginning of object key string');
    const name = stringAt(cursor);
    skipBlanks(cursor);
    if (cursor.text.charAt(cursor.at) !== ':') throw unexpected(cursor, 'after object key');
    cursor.at++;
    if (fields.has(name)) cursor.duplicates.push({parent: path, name, after: fields.size});
    fields.set(name, valueAt(cursor, child(path, name), depth + 1));
  });
  return Object.fromEntries(fields);
}
