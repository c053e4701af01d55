import type {Problem} from '../../model/status.ts';

/** The result of a check of a value against a schema. `matches` counts the keywords that applied: the branches of `anyOf` are compared by it. */
export type Outcome = {readonly problems: readonly Found[]; readonly matches: number};

/** A problem with its text. Of equal texts, only the first is reported. */
export type Found = {readonly text: string; readonly problem: Problem};

/** The outcome without a problem and without a match. */
export const NOTHING: Outcome = {problems: [], matches: 0};

/** An outcome without problems; `matches` decides which branch of `anyOf` fits best. */
export const passed = (matches: number): Outcome => ({problems: [], matches});

/** An outcome that matched nothing. */
export const failed = (...problems: readonly Found[]): Outcome => ({problems, matches: 0});

/** Combines outcomes: adds up the matches, and of problems with the same text keeps the first. */
export function merged(...outcomes: readonly Outcome[]): Outcome {
  const byText = new Map<string, Found>();
  let matches = 0;
  for (const outcome of outcomes) {
    matches += outcome.matches;
    for (const found of outcome.problems) if (!byText.has(found.text)) byText.set(found.text, found);
  }
  return {problems: [...byText.values()], matches};
}

/** Adds one match for a keyword that was checked. */
export const counted = ({problems, matches}: Outcome): Outcome => ({problems, matches: matches + 1});

/** Reports whether there are no problems. */
export const isValid = ({problems}: Outcome): boolean => problems.length === 0;
