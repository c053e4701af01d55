import {goJsonEscaped, jsonEscaped, queryEscaped} from '../secret/scrub-text.ts';

/** The encodings of a text with references: `${ref:base64:"user:${ref://db/password}"}`. `digest` needs a key. */
export type Encoding = 'text' | 'base64' | 'json' | 'json-html' | 'query' | 'digest';

/** The encodings of a value that do not need a key. `json-html` is JSON as Go writes it, with escaped `<`, `>` and `&`. */
export const ENCODERS: Readonly<Record<Exclude<Encoding, 'digest'>, (text: string) => string>> = {
  text: (text) => text,
  base64: (text) => Buffer.from(text, 'utf8').toString('base64'),
  json: jsonEscaped,
  'json-html': goJsonEscaped,
  query: queryEscaped,
};

/** Returns the text of a reference to an encoded text. */
export const encodedReference = (encoding: Encoding, text: string): string =>
  `\${ref:${encoding}:${JSON.stringify(text)}}`;
