import {ENCODERS, encodedReference} from '../reference/encoders.ts';
import {escapeText} from '../reference/escape-text.ts';
import {escapeContext} from '../variation/expand-context.ts';
import type {Token} from './token.ts';

/** The text that helm has for a token in one render. */
export type TokenForm = {
  readonly token: Token;
  /** The token without its suffix. */
  readonly text: string;
  /** Characters that encodings change, to see how the chart encodes the value. */
  readonly suffix: string;
};

/** A part of a rendered text. */
export type TextPart =
  | {readonly kind: 'literal'; readonly text: string}
  | {readonly kind: 'token'; readonly token: Token; readonly encoding: PlainEncoding}
  | {readonly kind: 'base64'; readonly parts: readonly TextPart[]};

type PlainEncoding = 'text' | 'json' | 'json-html' | 'query';

/** Splits texts of one render into literals and tokens. */
export type ReadTokens = (text: string) => readonly TextPart[];

const ENCODINGS: readonly PlainEncoding[] = ['text', 'json', 'json-html', 'query'];

/** Returns the reader of the tokens in a render. It finds them in base64 at any depth as well. */
export function tokenReader(forms: readonly TokenForm[]): ReadTokens {
  const variants = new Map<string, {readonly token: Token; readonly encoding: PlainEncoding}>();
  for (const encoding of ENCODINGS)
    for (const {token, text, suffix} of forms) {
      const variant = ENCODERS[encoding](text + suffix);
      if (!variants.has(variant)) variants.set(variant, {token, encoding});
    }
  if (variants.size === 0) return (text) => [{kind: 'literal', text}];
  const longestFirst = [...variants.keys()].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(escaped).join('|'), 'g');
  const shortest = Math.min(...forms.map(({text}) => text.length));
  const runs = new RegExp(`[A-Za-z0-9+/]{${Math.ceil((shortest * 4) / 3)},}={0,2}`, 'g');
  const read: ReadTokens = (text) =>
    split(text, pattern, (found) => {
      const variant = variants.get(found);
      return variant && {kind: 'token', ...variant};
    }).flatMap((part) => (part.kind === 'literal' ? split(part.text, runs, decoded) : [part]));
  const decoded = (run: string): TextPart | undefined => {
    const text = textOfBase64(run);
    const parts = text === undefined ? [] : read(text);
    return hasToken(parts) ? {kind: 'base64', parts} : undefined;
  };
  return read;
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** Reports whether a part of a text is a token. */
export const hasToken = (parts: readonly TextPart[]): boolean => parts.some(({kind}) => kind !== 'literal');

/** Returns the tokens in a text. */
export const tokensIn = (parts: readonly TextPart[]): readonly Token[] =>
  parts.flatMap((part) => (part.kind === 'token' ? [part.token] : part.kind === 'base64' ? tokensIn(part.parts) : []));

/** Returns the text of a base64 text; undefined if it is not the base64 of a UTF-8 text. */
export function textOfBase64(run: string): string | undefined {
  const bytes = Buffer.from(run, 'base64');
  const text = bytes.toString('utf8');
  return bytes.toString('base64') === run && Buffer.from(text, 'utf8').equals(bytes) ? text : undefined;
}

function split(text: string, pattern: RegExp, partOf: (found: string) => TextPart | undefined): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const {0: found, index} of text.matchAll(pattern)) {
    const part = partOf(found);
    if (part === undefined) continue;
    if (index > from) parts.push({kind: 'literal', text: text.slice(from, index)});
    parts.push(part);
    from = index + found.length;
  }
  if (from < text.length || text === '') parts.push({kind: 'literal', text: text.slice(from)});
  return parts;
}

/** Reports whether two texts of different renders are equal except for the texts of their tokens. */
export const isSameText = (one: readonly TextPart[], other: readonly TextPart[]): boolean =>
  one.length === other.length && one.every((part, index) => isSamePart(part, other[index]));

function isSamePart(one: TextPart, other: TextPart | undefined): boolean {
  if (one.kind === 'literal') return other?.kind === 'literal' && one.text === other.text;
  if (one.kind === 'token') return other?.kind === 'token' && one.token === other.token;
  return other?.kind === 'base64' && isSameText(one.parts, other.parts);
}

/**
 * Returns a text with references in place of tokens. Everything else in it is literal.
 * @param isText the field has a text, also if the value of the reference is a number
 */
export function writeReferences(parts: readonly TextPart[], isText = false): string {
  const [only] = parts;
  if (parts.length === 1 && only?.kind === 'token' && only.encoding === 'text')
    return isText && !only.token.isSecret ? encodedReference('text', only.token.reference) : only.token.reference;
  return escapeContext(parts.map((part, index) => written(part, index === 0, index + 1 < parts.length)).join(''));
}

function written(part: TextPart, isFirst: boolean, isFollowed: boolean): string {
  if (part.kind === 'token') return embedded(part);
  if (part.kind === 'base64') return encodedReference('base64', writeReferences(part.parts));
  const text = isFirst ? escapeText(part.text) : escapeText(`.${part.text}`).slice(1);
  // Dollars before a reference would escape it.
  return isFollowed ? text.replace(/(?<!\$)\$+$/, (dollars) => encodedReference('text', dollars)) : text;
}

function embedded({token: {reference, isSecret}, encoding}: TextPart & {readonly kind: 'token'}): string {
  if (encoding !== 'text') return encodedReference(encoding, reference);
  if (!isSecret) return reference;
  return /^[^}\s]{1,2000}$/.test(reference) ? `\${${reference}}` : encodedReference('text', reference);
}
