import {defined} from '../../lib/defined.ts';
import {readTokens, type Token} from './read-tokens.ts';

/** A field or an item of a literal, with the place of its key (of an item: of its value). */
export type LiteralPart = {
  readonly start: number;
  readonly end: number;
  /** The literal that it has as its value. */
  readonly literal?: Literal;
  /** The variable that it has as its value. */
  readonly variable?: string;
};

/** An object or a list that is written in a program. */
export type Literal = {readonly parts: ReadonlyMap<string | number, LiteralPart>};

/** The literals of a program. */
export type Literals = {
  readonly all: readonly Literal[];
  /** Those that variables are set to. */
  readonly variables: ReadonlyMap<string, Literal>;
  /** The place of `export default`. */
  readonly exported: {readonly start: number; readonly end: number};
};

const CLOSING: Readonly<Record<string, string>> = {'{': '}', '[': ']', '(': ')'};

/** Finds the objects and lists in the text of a program. A block of statements is read as an object without fields. */
export function readLiterals(text: string): Literals {
  const tokens = readTokens(text);
  const all: Literal[] = [];
  const variables = new Map<string, Literal>();
  let at = 0;

  /** Reads from an opening bracket to its closing one. */
  function readGroup(): Literal {
    const open = tokens[at]?.value ?? '';
    const named = tokens[at - 1]?.value === '=' ? tokens[at - 2]?.value : undefined;
    const parts = new Map<string | number, LiteralPart>();
    at++;
    while (at < tokens.length && tokens[at]?.value !== CLOSING[open]) readPart(open, parts);
    at++;
    const literal = {parts};
    all.push(literal);
    if (named !== undefined) variables.set(named, literal);
    return literal;
  }

  /** Reads a field or an item, and adds it to the parts of its literal. */
  function readPart(open: string, parts: Map<string | number, LiteralPart>): void {
    const key = open === '{' ? keyAt(tokens, at) : undefined;
    const first = tokens[at];
    if (key?.hasValue === true) at += 2;
    const value = tokens[at];
    const literal = readUntilComma(CLOSING[open] ?? '');
    const name = open === '[' ? parts.size : key?.name;
    const place = key === undefined ? (value ?? first) : first;
    if (name === undefined || place === undefined) return;
    const variable = value?.kind === 'word' ? value.value : undefined;
    parts.set(name, {start: place.start, end: place.end, ...defined({literal, variable})});
  }

  /** Skips a value. Returns the literal that it begins with. */
  function readUntilComma(closing: string): Literal | undefined {
    const begin = at;
    let first: Literal | undefined;
    while (at < tokens.length && tokens[at]?.value !== closing) {
      if (isMark(tokens[at], ',')) {
        at++;
        break;
      }
      if (!isOpening(tokens[at])) at++;
      else if (at === begin) first = readGroup();
      else readGroup();
    }
    return first;
  }

  while (at < tokens.length)
    if (isOpening(tokens[at])) readGroup();
    else at++;
  const exported = tokens.findIndex(({value}, i) => value === 'export' && tokens[i + 1]?.value === 'default');
  const {start = 0, end = 0} = tokens[Math.max(exported, 0)] ?? {};
  return {all, variables, exported: {start, end: exported === -1 ? end : (tokens[exported + 1]?.end ?? end)}};
}

const isMark = (token: Token | undefined, value: string): boolean => token?.kind === 'mark' && token.value === value;

const isOpening = (token: Token | undefined): boolean => token?.kind === 'mark' && token.value in CLOSING;

/** Returns the key of a field: `key: value`, `'key': value`, or `key` alone. */
function keyAt(tokens: readonly Token[], at: number): {readonly name: string; readonly hasValue: boolean} | undefined {
  const [key, next] = [tokens[at], tokens[at + 1]];
  if (key === undefined || key.kind === 'mark') return undefined;
  if (isMark(next, ':')) return {name: key.value, hasValue: true};
  return isMark(next, ',') || isMark(next, '}') ? {name: key.value, hasValue: false} : undefined;
}
