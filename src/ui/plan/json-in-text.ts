import {isList, isObject, type Json} from '../../core/json.ts';

// Longer texts are compared by line, because parsing them would take too long.
const LONGEST = 500_000;
// A number that a double cannot represent would be changed by parsing, and two different texts would be equal.
const LONG_NUMBER = /\d{16}|\d[eE]/;

/** Returns the list or map that a text contains as JSON, for example a dashboard in a ConfigMap. Undefined if parsing could change it. */
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

/** Reports whether a key occurs twice. The parser would keep one, and a change of the other would not be seen. */
const saysTwice = (text: string, value: Json): boolean => (text.match(/"\s*:/g)?.length ?? 0) > colons(value);

/** Returns how often a key or a quoted text is followed by a colon in the serialized value. */
const colons = (value: Json): number => JSON.stringify(value).match(/"\s*:/g)?.length ?? 0;
