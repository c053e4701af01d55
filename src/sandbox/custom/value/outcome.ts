import type {Problem} from '../../model/status.ts';

/** What the check of a value against a schema found, and how much of the schema it met: alternatives are compared by that. */
export type Outcome = {readonly problems: readonly Found[]; readonly matches: number};

/** `text` is what the check says; the same text is said once only. */
export type Found = {readonly text: string; readonly problem: Problem};

/** No problem, and no keyword that matched. */
export const NOTHING: Outcome = {problems: [], matches: 0};

/** An outcome without problems; `matches` decides which branch of `anyOf` fits best. */
export const passed = (matches: number): Outcome => ({problems: [], matches});

/** An outcome that matched nothing. */
export const failed = (...problems: readonly Found[]): Outcome => ({problems, matches: 0});

/** Adds up the matches; of problems with the same text the first one stays. */
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

/** Matches do not count here, only problems. */
export const isValid = ({problems}: Outcome): boolean => problems.length === 0;
