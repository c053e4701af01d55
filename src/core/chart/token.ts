import {createHash} from 'node:crypto';
import type {JsonObject, JsonPath} from '../json.ts';
import {eachString, mapStrings} from '../reference/map-strings.ts';
import {type Part, parseText} from '../reference/parse-text.ts';
import type {ReferenceProblem} from '../reference/reference.ts';
import {broken} from '../reference/references-in.ts';

/** A reference in the values of a chart. helm gets a token in its place, and the reference replaces the token in the output. */
export type Token = {
  /** The reference: `ref://…` of a secret, else `${ref:…}`. */
  readonly reference: string;
  readonly isSecret: boolean;
  /** The values that contain the reference. */
  readonly keys: readonly JsonPath[];
};

/** Returns the references in the values of a chart, each once. */
export function findTokens(values: JsonObject): {
  readonly tokens: readonly Token[];
  readonly problems: readonly ReferenceProblem[];
} {
  const keys = new Map<string, JsonPath[]>();
  const problems: ReferenceProblem[] = [];
  eachString(values, (text, at) => {
    for (const part of partsOf(text)) {
      if (part.kind === 'broken') problems.push(broken(part, at));
      const reference = referenceOf(part);
      if (reference === undefined) continue;
      const known = keys.get(reference) ?? [];
      keys.set(reference, [...known, at]);
    }
  });
  const tokens = [...keys].map(([reference, found]): Token => {
    const isSecret = reference.startsWith('ref://');
    return {reference, isSecret, keys: found};
  });
  return {tokens, problems};
}

/** Returns the values for helm, with a text in place of each reference. */
export const valuesWith = (values: JsonObject, textOf: (reference: string) => string): JsonObject =>
  mapStrings(values, (text) =>
    partsOf(text)
      .map((part) => partText(part, textOf))
      .join(''),
  );

function partText(part: Part, textOf: (reference: string) => string): string {
  const reference = referenceOf(part);
  return reference === undefined ? part.text : textOf(reference);
}

/** Kusion's references begin with `$kusion_path`. They are literal text in the values of a chart. */
const partsOf = (text: string): readonly Part[] =>
  text.startsWith('$kusion_path.') ? [{kind: 'literal', text}] : parseText(text, () => false);

const referenceOf = (part: Part): string | undefined =>
  part.kind === 'secret' || part.kind === 'reference' || part.kind === 'encoded' ? referenceText(part) : undefined;

/** Returns the text by which a part is known: `ref://…` of a secret store, else the reference as it is written. */
export const referenceText = (part: Part): string =>
  part.kind === 'secret' && part.shared === undefined ? part.uri : part.text;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Returns the token of a reference: letters of both cases and digits, so that a chart that changes the case of a value is noticed. The
 * token is the same in each run, so that renders can be cached.
 * @param seed the stack and the Helm release
 * @param set two sets of tokens have different tokens for a reference
 */
export function tokenText(seed: string, set: 1 | 2, reference: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, set, reference]))
    .digest();
  return `gT${set}${Array.from(digest.subarray(0, 21), (byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}
