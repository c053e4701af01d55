import type {Json} from './json.ts';

/** Parses a text that is a JSON object or list; undefined for any other text. */
export function jsonDocument(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
