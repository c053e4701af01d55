import {createContext, Script} from 'node:vm';
import {once} from '../../../lib/once.ts';
import {Refusal} from '../../model/status.ts';
import {goPattern} from './go-pattern.ts';

/** More than the worst expression of an honest definition takes. */
const LONGEST_MS = 250;
/** Shorter texts have too few ways to be read for it to matter. */
const SHORT = 20;

/**
 * Whether a text matches an expression of Go's; undefined where this language has no such expression.
 * @throws Refusal 500 where that cannot be told in time: unlike RE2, expressions here may take longer than anybody waits
 */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  const expression = goPattern(pattern);
  if (expression === undefined || text.length <= SHORT || !mayBacktrack(pattern)) return expression?.test(text);
  const {script, place} = bounded();
  place.expression = expression;
  place.text = text;
  try {
    return script.runInContext(place, {timeout: LONGEST_MS}) === true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')) throw error;
    const message = `Internal error occurred: the sandbox cannot tell in time whether a value matches '${pattern}'`;
    throw new Refusal({code: 500, reason: 'InternalError', message, details: {}});
  }
}

/** Two repetitions can take the same letters from each other again and again. */
const mayBacktrack = (pattern: string): boolean => (pattern.match(/[*+]|\{\d+,\d*\}/g) ?? []).length > 1;

type Place = {expression?: RegExp; text?: string};

/** Only a script can be stopped in the middle of an expression. */
const bounded = once(() => ({script: new Script('expression.test(text)'), place: createContext({}) as Place}));
