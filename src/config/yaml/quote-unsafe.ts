import {isList, isObject, type Json} from '../../core/json.ts';
import {escapeUnsafe, UNSEEN_CHARACTERS} from '../../lib/unseen-characters.ts';

/** What stands for strings while a document is written, and how to put them back, quoted. */
export type Quoting = {readonly value: Json; readonly restore: (text: string) => string};

/**
 * Takes out of a value the strings that must not be written as they are: what nobody sees, and lines and `##[` that a runner of a
 * pipeline takes for a command. They come back in double quotes, where every reader of YAML finds the same string.
 */
export function quoteUnsafe(value: Json): Quoting {
  const quoted: string[] = [];
  if (!holdsUnsafe(value)) return {value, restore: (text) => text};
  let mark = 'gantryString';
  for (const whole = JSON.stringify(value); whole.includes(mark); ) mark += 'x';
  const standIn = (text: string): string => {
    if (!isUnsafe(text)) return text;
    // JSON is YAML, and escapes line ends: no line begins within.
    const written = escapeUnsafe(JSON.stringify(text));
    quoted.push(written);
    // As long as what it stands for: a long key is written in another way.
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

const UNSEEN = new RegExp(`[${UNSEEN_CHARACTERS}]`, 'u');

const isUnsafe = (text: string): boolean =>
  UNSEEN.test(text) ||
  text.includes('##[') ||
  text.includes('##vso[') ||
  (text.includes('::') && text.split(/[\r\n]/).some((line) => line.trimStart().startsWith('::')));
