import {isList, isObject, type Json} from '../../core/json.ts';
import {escapeUnsafe, INVISIBLE_CHARACTERS} from '../../lib/invisible-characters.ts';

/** A value with placeholders for unsafe strings. `restore` puts the quoted strings back into the written document. */
export type Quoting = {readonly value: Json; readonly restore: (text: string) => string};

/**
 * Replaces unsafe strings by placeholders: strings with invisible characters, and strings that a CI runner reads as a command (lines with
 * `::`, `##[`). `restore` writes them in double quotes, which every YAML parser reads as the same string.
 */
export function quoteUnsafe(value: Json): Quoting {
  const quoted: string[] = [];
  if (!holdsUnsafe(value)) return {value, restore: (text) => text};
  let mark = 'gantryString';
  for (const whole = JSON.stringify(value); whole.includes(mark); ) mark += 'x';
  const standIn = (text: string): string => {
    if (!isUnsafe(text)) return text;
    // JSON is valid YAML and escapes line ends, so the string stays on one line.
    const written = escapeUnsafe(JSON.stringify(text));
    quoted.push(written);
    // The placeholder is as long as the string, because a long key is written in another form.
    return `${mark}${quoted.length - 1}.`.padEnd(written.length, 'z');
  };
  const within = (part: Json): Json => {
    if (typeof part === 'string') return standIn(part);
    if (isList(part)) return part.map(within);
    if (!isObject(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, field]) => [standIn(name), within(field)]));
  };
  const places = new RegExp(`${mark}(\\d+)\\.z*`, 'g');
  return {value: within(value), restore: (text) => text.replaceAll(places, (_, index) => quoted[Number(index)] ?? '')};
}

function holdsUnsafe(value: Json): boolean {
  if (typeof value === 'string') return isUnsafe(value);
  if (isList(value)) return value.some(holdsUnsafe);
  return isObject(value) && Object.entries(value).some(([name, field]) => isUnsafe(name) || holdsUnsafe(field));
}

const UNSEEN = new RegExp(`[${INVISIBLE_CHARACTERS}]`, 'u');

const isUnsafe = (text: string): boolean =>
  UNSEEN.test(text) ||
  text.includes('##[') ||
  text.includes('##vso[') ||
  (text.includes('::') && text.split(/[\r\n]/).some((line) => line.trimStart().startsWith('::')));
