import {isList, isObject, type Json} from '../../core/json.ts';

// Longer texts are compared by line: reading them would cost more than it tells.
const LONGEST = 500_000;
// A number that a double cannot hold would be read as another one, and two different texts as equal.
const LONG_NUMBER = /\d{16}|\d[eE]/;

/** The list or map that a text holds as JSON, for example a dashboard in a ConfigMap. Undefined where reading it could lie. */
export function jsonIn(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text) || text.length > LONGEST || LONG_NUMBER.test(withoutStrings(text))) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return (isList(value) || isObject(value)) && !saysTwice(text, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const withoutStrings = (text: string): string => text.replaceAll(/"(?:[^"\\]|\\[^])*"?/g, '""');

/** A key given twice: the reader would keep one, and the other could change unseen. */
const saysTwice = (text: string, value: Json): boolean => (text.match(/"\s*:/g)?.length ?? 0) > colons(value);

/** How often a key or a quoted part of a text is followed by a colon when the value is written out. */
const colons = (value: Json): number => JSON.stringify(value).match(/"\s*:/g)?.length ?? 0;
