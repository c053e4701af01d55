import type {Problem} from '../../model/status.ts';

/** What the check of a value against a schema found, and how much of the schema it met: alternatives are compared by that. */
export type Outcome = {readonly problems: readonly Found[]; readonly matches: number};

/** `text` is what the check says; the same text is said once only. */
export type Found = {readonly text: string; readonly problem: Problem};

export const NOTHING: Outcome = {problems: [], matches: 0};

export const passed = (matches: number): Outcome => ({problems: [], matches});

export const failed = (...problems: readonly Found[]): Outcome => ({problems, matches: 0});

export function merged(...outcomes: readonly Outcome[]): Outcome {
  const byText = new Map<string, Found>();
  let matches = 0;
  for (const outcome of outcomes) {
    matches += outcome.matches;
    for (const found of outcome.problems) if (!byText.has(found.text)) byText.set(found.text, found);
  }
  return {problems: [...byText.values()], matches};
}

export const counted = ({problems, matches}: Outcome): Outcome => ({problems, matches: matches + 1});

export const isValid = ({problems}: Outcome): boolean => problems.length === 0;
