import {defined} from '../../lib/defined.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';
import {escapeText} from '../reference/escape-text.ts';
import {parseText} from '../reference/parse-text.ts';
import {escapeContext, unescapeContext} from '../variation/expand-context.ts';
import type {Token} from './token.ts';
import {isSameText, type ReadTokens, tokensIn, writeReferences} from './token-text.ts';

/** A value that differs between two sets of tokens without containing them. `text`: the value with the first set, if both are texts. */
export type DerivedValue = {readonly path: JsonPath; readonly text?: string};

/** An object with references in place of tokens. */
export type ReplacedTokens = {
  readonly object: JsonObject;
  readonly derived: readonly DerivedValue[];
  readonly found: ReadonlySet<Token>;
};

/** The reader of the tokens of each render, and the fields that always have a text. */
export type TokenReaders = {
  readonly first: ReadTokens;
  readonly second: ReadTokens;
  readonly isText: (object: JsonObject, path: JsonPath) => boolean;
};

/**
 * Puts references in place of the tokens of an object that was rendered with two sets of tokens. The texts of the objects are escaped,
 * so that everything else is literal. Texts with references of earlier steps stay.
 */
export function replaceTokens(first: JsonObject, second: JsonObject, readers: TokenReaders): ReplacedTokens {
  const derived: DerivedValue[] = [];
  const found = new Set<Token>();
  const differ = (path: JsonPath, one: Json, other: Json): Json => {
    derived.push({path, ...defined({text: typeof one === 'string' && typeof other === 'string' ? one : undefined})});
    return one;
  };
  const walk = (one: Json, other: Json, path: JsonPath): Json => {
    if (typeof one === 'string') {
      const text = literalOf(one);
      if (text === undefined) return one;
      const parts = readers.first(text);
      const others = typeof other === 'string' ? readers.second(literalOf(other) ?? '') : [];
      if (!isSameText(parts, others)) return differ(path, one, other);
      for (const token of tokensIn(parts)) found.add(token);
      // The second set shows the encodings.
      return writeReferences(others, readers.isText(first, path));
    }
    if (isList(one)) {
      if (!isList(other) || other.length !== one.length) return differ(path, one, other);
      return one.map((item, index) => walk(item, other[index] ?? null, [...path, index]));
    }
    if (!isObject(one)) return one === other ? one : differ(path, one, other);
    const keys = Object.keys(one);
    const isSame =
      isObject(other) && keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key));
    if (!isSame) return differ(path, one, other);
    return Object.fromEntries(keys.map((key) => [key, walk(one[key] ?? null, other[key] ?? null, [...path, key])]));
  };
  const object = walk(first, second, []) as JsonObject;
  return {object, derived, found};
}

/** Returns the literal of an escaped text; undefined if it has a reference. */
export function literalOf(escaped: string): string | undefined {
  const parts = parseText(unescapeContext(escaped), () => false);
  return parts.every(({kind}) => kind === 'literal') ? parts.map(({text}) => text).join('') : undefined;
}

/** Escapes the literal text of a chart, in which references are expanded later. */
export const escapeLiteral = (text: string): string => escapeContext(escapeText(text));
