import type {Exception} from './exceptions.ts';
import {LANGUAGE_RULES, type LanguageRule} from './rules.ts';
import {textsOf} from './texts.ts';

/** Words that break a rule of language, where they are, and what to write instead. */
export type Finding = {
  readonly path: string;
  readonly line: number;
  readonly words: string;
  readonly rule: LanguageRule;
  readonly exception?: Exception | undefined;
};

const PATTERNS = LANGUAGE_RULES.map((rule) => ({
  rule,
  pattern: new RegExp(rule.words.source.replaceAll(' ', String.raw`\s+`), `g${rule.words.flags}`),
}));

/** Returns the findings of one file in the order of its lines, those of an exception included. */
export function findWords(path: string, source: string, exceptions: readonly Exception[] = []): readonly Finding[] {
  const allowed = exceptions.filter((one) => path.startsWith(one.path));
  const found = textsOf(path, source).flatMap(({kind, start, text}) =>
    PATTERNS.filter(({rule}) => rule.kinds?.includes(kind) ?? true).flatMap(({rule, pattern}) =>
      [...text.matchAll(pattern)].map((match) => {
        const words = match[0].trim().replaceAll(/\s+/g, ' ');
        const at = start + match.index + match[0].search(/\S/);
        return {at, words, rule, exception: allowed.find((one) => one.words.test(contextOf(text, match)))};
      }),
    ),
  );
  const places = found.toSorted((a, b) => a.at - b.at).filter(({at}, index, all) => all[index - 1]?.at !== at);
  return places.map(({at, ...finding}) => ({path, line: source.slice(0, at).split('\n').length, ...finding}));
}

/** The words around a match: exceptions quote more than the words of the rule. */
const contextOf = (text: string, {index, 0: words}: RegExpExecArray): string =>
  text.slice(Math.max(0, index - 60), index + words.length + 60).replaceAll(/\s+/g, ' ');
