/** A token of JavaScript or TypeScript. Texts have their value, other tokens their own text. */
export type Token = {
  readonly kind: 'word' | 'text' | 'mark';
  readonly value: string;
  readonly start: number;
  readonly end: number;
};

/** Matches spaces, comments, words, texts, templates and marks. A template is one token: a field in it has the position of the template. */
const TOKEN =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<word>[\p{L}\p{N}_$]+)|(?<text>'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*")|(?<template>`(?:[^`\\]|\\[\s\S])*`)|(?<mark>[\s\S])/uy;

/** Matches a regular expression at a position where it can begin. */
const EXPRESSION = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;

/** Returns the tokens of a program that are needed to find its object literals. */
export function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    EXPRESSION.lastIndex = at;
    const expression =
      text[at] === '/' && mayBegin(tokens.at(-1)) && !/^\/[/*]/.test(text.slice(at, at + 2))
        ? EXPRESSION.exec(text)
        : null;
    if (expression !== null) {
      tokens.push({kind: 'text', value: expression[0], start: at, end: EXPRESSION.lastIndex});
      at = EXPRESSION.lastIndex;
      continue;
    }
    TOKEN.lastIndex = at;
    const {groups = {}} = TOKEN.exec(text) ?? {};
    const end = Math.max(TOKEN.lastIndex, at + 1);
    const {word, text: quoted, template, mark} = groups;
    if (word !== undefined) tokens.push({kind: 'word', value: word, start: at, end});
    else if (quoted !== undefined) tokens.push({kind: 'text', value: quoted.slice(1, -1), start: at, end});
    else if (template !== undefined) tokens.push({kind: 'text', value: '', start: at, end});
    else if (mark !== undefined) tokens.push({kind: 'mark', value: mark, start: at, end});
    at = end;
  }
  return tokens;
}

/** Reports whether a regular expression can begin after a token: after a value, `/` divides. */
const mayBegin = (before: Token | undefined): boolean =>
  before === undefined ||
  (before.kind === 'mark' && !/[)\]}]/.test(before.value)) ||
  (before.kind === 'word' && before.value === 'return');
