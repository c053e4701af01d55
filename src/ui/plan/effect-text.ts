import {cascadeText} from '../../core/plan/cascade.ts';
import type {Change, Effect} from '../../core/plan/plan.ts';

const WORDS: Readonly<Record<Effect, string>> = {
  'data-lost': 'the data is lost',
  interruption: 'unavailable for a moment',
  'pods-restart': 'restarts the pods',
  'job-runs-again': 'the Job runs again',
  scaled: 'changes the number of pods',
};

// The worst effects come first.
const ORDER = Object.keys(WORDS) as readonly Effect[];

/** Returns the effects of a change beyond the object in one line; undefined if none are known. */
export function effectText({effects = [], takesAlong}: Pick<Change, 'effects' | 'takesAlong'>): string | undefined {
  const known = ORDER.filter((effect) => effects.includes(effect));
  if (known.length === 0) return undefined;
  const words = known.map((effect) => WORDS[effect]).join('; ');
  return takesAlong === undefined ? words : `${words}: ${cascadeText(takesAlong)}`;
}

/** Reports whether a change deletes stored data, such as a volume. */
export const losesData = (effects: readonly Effect[] = []): boolean => effects.includes('data-lost');
